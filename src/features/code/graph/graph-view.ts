import type { CodeClass, CodeFile } from '../model/code.ts'
import type { CodePackage, CodeRepository } from '../model/code-graph.ts'
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
  /** Top-level names that scripts can import. */
  readonly roots: readonly string[]
}

type Addition = { definition: CodeClass; file: CodeFile }

type Place = { repository: CodeRepository; paths: ReadonlyMap<string, CodeFile> }
type Known = { package: CodePackage; place: Place }

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
    const parts = written.split('/')
    const name = parts.slice(0, written.startsWith('@') ? 2 : 1).join('/')
    const subpath = written === name ? '.' : `./${written.slice(name.length + 1)}`
    const typed = packages.get(typesPackage(name))
    const declared = typed ? findEntry(typed, subpath, written) : null
    const known = packages.get(name)
    if (!known) return declared ?? { kind: 'external' }
    const own = findEntry(known, subpath, written)
    // A package's own declarations come first, then those of @types, then its code.
    return declared?.kind === 'found' && !isTyped(own) ? declared : own
  }

  function findEntry(known: Known, subpath: string, written: string): ModuleFound {
    const { name } = known.package
    const target = targetOf(known.package, subpath)
    if (target === null)
      return {
        kind: 'missing',
        siblings: Object.keys(known.package.entries).map(one => one.replace('.', name)),
      }
    const file = findPath(known.place, target) ?? findSource(known, { target, subpath })
    if (file) return { kind: 'found', files: [file], name: written }
    if (isUnread(known.place, target)) return { kind: 'unsure' }
    const isUnknown = (known.package.isClosed && !isFilled(known, subpath)) || subpath === '.'
    return isUnknown ? { kind: 'unsure' } : { kind: 'missing', siblings: [] }
  }

  /** The nearest package that a file is part of. */
  function homeOf(file: CodeFile): CodePackage | undefined {
    return places
      .get(file)
      ?.repository.packages.filter(({ root }) => root === '' || file.path.startsWith(`${root}/`))
      .toSorted((a, b) => b.root.length - a.root.length)[0]
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

/** Whether a pattern that matches the subpath leads to existing files. */
function isFilled({ package: { entries }, place }: Known, subpath: string): boolean {
  if (entries[subpath] !== undefined) return false
  const patterns = Object.entries(entries).filter(([pattern]) => {
    const [before, after] = pattern.split('*')
    return (
      before !== undefined && after !== undefined && subpath.startsWith(before) && subpath.endsWith(after)
    )
  })
  return patterns.some(([, target]) => {
    const [folder = ''] = target.split('*')
    const start = folder.replace(/^\//, '')
    return [...place.paths.keys()].some(path => path.startsWith(start))
  })
}

function targetOf({ entries, root, isClosed }: CodePackage, subpath: string): string | null {
  const exact = entries[subpath]
  if (exact !== undefined) return exact
  for (const [pattern, target] of Object.entries(entries)) {
    const [before, after] = pattern.split('*')
    if (before === undefined || after === undefined) continue
    if (!subpath.startsWith(before) || !subpath.endsWith(after) || subpath.length < pattern.length) continue
    return target.replaceAll('*', subpath.slice(before.length, subpath.length - after.length))
  }
  return isClosed ? null : joinPath(root, subpath)
}

/** Folders that contain what a build makes; a source repository does not have them. */
const builtFolders =
  /^(?:dist|build|lib|libs|out|output|es|esm|esm\d*|cjs|umd|mjs|types|typings|node|web|pkg|release)$/
const sourceFolders = ['src', 'source', 'lib', '']

/** Finds the source of an entry point whose built file is not in the repository: `dist/esm/part.d.ts` is `src/part.ts`. */
function findSource(
  { package: { root }, place }: Known,
  { target, subpath }: { target: string; subpath: string },
): CodeFile | null {
  const parts = target
    .slice(root === '' ? 0 : root.length + 1)
    .replace(/(\.d)?\.[cm]?[jt]sx?$/, '')
    .split('/')
  const start = parts.findIndex(part => !builtFolders.test(part))
  if (start <= 0) return null
  const built = parts.slice(start).join('/')
  const asked = subpath === '.' ? 'index' : subpath.slice(2)
  for (const rest of [built, asked])
    for (const folder of sourceFolders) {
      const file = findPath(place, joinPath(root, `${folder}/${rest}`))
      if (file) return file
    }
  return null
}

/** Whether the path is a file that was not parsed. */
function isUnread({ repository }: Place, path: string): boolean {
  const bare = path.replace(/(\.d)?\.[cm]?[jt]sx?$/, '').replace(/^\//, '')
  return repository.nativeModules.some(name => name === bare || name === `${bare}/index`)
}

const typedEndings: Readonly<Record<string, readonly string[]>> = {
  js: ['.ts', '.tsx', '.d.ts', '.js', '.jsx'],
  jsx: ['.tsx', '.d.ts', '.jsx'],
  mjs: ['.mts', '.d.mts', '.mjs', '.d.ts'],
  cjs: ['.cts', '.d.cts', '.cjs', '.d.ts'],
  ts: ['.ts', '.d.ts'],
  tsx: ['.tsx', '.d.ts'],
  mts: ['.mts', '.d.mts'],
  cts: ['.cts', '.d.cts'],
}
const looseEndings = ['.ts', '.tsx', '.d.ts', '.d.mts', '.d.cts', '.mts', '.js', '.jsx', '.mjs', '.cjs']

/** Finds a file as import resolution does. Declarations come before the code they describe. */
function findPath({ repository, paths }: Place, path: string): CodeFile | null {
  const ending = /(?<!\.d)\.([cm]?[jt]sx?)$/.exec(path)?.[1]
  const candidates = ending
    ? (typedEndings[ending] ?? []).map(other => path.slice(0, -ending.length - 1) + other)
    : [
        path,
        ...looseEndings.map(other => path + other),
        ...looseEndings.map(other => `${path}/index${other}`),
      ]
  for (const candidate of candidates) {
    const file = paths.get(candidate.replace(/^\//, ''))
    if (file) return file
  }
  const folder = repository.packages.find(({ name, root }) => name === '' && root === path)?.entries['.']
  return folder === undefined || folder === path ? null : findPath({ repository, paths }, folder)
}
