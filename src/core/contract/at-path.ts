type Value = Record<string, unknown>

/** What stands at `data.nodes`; undefined when there is nothing. */
export function readAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => Object(inner)[name], value)
}

/** The same value with another part in that place. */
export function putAt(value: Value, [name = '', ...rest]: readonly string[], part: unknown): Value {
  return { ...value, [name]: rest.length === 0 ? part : putAt(Object(value[name]), rest, part) }
}
