import type { CodeAttribute, CodeClass, CodeExpression, CodeFile, CodeType } from '../model/code.ts'
import { emptyClass } from '../model/empty-code.ts'
import { expressionOf, isAttrs, keepsMembers } from './decorators.ts'
import { inferRecord, unnamedFunction } from './make-value.ts'
import { nativeClass, nativeLineage, nativePath, scriptClass } from './native-class.ts'
import {
  type ClassPart,
  type ClassReference,
  expandAlias,
  guarded,
  type Lineage,
  type Value,
  type World,
} from './values.ts'

const harmlessDecorators =
  /^(default|(\w+\.)*(dataclass|total_ordering|final|runtime_checkable|unique|dataclass_transform|python_2_unicode_compatible|_simple_enum|global_enum|add_metaclass|implementer|implementer_only|provider|skip\w*)\b.*)$/

/** Base classes that only type checkers use. */
const markers = new Set(['Generic', 'Protocol', 'ABC', 'object', 'Hashable', 'Sized'])

/** A class and all its ancestors, nearest first, in Python's method resolution order. */
export function lineageOf(world: World, of: ClassReference): Lineage {
  const [first] = of.parts
  const open: Lineage = {
    parts: of.parts,
    builtins: [],
    records: [],
    metas: [],
    isOpen: true,
    isClassOpen: true,
  }
  if (!first) return open
  const isBound = of.parts.some(({ types }) => types !== undefined)
  const known = isBound ? world.families.get(of) : world.lineages.get(first.definition)
  if (known) return known
  const lineage = guarded(
    world,
    { key: `${first.file.hash} ${of.name} ${first.definition.line} lineage`, otherwise: open },
    () => {
      const added = first.file.language === 'python' ? [] : world.view.additionsTo(of.name)
      const others = added.filter(({ definition }) => of.parts.every(part => part.definition !== definition))
      const all = [...of.parts, ...others]
      const own = all.map(part => describePart(world, part))
      const bases = own.flatMap(({ bases: list }) => list)
      return {
        parts: keepLast([...all, ...bases.flatMap(({ parts }) => parts)]),
        builtins: [...new Set(bases.flatMap(({ builtins }) => builtins))],
        records: bases.flatMap(({ records }) => records),
        metas: joinMetas([...own, ...bases]),
        isOpen: own.some(part => part.isOpen) || bases.some(base => base.isOpen),
        isClassOpen: own.some(part => part.isClassOpen) || bases.some(base => base.isClassOpen),
      }
    },
  )
  if (lineage !== open && isBound) world.families.set(of, lineage)
  else if (lineage !== open) world.lineages.set(first.definition, lineage)
  return lineage
}

/** A class that several bases share comes after all of them, as in Python's method resolution order. */
function keepLast(parts: readonly ClassPart[]): ClassPart[] {
  return parts.filter((part, at) => parts.findLastIndex(other => other.definition === part.definition) === at)
}

function describePart(world: World, part: ClassPart) {
  const { definition, file } = part
  const isPython = file.language === 'python'
  const place = { file, receiver: null, owner: null }
  const metas = isPython ? metaclassesOf(world, definition, file) : []
  const isDecorated =
    isPython &&
    definition.decorators.some(
      decorator =>
        !harmlessDecorators.test(decorator) &&
        !isAttrs(decorator, file) &&
        !keepsMembers(world, decorator, place),
    )
  // Members of a namespace that is merged with a class belong to the class, not to its instances.
  const isOwnOpen = definition.isDynamic && definition.kind !== 'namespace'
  const isOpen = isOwnOpen || isDecorated || metas === null || isBroken(part)
  return {
    bases: definition.bases.flatMap(base => (base.isImplemented ? [] : baseLineage(world, base, part))),
    metas,
    isOpen,
    // An index signature applies to instances, not to the class itself.
    isClassOpen:
      definition.kind === 'namespace'
        ? definition.isDynamic
        : isOpen && !(definition.kind === 'class' && /^tsx$|^typescript$/.test(file.language)),
  }
}

/** Whether a syntax error inside the class may have hidden members. */
function isBroken({ definition: { line, endLine }, file }: ClassPart): boolean {
  const isInside = (at: number) => at >= line && at <= endLine
  return file.language !== 'python' && file.problems.some(problem => isInside(problem.line))
}

function baseLineage(world: World, base: CodeType, part: ClassPart): Lineage[] {
  const { file } = part
  const { shape } = base
  const closed: Lineage = {
    parts: [],
    builtins: [],
    records: [],
    metas: [],
    isOpen: false,
    isClassOpen: false,
  }
  const open: Lineage = { ...closed, isOpen: true, isClassOpen: true }
  const target = shape.kind === 'index' ? shape.object : shape
  const name = target.kind === 'name' ? target.name : target.kind === 'member' ? target.name : ''
  if (file.language === 'python') {
    if (markers.has(name)) return [closed]
    if (name === 'NamedTuple')
      return [
        {
          ...closed,
          builtins: ['tuple'],
          records: [
            { kind: 'record', name: '', fields: [], hasDefaults: true, isInstance: false, isEnum: false },
          ],
        },
      ]
    if (name === 'TypedDict') return [{ ...closed, builtins: ['dict'] }]
    if (shape.kind === 'call' && isWithMetaclass(shape.callee)) {
      const [meta, ...bases] = shape.arguments.map(argument => argument.value)
      const metas = meta ? metaclassNamed(world, dottedPath(meta), file) : null
      const families = bases.flatMap(one => baseLineage(world, { text: '', shape: one }, part))
      return [{ ...closed, metas, isOpen: metas === null, isClassOpen: metas === null }, ...families]
    }
    if (shape.kind === 'call') {
      const record = inferRecord(shape)
      return record?.kind === 'record' ? [{ ...closed, builtins: ['tuple'], records: [record] }] : [open]
    }
  }
  const value =
    file.language === 'python'
      ? world.infer(shape, { file, receiver: null, owner: null })
      : scriptBase(world, shape, part)
  // In Python, an instance can only be a base class through a metaclass.
  if (file.language === 'python' && value.kind === 'instance') return [open]
  if (file.language !== 'python' && value.kind === 'native') return [nativeBase(value.path, open)]
  const native =
    file.language !== 'python' && value.kind === 'unknown' && !isShadowed(file, name)
      ? scriptClass(name)
      : null
  return native ? [nativeBase(native, open)] : lineageOfValue(world, value, open)
}

/** The value of a base class, in which the type parameters of the class are known. */
function scriptBase(world: World, shape: CodeType['shape'], part: ClassPart): Value {
  const { definition, file, types } = part
  const place = { file, receiver: null, owner: { name: definition.name, parts: [part] }, types }
  return expandAlias(world, world.valueOfType(shape, place))
}

/** Whether the file defines something under the name. */
function isShadowed(file: CodeFile, name: string): boolean {
  return [...file.classes, ...file.functions, ...file.variables].some(one => one.name === name)
}

function lineageOfValue(world: World, value: Value, open: Lineage): Lineage[] {
  switch (value.kind) {
    case 'class':
    case 'instance':
      return [lineageOf(world, value.of)]
    case 'builtin_class':
      return [nativeBase(value.type, open)]
    case 'native':
      return value.isInstance ? [open] : [nativeBase(nativePath(value.path), open)]
    case 'record':
      return [{ ...open, builtins: ['tuple'], records: [value], isOpen: false, isClassOpen: false }]
    case 'awaitable':
      return [nativeBase(scriptClass('Promise') ?? '', open)]
    case 'builtin': {
      const path = value.through === undefined ? null : scriptClass(value.type)
      return [path ? nativeBase(path, open) : open]
    }
    case 'object':
      return [objectLineage(value, open)]
    case 'module':
      return value.files.length > 0 ? [moduleLineage(value.files, open)] : [open]
    case 'union':
    case 'all':
      return value.options.flatMap(option => lineageOfValue(world, option, open))
    default:
      return [open]
  }
}

/** `interface Options extends Shared`, where `Shared` is an alias of an object type. */
function objectLineage(
  { entries, isOpen, file, types }: Extract<Value, { kind: 'object' }>,
  open: Lineage,
): Lineage {
  const methods = entries.flatMap(({ name, signature, line }) =>
    signature ? [{ ...unnamedFunction(signature), name, line, isStatic: false }] : [],
  )
  const attributes = entries.flatMap(({ name, value, signature, isOptional, line }): CodeAttribute[] => {
    const type = value ? { text: '', shape: value } : null
    const known = { kind: 'field', value: null, default: null, isStatic: false, isPrivate: false } as const
    return signature ? [] : [{ ...known, name, type, isExported: true, isOptional, line }]
  })
  const definition = { ...moduleAsClass(file), methods, attributes }
  return { ...open, parts: [{ file, definition, types }], isOpen, isClassOpen: isOpen }
}

/** `interface Api extends Methods`, where `Methods` is the type of a whole module. */
function moduleLineage(files: readonly CodeFile[], open: Lineage): Lineage {
  const isWhole = files.every(file => !file.isDynamic && file.imports.every(one => !one.isReExport))
  return {
    ...open,
    parts: files.map(file => ({ file, definition: moduleAsClass(file) })),
    isOpen: !isWhole,
    isClassOpen: !isWhole,
  }
}

function moduleAsClass(file: CodeFile): CodeClass {
  return {
    ...emptyClass,
    name: file.module,
    kind: 'interface',
    methods: file.functions.filter(({ isExported }) => isExported),
    attributes: file.variables
      .filter(({ isExported }) => isExported)
      .map(one => ({ ...one, isStatic: false })),
    isExported: true,
    doc: file.doc,
    line: 1,
    endLine: file.lineCount,
  }
}

/** Open when a class of the family is not known or has `__getattr__`. */
function nativeBase(path: string, open: Lineage): Lineage {
  const family = nativeLineage(path)
  const classes = family.map(nativeClass)
  const isOpen = classes.some(one => one === null || one.members.has('__getattr__'))
  return { ...open, builtins: family, isOpen, isClassOpen: isOpen }
}

const harmlessMetaclasses = /(^|\.)(ABCMeta|EnumMeta|EnumType|type|_ABC|_ProtocolMeta|\w*Meta\(.*\))$/

/** The lineage of a class's metaclass. Empty for those that add no members; null when it is not known. */
function metaclassesOf(world: World, definition: CodeClass, file: CodeFile): Lineage['metas'] {
  const added = definition.decorators.flatMap(text => /\badd_metaclass\((.*)\)$/.exec(text)?.[1] ?? [])
  const { metaclass } = definition.keywords
  const named = metaclass === undefined ? added : [...added, metaclass]
  const families = named.map(text => ({ metas: metaclassNamed(world, text, file) }))
  return joinMetas(families)
}

function metaclassNamed(world: World, text: string, file: CodeFile): Lineage['metas'] {
  if (harmlessMetaclasses.test(text)) return []
  if (!/^[\w.]+$/.test(text)) return null
  const value = world.infer(expressionOf(text), { file, receiver: null, owner: null })
  if (value.kind !== 'class') return null
  const { parts, isOpen } = lineageOf(world, value.of)
  return isOpen ? null : parts
}

/** `with_metaclass(Meta, Base)`, the form that also ran on Python 2. */
function isWithMetaclass(callee: CodeExpression): boolean {
  return dottedPath(callee).split('.').at(-1) === 'with_metaclass'
}

function dottedPath(path: CodeExpression): string {
  if (path.kind === 'member') return `${dottedPath(path.object)}.${path.name}`
  return path.kind === 'name' ? path.name : '…'
}

/** All metaclasses of a lineage; null when one of them is not known. */
function joinMetas(all: readonly Pick<Lineage, 'metas'>[]): Lineage['metas'] {
  return all.some(({ metas }) => metas === null) ? null : keepLast(all.flatMap(({ metas }) => metas ?? []))
}
