import type { GraphView } from '../graph/graph-view.ts'
import type { CodeClass, CodeEntry, CodeExpression, CodeFile, CodeFunction } from '../model/code.ts'

/** A class with all its declarations: merged interfaces, variants for different platforms. */
export type ClassReference = { name: string; parts: readonly ClassPart[] }
export type ClassPart = { definition: CodeClass; file: CodeFile; types?: TypeScope | undefined }

/** The values of type parameters, by name. A missing one is not known. */
export type TypeScope = ReadonlyMap<string, Value>

/** A member of an object, with the type parameters of its type, or with its value. */
type ObjectEntry = CodeEntry & { held?: Value }

/** The known value of an expression. */
export type Value =
  /** `isAny` where the type is written as `any`. */
  | { kind: 'unknown'; isAny?: true }
  | { kind: 'nothing' }
  | { kind: 'module'; name: string; files: readonly CodeFile[] }
  | { kind: 'class'; of: ClassReference }
  | { kind: 'instance'; of: ClassReference }
  | {
      kind: 'function'
      functions: readonly CodeFunction[]
      file: CodeFile
      owner: ClassReference | null
      receiver: Value | null
      types?: TypeScope | undefined
    }
  /**
   * A value of a built-in type; `element` is the value of its items. `through` is the module whose
   * declarations say so: only then is a missing member wrong. `text` is the value of a literal type.
   */
  | { kind: 'builtin'; type: string; element: Value; through?: string; text?: string }
  | { kind: 'builtin_class'; type: string }
  /** Something outside the graph, by its dotted path. It is judged only where a module of the graph exports it (`through`). */
  | { kind: 'native'; path: string; through: string | null; isInstance: boolean }
  | { kind: 'awaitable'; of: Value; through?: string }
  /** An object literal or object type, with the file its types are written in. */
  | {
      kind: 'object'
      entries: readonly ObjectEntry[]
      isOpen: boolean
      file: CodeFile
      types?: TypeScope | undefined
    }
  /** A class that a call such as `namedtuple(…)` creates. */
  | {
      kind: 'record'
      name: string
      fields: readonly string[]
      hasDefaults: boolean
      isInstance: boolean
      isEnum: boolean
    }
  | { kind: 'union'; options: readonly Value[] }
  | { kind: 'all'; options: readonly Value[] }

export type Found =
  | {
      status: 'found'
      value: Value /** Where a member was found; null for language built-ins. */
      owner: ClassPart | null
    }
  | { status: 'missing'; candidates: readonly string[] }
  | { status: 'unsure' }

/** The graph as one check sees it, with cached results. */
export type World = {
  view: GraphView
  /** Names that are being resolved: one that depends on itself is unknown. */
  active: Set<string>
  depth: number
  lineages: Map<CodeClass, Lineage>
  /** Lineages of classes whose type parameters are set. */
  families: WeakMap<ClassReference, Lineage>
  /** Types visited since the outermost one: some types are infinite. */
  steps: number
  // Inference is one recursion over several files. A file calls those that import it through these.
  infer(expression: CodeExpression, place: Place): Value
  valueOfType(shape: CodeExpression, place: Place): Value
  memberOf(value: Value, name: string): Found
}

/** Where an expression is written: its file, and the object whose method or class body it belongs to. */
export type Place = {
  file: CodeFile
  receiver: Value | null
  owner: ClassReference | null
  types?: TypeScope | undefined
}

/** A class and all its ancestors, nearest first. */
export type Lineage = {
  parts: readonly ClassPart[]
  builtins: readonly string[]
  records: readonly Extract<Value, { kind: 'record' }>[]
  /** Its metaclasses that have source; null when one of them is not known. */
  metas: readonly ClassPart[] | null
  /** Whether unknown members may exist: bases or decorators without source, dynamic classes. */
  isOpen: boolean
  /** The same for the class object itself: metaclasses add names there. */
  isClassOpen: boolean
}

export const unknown: Value = { kind: 'unknown' }
export const anything: Value = { kind: 'unknown', isAny: true }
export const nothing: Value = { kind: 'nothing' }
export const unsure: Found = { status: 'unsure' }

export function found(value: Value, owner: ClassPart | null = null): Found {
  return { status: 'found', value, owner }
}

export function unionOf(values: readonly Value[]): Value {
  const flat = values.flatMap(value => (value.kind === 'union' ? value.options : [value]))
  const telling = flat.filter(value => value.kind !== 'nothing')
  const [first] = telling
  if (!first) return flat.length > 0 ? nothing : unknown
  const untold = telling.filter(value => value.kind === 'unknown')
  if (untold.length > 0) return untold.every(value => value.isAny) ? (untold[0] ?? unknown) : unknown
  const different = telling.filter((value, at) => telling.findIndex(other => isSame(value, other)) === at)
  return different.length === 1 ? first : { kind: 'union', options: different }
}

function isSame(a: Value, b: Value): boolean {
  if (a === b) return true
  if (a.kind === 'instance' && b.kind === 'instance')
    return (
      a.of.parts[0]?.definition === b.of.parts[0]?.definition && a.of.parts[0]?.types === b.of.parts[0]?.types
    )
  if (a.kind === 'class' && b.kind === 'class') return a.of.parts[0]?.definition === b.of.parts[0]?.definition
  if (a.kind === 'builtin' && b.kind === 'builtin') return a.type === b.type && a.text === b.text
  return a.kind === b.kind && (a.kind === 'unknown' || a.kind === 'nothing')
}

/** Runs a resolution; returns `otherwise` when the one with this key is already running or too deep. */
export function guarded<T>(world: World, { key, otherwise }: { key: string; otherwise: T }, run: () => T): T {
  if (world.active.has(key) || world.depth > 40) return otherwise
  world.active.add(key)
  world.depth++
  try {
    return run()
  } finally {
    world.active.delete(key)
    world.depth--
  }
}

/** Replaces an instance of a type alias by the value of the aliased type. */
export function expandAlias(world: World, value: Value): Value {
  if (value.kind !== 'instance') return value
  const part = value.of.parts.find(({ definition }) => definition.kind === 'type')
  const alias = part?.definition.alias
  if (!part || !alias) return value
  const place: Place = { file: part.file, receiver: null, owner: value.of, types: part.types }
  const key = `${part.file.hash} ${value.of.name} ${part.definition.line} alias`
  // An alias may refer to itself with other arguments, any number of times.
  const free = [0, 1, 2].find(level => !world.active.has(`${key} ${level}`))
  if (free === undefined) return unknown
  return guarded<Value>(world, { key: `${key} ${free}`, otherwise: unknown }, () =>
    expandAlias(world, world.valueOfType(alias.shape, place)),
  )
}
