/** Separates the parts of a value that is compared as a whole. U+0000 would be refused, see `holdsNul`. */
export const unitSeparator = '\u001f'

/** U+0000 is never stored, because some databases cannot store it. In a text this character replaces it. */
export const nulReplacement = '\ufffd'

/** Whether a text, or any key or text inside an object or a list, contains U+0000. */
export function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false
  if (Array.isArray(value)) return value.some(holdsNul)
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || holdsNul(inner))
}

/** The same value with `by` in the place of every U+0000. Returns the value itself when there is none. */
export function replaceNul<Value>(value: Value, by: string): Value {
  // SAFETY: only characters of texts and keys change, which no type distinguishes.
  return holdsNul(value) ? (replaceIn(value, by) as Value) : value
}

function replaceIn(value: unknown, by: string): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', by)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  if (Array.isArray(value)) return value.map(inner => replaceIn(inner, by))
  const entries = Object.entries(value).map(([key, inner]) => [
    key.replaceAll('\0', by),
    replaceIn(inner, by),
  ])
  return Object.fromEntries(entries)
}
