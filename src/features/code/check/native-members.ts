import { nativeClass, nativeHas, nativeLineage, nativePath, scriptClass } from './native-class.ts'
import {
  type ClassReference,
  type Found,
  found,
  type Lineage,
  unknown,
  unsure,
  type Value,
} from './values.ts'

export function memberOfBuiltin({ type, through }: Extract<Value, { kind: 'builtin' }>, name: string): Found {
  const path = through === undefined ? null : (scriptClass(type) ?? (spelt.has(type) ? type : null))
  if (path && through !== undefined && !(spelt.has(path) && looseNames.has(name)))
    return memberOfNative({ kind: 'native', path, through, isInstance: true }, name)
  return builtinHas(type, name) ? found(unknown) : unsure
}

/** Python types whose missing members are wrong where a library declares a value of them. */
const spelt = new Set('str bytes list dict set'.split(' '))

/** Members of enumeration members, which may be strings too. */
const looseNames = new Set(['name', 'value'])

/** A member of a promise. Python has several kinds of awaitables, so their members are not judged. */
export function memberOfPromise({ through }: Extract<Value, { kind: 'awaitable' }>, name: string): Found {
  const path = through === undefined ? null : scriptClass('Promise')
  return path
    ? memberOfNative({ kind: 'native', path, through: through ?? null, isInstance: true }, name)
    : unsure
}

/** In declaration files a function has only declared members; in code any member can be added to it. */
export function memberOfFunction({ file }: Extract<Value, { kind: 'function' }>, name: string): Found {
  if (!/\.d\.[cm]?ts$/.test(file.path)) return unsure
  const path = scriptClass('Function')
  return path && builtinHas(path, name) ? found(unknown) : { status: 'missing', candidates: [] }
}

/** A missing member is wrong only where a module of the graph exports the class. */
export function memberOfNative(value: Extract<Value, { kind: 'native' }>, name: string): Found {
  if (value.path === nodeModule) return found(nodeValue(`events.${name}`, value.through))
  const path = nativePath(value.path)
  const family = nativeLineage(path).map(nativeClass)
  const isKnown = family.every(one => one !== null && !one.members.has('__getattr__'))
  if (value.isInstance || nativeClass(path)) {
    const owner = value.isInstance
      ? nativeLineage(path).find(one => nativeClass(one)?.members.has(name))
      : undefined
    if (owner) return found({ ...value, path: `${owner}.${name}`, isInstance: false })
    if (family.some(one => one?.members.has(name)) || name.startsWith('__')) return found(unknown)
    if (!isKnown || value.through === null) return unsure
    return { status: 'missing', candidates: family.flatMap(one => [...(one?.members ?? [])]) }
  }
  return found({ ...value, path: `${value.path}.${name}` })
}

/** Any module of Node.js: the table has their classes, but not which module exports which. */
const nodeModule = 'node:'
const nodeModules = new Set(
  'assert async_hooks buffer child_process cluster console crypto dgram diagnostics_channel dns events fs http http2 https inspector module net os path perf_hooks process querystring readline repl stream string_decoder timers tls tty url util v8 vm worker_threads zlib'.split(
    ' ',
  ),
)

/** The value of `node:http` or `http.Server` in a declaration. */
export function nodeValue(path: string, through: string | null): Value {
  const [, module = '', name] = /^(?:node:)?([\w]+)(?:\/\w+)?(?:\.([\w$]+))?$/.exec(path) ?? []
  if (!nodeModules.has(module)) return unknown
  if (name === undefined) return { kind: 'native', path: nodeModule, through, isInstance: false }
  if (name === 'default' && module !== 'events')
    return { kind: 'native', path: nodeModule, through, isInstance: false }
  const known = scriptClass(name === 'default' ? 'EventEmitter' : name)
  return known ? { kind: 'native', path: known, through, isInstance: false } : unknown
}

/** A method that a class inherits from a built-in class. */
export function inheritedNative(lineage: Lineage, of: ClassReference, name: string): Value {
  const owner = lineage.builtins.find(type => nativeClass(type)?.members.has(name))
  const through = of.parts[0]?.file.module ?? null
  return owner ? { kind: 'native', path: `${owner}.${name}`, through, isInstance: false } : unknown
}

export function builtinHas(type: string, name: string): boolean {
  return nativeLineage(type).some(one => nativeClass(one)?.members.has(name))
}

/** `os` imports its functions from `posix` or from `nt`, under the same names. */
export function ofOnePlatform(hits: readonly Value[]): readonly Value[] {
  const isOf = (module: string) => (value: Value) => value.kind === 'native' && value.path.startsWith(module)
  return hits.some(isOf('posix.')) ? hits.filter(value => !isOf('nt.')(value)) : hits
}

/** Whether a C module has a name. Constants differ by platform, so a missing one is uncertain. */
export function nativeStatus(module: string, name: string, through: string): Found {
  const has = nativeHas(module, name)
  if (has) return found({ kind: 'native', path: `${module}.${name}`, through, isInstance: false })
  return has === null || /^[A-Z][A-Z0-9_a-z]*_|^[A-Z0-9_]+$/.test(name)
    ? unsure
    : { status: 'missing', candidates: [] }
}
