import type { CodeClass, CodeFile, CodeFunction } from '../model/code.ts'
import type { CodePackage, CodeRepository } from '../model/code-graph.ts'
import { findAlias, findEntry, findPath, type Known, type Place } from './find-entry.ts'
import { joinPath, namespacedName } from './import-names.ts'

export type ModuleFound =
  | { kind: 'found'; files: readonly CodeFile[]; name: string }
  /** No repository has a module of that name. */
  | { kind: 'external' }
  /** It may exist, but was not parsed. */
  | { kind: 'unsure' }
  | { kind: 'missing'; siblings: readonly string[] }

/** The code that scripts are checked against. Everything is in memory, so that checking never waits. */
export interface GraphView {
  /** Finds a module by the name in an import; `from` is null for a script, whose relative imports are unknown. */
  findModule(written: string, from: CodeFile | null): ModuleFound
  /** The submodule of a Python package; null when there is none. */
  findSubmodule(module: string, name: string): readonly CodeFile[] | null
  /** The repository of a file; null for the script itself. */
  repositoryOf(file: CodeFile): string | null
  /** What scripts import to use a file: its module in Python, its package elsewhere. */
  libraryOf(file: CodeFile): string
  /** Whether the file is CommonJS, so that a default import is the whole module. */
  isCommonJs(file: CodeFile): boolean
  /** The members that `declare module` adds to classes and interfaces of that name. */
  additionsTo(name: string): readonly Addition[]
  /** The classes of this name in all repositories. */
  classesNamed(name: string): readonly CodeClass[]
  /** The functions and methods of this name in all Python modules, with the top module of each. */
  functionsNamed(name: string): readonly NamedFunction[]
  /** The classes whose bases have this name, whatever it is called by (`pkg.Name`, `Name[T]`). */
  classesBelow(name: string): readonly CodeClass[]
  /** Top-level names that scripts can import. */
  readonly roots: readonly string[]
}

export type NamedFunction = { definition: CodeFunction; root: string }

type Addition = { definition: CodeClass; file: CodeFile }

/** Makes a view of whole repositories. */
export function graphView(repositories: readonly CodeRepository[]): GraphView {
  const modules = new Map<string, CodeFile[]>()
  /** The same files by their whole paths: outer folders may be namespace packages. */
  const namespaced = new Map<string, CodeFile[]>()
  const namespaces = new Map<string, Set<string>>()
  const natives = new Set<string>()
  const packages = new Map<string, Known>()
  const places = new Map<CodeFile, Place>()
  const additions = new Map<string, Addition[]>()
  for (const repository of repositories) {
    const place: Place = { repository, paths: new Map(repository.files.map(file => [file.path, file])) }
    for (const one of repository.packages)
      if (one.name !== '' && !packages.has(one.name)) packages.set(one.name, { package: one, place })
    for (const name of repository.nativeModules) {
      if (name.includes('/')) continue
      natives.add(name)
      addParents(name, namespaces)
    }
    for (const file of repository.files) {
      places.set(file, place)
      if (file.language !== 'python') {
        addAdditions(file, additions)
        continue
      }
      modules.set(file.module, [...(modules.get(file.module) ?? []), file])
      addParents(file.module, namespaces)
      const whole = namespacedName(file.path)
      if (whole !== file.module) namespaced.set(whole, [...(namespaced.get(whole) ?? []), file])
    }
  }

  let called: Map<string, NamedFunction[]> | null = null
  function functions(): Map<string, NamedFunction[]> {
    if (called) return called
    const python = repositories.flatMap(({ files }) => files.filter(({ language }) => language === 'python'))
    called = Map.groupBy(
      python.flatMap(({ module, functions: own, classes: types }) =>
        [...own, ...types.flatMap(({ methods }) => methods)].map(definition => ({
          definition,
          root: module.split('.')[0] ?? module,
        })),
      ),
      ({ definition }) => definition.name,
    )
    return called
  }

  let byBase: Map<string, CodeClass[]> | null = null
  function below(): Map<string, CodeClass[]> {
    if (byBase) return byBase
    byBase = new Map()
    for (const one of [...classes().values()].flat())
      for (const { text } of one.bases) {
        const name = /(\w+)\s*(?:[[<].*)?$/s.exec(text)?.[1] ?? ''
        const found = byBase.get(name)
        if (found) found.push(one)
        else byBase.set(name, [one])
      }
    return byBase
  }

  let byName: Map<string, CodeClass[]> | null = null
  function classes(): Map<string, CodeClass[]> {
    byName ??= Map.groupBy(
      repositories.flatMap(({ files }) => files.flatMap(file => file.classes)),
      ({ name }) => name,
    )
    return byName
  }

  /** PEP 399: a C module `_thing` has a Python version `_pything` with the same names. */
  function twinOf(name: string): CodeFile[] | undefined {
    return /^_[a-z]/.test(name) && !natives.has(name) ? modules.get(`_py${name.slice(1)}`) : undefined
  }

  function findPython(written: string, from: CodeFile | null): ModuleFound {
    const name = absoluteName(written, from)
    if (name === null) return { kind: 'unsure' }
    const files = modules.get(name) ?? namespaced.get(name) ?? twinOf(name)
    if (files) return { kind: 'found', files, name }
    if (natives.has(name)) return { kind: 'unsure' }
    if (namespaces.has(name)) return { kind: 'found', files: [], name }
    const top = name.split('.')[0] ?? name
    const parents = parentsOf(name)
    const isNamespaced = parents.some(parent => namespaced.has(parent))
    if (!modules.has(top) && !namespaces.has(top) && !isNamespaced) return { kind: 'external' }
    if (natives.has(top)) return { kind: 'unsure' }
    for (const parent of parents) {
      const found = modules.get(parent) ?? namespaced.get(parent)
      if (found?.some(makesModules)) return { kind: 'unsure' }
      if (found || namespaces.has(parent))
        return {
          kind: 'missing',
          siblings: [...(namespaces.get(parent) ?? [])].map(one => `${parent}.${one}`),
        }
    }
    return { kind: 'missing', siblings: [] }
  }

  function findScript(written: string, from: CodeFile | null): ModuleFound {
    if (written.startsWith('.')) {
      const place = from && places.get(from)
      if (!from || !place) return { kind: 'unsure' }
      const file = findPath(place, joinPath(from.path.split('/').slice(0, -1).join('/'), written))
      return file ? { kind: 'found', files: [file], name: written } : { kind: 'unsure' }
    }
    const inside = findPrivate(written, from)
    if (inside) return inside
    const parts = written.split('/')
    const name = parts.slice(0, written.startsWith('@') ? 2 : 1).join('/')
    const subpath = written === name ? '.' : `./${written.slice(name.length + 1)}`
    const typed = packages.get(typesPackage(name))
    const declared = typed ? findOffered(typed, subpath, written) : null
    const known = packages.get(name)
    if (!known) return declared ?? { kind: 'external' }
    const own = findOffered(known, subpath, written)
    // A package's own declarations come first, then those of @types, then its code.
    return declared?.kind === 'found' && !isTyped(own) ? declared : own
  }

  function findOffered(known: Known, subpath: string, written: string): ModuleFound {
    const found = findEntry(known, subpath)
    if (found.kind === 'found') return { kind: 'found', files: [found.file], name: written }
    if (found.kind === 'unsure') return found
    // Only a closed package lists what it offers.
    const { name, entries, isClosed } = known.package
    const offered = isClosed ? Object.keys(entries).filter(one => entries[one] !== '') : []
    return { kind: 'missing', siblings: offered.map(one => one.replace('.', name)) }
  }

  /** What a name means inside the packages that a file is part of; null where none of them defines it. */
  function findPrivate(written: string, from: CodeFile | null): ModuleFound | null {
    const place = from && places.get(from)
    if (!from || !place) return null
    for (const home of homesOf(from)) {
      const file = home.aliases ? findAlias({ package: home, place }, written) : null
      if (file) return { kind: 'found', files: [file], name: written }
    }
    return written.startsWith('#') ? { kind: 'unsure' } : null
  }

  /** The packages that a file is part of, the nearest first. */
  function homesOf(file: CodeFile): CodePackage[] {
    const packages = places.get(file)?.repository.packages ?? []
    return packages
      .filter(({ root }) => root === '' || file.path.startsWith(`${root}/`))
      .toSorted((a, b) => b.root.length - a.root.length)
  }

  /** The nearest package that a file is part of. */
  function homeOf(file: CodeFile): CodePackage | undefined {
    // A tsconfig.json alone makes no package.
    return homesOf(file).find(({ entries }) => Object.keys(entries).length > 0)
  }

  return {
    findModule: (written, from) =>
      from === null || from.language === 'python' ? findPython(written, from) : findScript(written, from),
    findSubmodule(module, name) {
      const full = `${module}.${name}`
      return (
        modules.get(full) ?? namespaced.get(full) ?? (namespaces.has(full) || natives.has(full) ? [] : null)
      )
    },
    libraryOf: file => (file.language === 'python' ? file.module : (homeOf(file)?.name ?? file.module)),
    repositoryOf: file => places.get(file)?.repository.name ?? null,
    isCommonJs(file) {
      if (/\.(d\.)?cts$|\.cjs$/.test(file.path)) return true
      if (/\.(d\.)?mts$|\.mjs$/.test(file.path)) return false
      const home = homeOf(file)
      return home ? !home.isModule : false
    },
    additionsTo: name => additions.get(name) ?? [],
    classesNamed: name => classes().get(name) ?? [],
    functionsNamed: name => functions().get(name) ?? [],
    classesBelow: name => below().get(name) ?? [],
    roots: [...new Set([...namespaces.keys(), ...modules.keys()].filter(name => !name.includes('.')))]
      .concat([...packages.keys()])
      .sort(),
  }
}

function addAdditions(file: CodeFile, additions: Map<string, Addition[]>): void {
  for (const space of file.classes)
    if (space.kind === 'namespace' && space.name.startsWith('module:'))
      for (const definition of space.classes)
        if (definition.kind !== 'type' && definition.kind !== 'enum')
          additions.set(definition.name, [...(additions.get(definition.name) ?? []), { definition, file }])
}

function makesModules({ spreads }: CodeFile): boolean {
  return spreads.some(spread => spread.kind === 'literal' && spread.type === 'modules')
}

function addParents(module: string, namespaces: Map<string, Set<string>>): void {
  const parts = module.split('.')
  for (let length = 1; length < parts.length; length++) {
    const parent = parts.slice(0, length).join('.')
    const children = namespaces.get(parent) ?? new Set()
    children.add(parts[length] ?? '')
    namespaces.set(parent, children)
  }
}

/** `..x` in `a.b.c` is `a.x`; in a package, one dot is the package itself. */
function absoluteName(written: string, from: CodeFile | null): string | null {
  const dots = /^\.*/.exec(written)?.[0].length ?? 0
  if (dots === 0) return written
  if (!from) return null
  const isPackage = /(^|\/)__init__\.pyi?$/.test(from.path)
  const base = from.module.split('.')
  const kept = base.slice(0, base.length - dots + (isPackage ? 1 : 0))
  if (kept.length === 0) return null
  return [...kept, written.slice(dots)].filter(Boolean).join('.')
}

/** The packages that contain a module, innermost first. */
function parentsOf(name: string): string[] {
  const parts = name.split('.')
  return parts.slice(1).map((_, at) => parts.slice(0, parts.length - 1 - at).join('.'))
}

/** The package with the types of an untyped package: `@types/koa__router` for `@koa/router`. */
function typesPackage(name: string): string {
  return `@types/${name.replace(/^@/, '').replace('/', '__')}`
}

function isTyped(module: ModuleFound): boolean {
  return module.kind === 'found' && module.files.some(({ language }) => language !== 'javascript')
}
