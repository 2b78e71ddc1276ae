import process from 'node:process'
import { setImmediate } from 'node:timers/promises'

/**
 * Prepares a process for more than one source: freezes the built-in objects of the language, so that one source cannot
 * affect the conversion of the next, and records all other shared state.
 */
export type Seal = {
  /** Whether no shared state has changed and nothing is still running. If false, the process must end. */
  isUnchanged(): Promise<boolean>
}

/** An object with its prototype, own properties and (for a Map or Set) members at the time of sealing. */
type Shape = {
  object: object
  prototype: object | null
  properties: Map<PropertyKey, PropertyDescriptor>
  members: readonly unknown[]
}

/** Node modules that converters and their libraries share. */
const sharedModules =
  'async_hooks buffer console crypto dgram dns events fs fs/promises module net os path process stream string_decoder timers timers/promises url util v8 vm zlib'

/** Properties that Node itself changes, some on first use. */
const changedByNode = new Set<PropertyKey>([
  '_events',
  '_eventsCount',
  '_cache',
  '_pathCache',
  'domain',
  'moduleLoadList',
  'report',
  Symbol.for('undici.globalDispatcher.1'),
  Symbol.for('undici.globalDispatcher.2'),
])

/** `libraries` are the module namespaces that conversions use; their exports are recorded too. */
export async function sealRealm(libraries: readonly unknown[]): Promise<Seal> {
  const intrinsics = findIntrinsics()
  for (const prototype of [Object.prototype, Function.prototype, ...errorPrototypes()])
    allowOverrides(prototype)
  for (const object of intrinsics) Object.freeze(object)
  // The checks below use these globals.
  for (const name of languageNames)
    Object.defineProperty(globalThis, name, { writable: false, configurable: false })
  const isFrozen = new Set(intrinsics)
  const modules = sharedModules.split(' ').map(name => process.getBuiltinModule(name))
  const shapes = new Map<object, Shape>()
  for (const root of [globalThis, ...modules, ...libraries]) remember(root, isFrozen, shapes)
  const listeners = countListeners()
  const resources = await listResources()
  return {
    async isUnchanged() {
      const running = await listResources()
      return (
        running === resources &&
        countListeners() === listeners &&
        [...shapes.values()].every(hasShape) &&
        intrinsics.every(object => Object.isFrozen(object))
      )
    },
  }
}

/** All reachable built-in objects: constructors, prototypes, namespaces, and those without a global name. */
function findIntrinsics(): object[] {
  const unnamed = [
    Object.getPrototypeOf(async () => {}),
    Object.getPrototypeOf(function* () {}),
    Object.getPrototypeOf(async function* () {}),
    Object.getPrototypeOf(Uint8Array),
    ...[
      [][Symbol.iterator](),
      new Map().keys(),
      new Set().keys(),
      ''[Symbol.iterator](),
      'a'.matchAll(/a/g),
    ].map(iterator => Object.getPrototypeOf(iterator)),
    Object.getPrototypeOf([].values().map(value => value)),
    Object.getPrototypeOf(Iterator.from({ next: () => ({ done: true, value: 0 }) })),
  ]
  const named = languageNames.map(name => Reflect.get(globalThis, name))
  const found = new Set<object>()
  const open: unknown[] = [...unnamed, ...named]
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    if (!isObject(value) || found.has(value)) continue
    found.add(value)
    open.push(Object.getPrototypeOf(value))
    for (const { value: inner, get, set } of Object.values(allProperties(value))) open.push(inner, get, set)
  }
  return [...found]
}

/** As listed in ECMAScript 19.1 to 19.4, without `globalThis` and Node's own globals. */
const languageNames =
  'Object Function Array String Number Boolean Symbol BigInt Math Date RegExp Promise Proxy Reflect JSON Map Set WeakMap WeakSet WeakRef FinalizationRegistry Iterator Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError ArrayBuffer SharedArrayBuffer DataView Atomics Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array Intl WebAssembly parseInt parseFloat isNaN isFinite decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval'
    .split(' ')
    .filter(name => name in globalThis)

function errorPrototypes(): object[] {
  return [Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError].map(
    kind => kind.prototype,
  )
}

/**
 * Assigning a property fails when a frozen prototype has one of the same name. Libraries do this with `toString`,
 * `constructor` and the `name` of errors. A setter defines the property on the object itself instead.
 */
function allowOverrides(prototype: object): void {
  for (const [key, { value, writable, configurable, enumerable }] of entriesOf(prototype)) {
    if (writable !== true || configurable !== true) continue
    Object.defineProperty(prototype, key, {
      get: () => value,
      set(this: unknown, own: unknown) {
        if (this === prototype) throw new TypeError(`${String(key)} of a shared prototype cannot be changed`)
        if (isObject(this))
          Object.defineProperty(this, key, {
            value: own,
            writable: true,
            enumerable: true,
            configurable: true,
          })
      },
      enumerable: enumerable ?? false,
      configurable: true,
    })
  }
}

/**
 * Records an object and the functions, classes, prototypes and plain containers reachable from it, except frozen ones.
 */
function remember(value: unknown, isFrozen: ReadonlySet<object>, shapes: Map<object, Shape>): void {
  if (!isObject(value) || isFrozen.has(value) || shapes.has(value)) return
  const properties = new Map(entriesOf(value).filter(([key]) => !changedByNode.has(key)))
  const prototype = Object.getPrototypeOf(value)
  const members = membersOf(value)
  shapes.set(value, { object: value, prototype, properties, members })
  for (const member of members) if (isTable(member)) remember(member, isFrozen, shapes)
  for (const [key, { value: inner, get, set }] of properties)
    for (const next of [inner, get, set])
      if (typeof next === 'function' || (key === 'prototype' && isObject(next)) || isTable(next))
        remember(next, isFrozen, shapes)
}

/** Containers in which libraries keep options, names and caches. */
function isTable(value: unknown): value is object {
  if (!isObject(value)) return false
  const prototype = Object.getPrototypeOf(value)
  return [Object.prototype, Array.prototype, Map.prototype, Set.prototype, null].includes(prototype)
}

function membersOf(value: object): unknown[] {
  if (value instanceof Map) return [...value.keys(), ...value.values()]
  return value instanceof Set ? [...value] : []
}

function hasShape({ object, prototype, properties, members }: Shape): boolean {
  if (Object.getPrototypeOf(object) !== prototype) return false
  const now = membersOf(object)
  if (now.length !== members.length || now.some((member, at) => !Object.is(member, members[at]))) return false
  const keys = Reflect.ownKeys(object).filter(key => !changedByNode.has(key))
  return keys.length === properties.size && keys.every(key => isSame(object, key, properties.get(key)))
}

function isSame(object: object, key: PropertyKey, was: PropertyDescriptor | undefined): boolean {
  const is = Reflect.getOwnPropertyDescriptor(object, key)
  if (was === undefined || is === undefined) return false
  return (
    Object.is(is.value, was.value) &&
    is.get === was.get &&
    is.set === was.set &&
    is.writable === was.writable &&
    is.enumerable === was.enumerable &&
    is.configurable === was.configurable
  )
}

/** Lists what is still pending after everything that was due has run. */
async function listResources(): Promise<string> {
  for (let turn = 0; turn < 3; turn += 1) await setImmediate()
  return process.getActiveResourcesInfo().sort().join()
}

function countListeners(): string {
  return process
    .eventNames()
    .map(name => `${String(name)}:${process.listenerCount(name)}`)
    .sort()
    .join()
}

function entriesOf(object: object): [PropertyKey, PropertyDescriptor][] {
  const properties = allProperties(object)
  return Reflect.ownKeys(properties).map(key => [key, Reflect.get(properties, key)])
}

function allProperties(object: object): Record<PropertyKey, PropertyDescriptor> {
  return Object.getOwnPropertyDescriptors(object)
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
