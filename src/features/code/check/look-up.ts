import type { CodeFile, CodeImport } from '../model/code.ts'
import { indexOf } from './file-index.ts'
import { inferAttribute, namespaceMember } from './infer-attribute.ts'
import { nativeStatus, nodeValue, ofOnePlatform } from './native-members.ts'
import { builtinClasses, moduleMembers } from './python-builtins.ts'
import { type Found, found, guarded, unionOf, unknown, unsure, type Value, type World } from './values.ts'

/** Looks a name up as code inside the file sees it: definitions, imports, star imports, built-ins. */
export function lookUpInside(world: World, file: CodeFile, name: string): Found {
  const inside = lookUp(world, file, { name, side: 'inside' })
  if (inside.status !== 'missing' || file.language !== 'python') return inside
  return builtinClasses[name] ? found({ kind: 'builtin_class', type: name }) : inside
}

/** Looks a name up as other files see it: `module.name`, `from module import name`. */
export function lookUpOutside(
  world: World,
  { files, name: module }: { files: readonly CodeFile[]; name: string },
  name: string,
): Found {
  const isPython = files.every(file => file.language === 'python')
  const results = files.map(file => lookUp(world, file, { name, side: isPython ? 'inside' : 'exports' }))
  const values = results.flatMap(result => (result.status === 'found' ? result.value : []))
  if (values.length > 0) return found(values.find(value => value.kind !== 'unknown') ?? unknown)
  const submodule = isPython ? world.view.findSubmodule(module, name) : null
  if (submodule) return found({ kind: 'module', name: `${module}.${name}`, files: submodule })
  if (results.some(result => result.status === 'unsure')) return unsure
  // The Python version of a C module may lack names, and has no underscores before its base classes.
  if (files.some(file => isTwin(file, module))) {
    const bare = name.startsWith('_') ? lookUpOutside(world, { files, name: module }, name.slice(1)) : unsure
    return bare.status === 'found' ? bare : unsure
  }
  if (isPython) {
    // A name in `__all__` exists, however it is defined.
    if (moduleMembers.has(name) || files.some(file => listsName(file, name))) return found(unknown)
    if (files.length === 0) return unsure
  }
  if (name === 'default' && files.some(file => world.view.isCommonJs(file)))
    return found({ kind: 'module', name: module, files })
  return { status: 'missing', candidates: files.flatMap(file => namesOf(world, file)) }
}

function listsName(file: CodeFile, name: string): boolean {
  return file.language === 'python' && indexOf(file).exports.has(name)
}

function isTwin(file: CodeFile, module: string): boolean {
  return module.startsWith('_') && file.module === `_py${module.slice(1)}`
}

/** All names of a module, for suggestions. */
export function namesOf(world: World, file: CodeFile, depth = 0): string[] {
  const isPython = file.language === 'python'
  const own = [...file.classes, ...file.functions, ...file.variables]
    .filter(one => isPython || one.isExported)
    .map(({ name }) => name)
  const imported = file.imports.flatMap(one =>
    one.kind === 'all'
      ? depth < 3
        ? filesOf(world, file, one).flatMap(other => namesOf(world, other, depth + 1))
        : []
      : isPython || one.isReExport
        ? (one.alias ?? [])
        : [],
  )
  return [...new Set([...own, ...imported, ...(file.exports ?? []).map(({ name }) => name)])]
}

/** Where a name is looked up: in the file, as the code in it sees it, or among what it exports. */
type Side = 'inside' | 'exports'

type Sought = { name: string; side: Side }

function lookUp(world: World, file: CodeFile, { name, side }: Sought): Found {
  return guarded<Found>(world, { key: `${file.hash} ${name} ${side}`, otherwise: unsure }, () => {
    const isPython = file.language === 'python'
    if (side === 'exports') {
      const exported = lookUpExported(world, file, name)
      if (exported) return exported
    }
    const values = [
      ...definitionsOf(world, file, { name, side }),
      ...(side === 'inside' || isPython ? importsOf(world, file, name) : reExportsOf(world, file, name)),
    ]
    if (values.length > 0) return found(unionOf(values))
    const starred = lookUpStars(world, file, name)
    if (starred.status !== 'missing') return starred
    const spread = lookUpSpreads(world, file, name)
    if (spread.status !== 'missing') return spread
    return file.isDynamic ? unsure : starred
  })
}

function lookUpExported(world: World, file: CodeFile, name: string): Found | null {
  const clause = file.exports?.find(one => one.name === name)
  if (clause) {
    if (clause.local === name && name !== 'default' && name !== 'export=') {
      const inside = lookUp(world, file, { name: clause.local, side: 'inside' })
      return inside.status === 'missing' ? found(unknown) : inside
    }
    const inside = lookUp(world, file, { name: clause.local, side: 'inside' })
    return inside.status === 'found' ? inside : found(unknown)
  }
  const whole = file.exports?.find(one => one.name === 'export=')
  if (!whole || name === 'export=') return null
  if (name === 'default') return lookUp(world, file, { name: whole.local, side: 'inside' })
  // Members of the exported value are named exports; not all of them are always known.
  const parts = file.classes.filter(one => one.name === whole.local)
  const held = parts.flatMap(part =>
    part.kind === 'namespace'
      ? (namespaceMember(world, { definition: part, file }, name) ?? [])
      : [
          ...part.classes
            .filter(inner => inner.name === name)
            .map(inner => classValue(file, inner.name, [inner])),
          ...part.methods
            .filter(inner => inner.name === name && inner.isStatic)
            .map((one): Value => ({ kind: 'function', functions: [one], file, owner: null, receiver: null })),
          ...part.attributes
            .filter(inner => inner.name === name && inner.isStatic)
            .map(inner => inferAttribute(world, inner, { file, owner: null })),
        ],
  )
  if (held.length > 0) return found(unionOf(held))
  // A function merged with a namespace exports the members of the namespace only.
  const isWhole =
    parts.length > 0 &&
    parts.every(({ kind, isDynamic }) => kind === 'namespace' && !isDynamic) &&
    file.variables.every(one => one.name !== whole.local)
  if (isWhole) return null
  const inside = lookUp(world, file, { name: whole.local, side: 'inside' })
  if (inside.status !== 'found' || !isTold(inside.value)) return unsure
  const member = world.memberOf(inside.value, name)
  return member.status === 'missing' ? null : member
}

/** Whether the members of an `export =` value are known. */
function isTold({ kind }: Value): boolean {
  return kind === 'instance' || kind === 'object' || kind === 'all'
}

function definitionsOf(world: World, file: CodeFile, { name, side }: Sought): Value[] {
  const isSeen = (one: { isExported: boolean }) => side === 'inside' || one.isExported
  const index = indexOf(file)
  const classes = (index.classes.get(name) ?? []).filter(isSeen)
  const functions = (index.functions.get(name) ?? []).filter(isSeen)
  const variables = (index.variables.get(name) ?? []).filter(isSeen)
  const values: Value[] = []
  if (classes.length > 0) values.push(classValue(file, name, classes))
  if (functions.length > 0) values.push({ kind: 'function', functions, file, owner: null, receiver: null })
  // A type and a value may share a name; the value has more information.
  if (file.language !== 'python' && variables.length > 0) {
    const held = variables.map(variable => inferAttribute(world, variable, { file, owner: null }))
    if (classes.length > 0) return [{ kind: 'all', options: [...held, ...values] }]
    return held.some(value => value.kind !== 'unknown') || values.length === 0 ? held : values
  }
  if (file.language !== 'python' && functions.length > 0 && classes.length > 0)
    return [{ kind: 'all', options: values }]
  // A variable beside a class or function of the same name is a fallback: `X = None` adds no information.
  const isFallback = values.length > 0 || index.imports.has(name)
  const held = variables.map(variable => inferAttribute(world, variable, { file, owner: null }))
  return [...values, ...(isFallback ? held.filter(({ kind }) => kind !== 'nothing') : held.map(asUnknown))]
}

function asUnknown(value: Value): Value {
  return value.kind === 'nothing' ? unknown : value
}

function classValue(file: CodeFile, name: string, definitions: CodeFile['classes']): Value {
  return { kind: 'class', of: { name, parts: definitions.map(definition => ({ definition, file })) } }
}

function importsOf(world: World, file: CodeFile, name: string): Value[] {
  const all = indexOf(file).imports.get(name) ?? []
  const lasting = all.filter(one => !isOutdatedImport(world, file, one))
  const bound = lasting.length > 0 || definesName(file, name) ? lasting : all
  const values = bound.map(one => ({ one, value: followImport(world, file, one) }))
  // An optional C accelerator replaces the module's own definition and has the same members.
  const isReplaced = (one: CodeImport) => one.isGuarded && isPrivateModule(one.module)
  const defined = definesName(file, name)
  return values.flatMap(({ one, value }) => (isUntold(value) && isReplaced(one) && defined ? [] : [value]))
}

function isUntold({ kind }: Value): boolean {
  return kind === 'unknown' || kind === 'native'
}

function definesName(file: CodeFile, name: string): boolean {
  const { classes, functions } = indexOf(file)
  return classes.has(name) || functions.has(name)
}

function reExportsOf(world: World, file: CodeFile, name: string): Value[] {
  return (indexOf(file).reExports.get(name) ?? []).map(one => followImport(world, file, one))
}

/** The value that an import binds; unknown when it cannot be resolved. */
export function followImport(world: World, file: CodeFile, one: CodeImport): Value {
  if (one.kind === 'name') {
    const module = world.view.findModule(one.module, file)
    if (module.kind === 'external') return outside(world, file, `${one.module}.${one.name}`)
    if (module.kind !== 'found') return unknown
    // `from . import part` in a package's own file imports the submodule.
    const part = module.files.includes(file) ? world.view.findSubmodule(module.name, one.name ?? '') : null
    if (part) return { kind: 'module', name: `${module.name}.${one.name}`, files: part }
    const result = lookUpOutside(world, module, one.name ?? '')
    return result.status === 'found' ? result.value : unknown
  }
  const isWhole = one.alias !== null || file.language !== 'python'
  const written = isWhole ? one.module : (one.module.split('.')[0] ?? one.module)
  const module = world.view.findModule(written, file)
  if (module.kind === 'external') return outside(world, file, written)
  if (module.kind !== 'found') return unknown
  if (file.language !== 'python') {
    const whole = lookUpOutside(world, module, 'export=')
    if (whole.status === 'found') return whole.value
  }
  return { kind: 'module', name: module.name, files: module.files }
}

function outside(world: World, file: CodeFile, path: string): Value {
  const through = world.view.repositoryOf(file) === null ? null : file.module
  return file.language === 'python'
    ? { kind: 'native', path, through, isInstance: false }
    : nodeValue(path, through)
}

function lookUpStars(world: World, file: CodeFile, name: string): Found {
  if (file.language !== 'python' && name === 'default') return { status: 'missing', candidates: [] }
  let isUnsure = false
  const hits: Value[] = []
  for (const one of file.imports) {
    if (one.kind !== 'all' || one.isLocal) continue
    const module = world.view.findModule(one.module, file)
    if (module.kind === 'external' && file.language === 'python') {
      const native = nativeStatus(one.module, name, file.module)
      if (native.status === 'found') hits.push(native.value)
      isUnsure ||= native.status === 'unsure' && !(one.isGuarded && isPrivateModule(one.module))
      continue
    }
    if (module.kind !== 'found' || module.files.length === 0) {
      isUnsure ||= !(one.isGuarded && isPrivateModule(one.module))
      continue
    }
    for (const other of module.files) {
      if (!isOffered(other, name)) continue
      const result = lookUp(world, other, { name, side: file.language === 'python' ? 'inside' : 'exports' })
      if (result.status === 'found') hits.push(result.value)
      isUnsure ||= result.status === 'unsure' || (result.status === 'missing' && listsName(other, name))
    }
  }
  if (hits.length > 0) return found(unionOf(ofOnePlatform(hits)))
  return isUnsure ? unsure : { status: 'missing', candidates: [] }
}

function lookUpSpreads(world: World, file: CodeFile, name: string): Found {
  const place = { file, receiver: null, owner: null }
  const results = file.spreads.map((spread): Found => {
    if (spread.kind === 'literal' && spread.type === 'modules') return { status: 'missing', candidates: [] }
    if (spread.kind === 'literal' && spread.type === 'prefix')
      return name.startsWith(spread.text ?? '') ? unsure : { status: 'missing', candidates: [] }
    const value = world.infer(spread, place)
    if (value.kind !== 'native') return world.memberOf(value, name)
    return nativeStatus(value.path, name, file.module)
  })
  return (
    results.find(({ status }) => status === 'found') ??
    results.find(({ status }) => status === 'unsure') ?? { status: 'missing', candidates: [] }
  )
}

/** Whether a star import includes the name: it is in `__all__`, or public where there is no `__all__`. */
export function isOffered(file: CodeFile, name: string): boolean {
  if (file.language !== 'python') return name !== 'default'
  return file.exports ? indexOf(file).exports.has(name) : !name.startsWith('_')
}

function filesOf(world: World, file: CodeFile, one: CodeImport): readonly CodeFile[] {
  const module = world.view.findModule(one.module, file)
  return module.kind === 'found' ? module.files : []
}

function isPrivateModule(module: string): boolean {
  return (module.split('.').at(-1) ?? '').startsWith('_')
}

/** Modules that only Python 2 had. */
const outdated = new Set(
  `BaseHTTPServer CGIHTTPServer ConfigParser Cookie HTMLParser Queue SimpleHTTPServer SocketServer StringIO Tkinter
  UserDict UserList UserString __builtin__ cPickle cStringIO commands cookielib copy_reg dbhash dummy_thread exceptions
  htmlentitydefs httplib md5 repr robotparser sets sha thread tkFileDialog tkMessageBox urllib2 urlparse xmlrpclib`.split(
    /\s+/,
  ),
)

/** Whether a guarded import fails on every Python 3. */
function isOutdatedImport(world: World, file: CodeFile, one: CodeImport): boolean {
  if (file.language !== 'python' || !one.isGuarded) return false
  if (outdated.has(one.module)) return true
  const module = one.kind === 'name' ? world.view.findModule(one.module, file) : null
  if (module?.kind !== 'found' || module.files.length === 0) return false
  return lookUpOutside(world, module, one.name ?? '').status === 'missing'
}
