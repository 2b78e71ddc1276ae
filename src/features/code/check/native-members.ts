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

/** Types of Python that stand for themselves where a library names them. */
const spelt = new Set('str bytes list dict set'.split(' '))

/** What members of enumerations have, which may be texts too. */
const looseNames = new Set(['name', 'value'])

/** What an unawaited call is asked for by mistake. Python's awaitables have more kinds than one. */
export function memberOfPromise({ through }: Extract<Value, { kind: 'awaitable' }>, name: string): Found {
  const path = through === undefined ? null : scriptClass('Promise')
  return path
    ? memberOfNative({ kind: 'native', path, through: through ?? null, isInstance: true }, name)
    : unsure
}

/** Declarations spell out what a function carries; code may hang anything on it. */
export function memberOfFunction({ file }: Extract<Value, { kind: 'function' }>, name: string): Found {
  if (!/\.d\.[cm]?ts$/.test(file.path)) return unsure
  const path = scriptClass('Function')
  return path && builtinHas(path, name) ? found(unknown) : { status: 'missing', candidates: [] }
}

/** Only where a module of the graph offers a class as its own is a missing member wrong. */
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

/** Any module of Node.js: only the classes that they bring are known, not which module has which. */
const nodeModule = 'node:'
const nodeModules = new Set(
  'assert async_hooks buffer child_process cluster console crypto dgram diagnostics_channel dns events fs http http2 https inspector module net os path perf_hooks process querystring readline repl stream string_decoder timers tls tty url util v8 vm worker_threads zlib'.split(
    ' ',
  ),
)

/** What `node:http` or `http.Server` stands for in a declaration. */
export function nodeValue(path: string, through: string | null): Value {
  const [, module = '', name] = /^(?:node:)?([\w]+)(?:\/\w+)?(?:\.([\w$]+))?$/.exec(path) ?? []
  if (!nodeModules.has(module)) return unknown
  if (name === undefined) return { kind: 'native', path: nodeModule, through, isInstance: false }
  if (name === 'default' && module !== 'events')
    return { kind: 'native', path: nodeModule, through, isInstance: false }
  const known = scriptClass(name === 'default' ? 'EventEmitter' : name)
  return known ? { kind: 'native', path: known, through, isInstance: false } : unknown
}

/** A method that a class of a script has from the language itself. */
export function inheritedNative(lineage: Lineage, of: ClassReference, name: string): Value {
  const owner = lineage.builtins.find(type => nativeClass(type)?.members.has(name))
  const through = of.parts[0]?.file.module ?? null
  return owner ? { kind: 'native', path: `${owner}.${name}`, through, isInstance: false } : unknown
}

export function builtinHas(type: string, name: string): boolean {
  return nativeLineage(type).some(one => nativeClass(one)?.members.has(name))
}

/** `os` takes its functions from `posix` or from `nt`; they are called alike. */
export function ofOnePlatform(hits: readonly Value[]): readonly Value[] {
  const isOf = (module: string) => (value: Value) => value.kind === 'native' && value.path.startsWith(module)
  return hits.some(isOf('posix.')) ? hits.filter(value => !isOf('nt.')(value)) : hits
}

/** Constants of C modules differ by platform: one that is not here may be elsewhere. */
export function nativeStatus(module: string, name: string, through: string): Found {
  const has = nativeHas(module, name)
  if (has) return found({ kind: 'native', path: `${module}.${name}`, through, isInstance: false })
  return has === null || /^[A-Z][A-Z0-9_a-z]*_|^[A-Z0-9_]+$/.test(name)
    ? unsure
    : { status: 'missing', candidates: [] }
}
