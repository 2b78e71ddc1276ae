import type { CodeFile } from '../model/code.ts'
import type { CodePackage, CodeRepository } from '../model/code-graph.ts'
import { joinPath } from './read-package.ts'

export type ModuleFound =
  | { kind: 'found'; files: readonly CodeFile[]; name: string }
  /** Nothing of that name belongs to any repository. */
  | { kind: 'external' }
  /** It may exist, but its text was not read. */
  | { kind: 'unsure' }
  | { kind: 'missing'; siblings: readonly string[] }

/** What checking needs to know of the graph. Everything is in memory: checking never waits. */
export interface GraphView {
  /** A module as a file writes it; `from` is null for a script, whose relative imports lead nowhere. */
  findModule(written: string, from: CodeFile | null): ModuleFound
  /** The submodule of a Python package, null when there is none. */
  findSubmodule(module: string, name: string): readonly CodeFile[] | null
  /** The repository of a file, null for the script itself. */
  repositoryOf(file: CodeFile): string | null
  /** Whether a default import of the file gives the whole module: it is CommonJS. */
  isCommonJs(file: CodeFile): boolean
  /** Top-level names that scripts can import. */
  readonly roots: readonly string[]
}

type Place = { repository: CodeRepository; paths: ReadonlyMap<string, CodeFile> }

/** A view over whole repositories. */
export function graphView(repositories: readonly CodeRepository[]): GraphView {
  const modules = new Map<string, CodeFile[]>()
  const namespaces = new Map<string, Set<string>>()
  const natives = new Set<string>()
  const packages = new Map<string, { package: CodePackage; place: Place }>()
  const places = new Map<CodeFile, Place>()
  for (const repository of repositories) {
    const place: Place = { repository, paths: new Map(repository.files.map(file => [file.path, file])) }
    for (const one of repository.packages)
      if (!packages.has(one.name)) packages.set(one.name, { package: one, place })
    for (const name of repository.nativeModules) {
      if (name.includes('/')) continue
      natives.add(name)
      noteParents(name, namespaces)
    }
    for (const file of repository.files) {
      places.set(file, place)
      if (file.language !== 'python') continue
      modules.set(file.module, [...(modules.get(file.module) ?? []), file])
      noteParents(file.module, namespaces)
    }
  }

  /** PEP 399: what `_thing` does in C, `_pything` does in Python, under the same names. */
  function twinOf(name: string): CodeFile[] | undefined {
    return /^_[a-z]/.test(name) && !natives.has(name) ? modules.get(`_py${name.slice(1)}`) : undefined
  }

  function findPython(written: string, from: CodeFile | null): ModuleFound {
    const name = absoluteName(written, from)
    if (name === null) return { kind: 'unsure' }
    const files = modules.get(name) ?? twinOf(name)
    if (files) return { kind: 'found', files, name }
    if (natives.has(name)) return { kind: 'unsure' }
    if (namespaces.has(name)) return { kind: 'found', files: [], name }
    const top = name.split('.')[0] ?? name
    if (!modules.has(top) && !namespaces.has(top)) return { kind: 'external' }
    if (natives.has(top)) return { kind: 'unsure' }
    for (let parent = parentOf(name); parent; parent = parentOf(parent)) {
      const found = modules.get(parent)
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
    const known = packages.get(name)
    if (!known) return { kind: 'external' }
    const subpath = written === name ? '.' : `./${written.slice(name.length + 1)}`
    const target = targetOf(known.package, subpath)
    if (target === null)
      return {
        kind: 'missing',
        siblings: Object.keys(known.package.entries).map(one => one.replace('.', name)),
      }
    const file = findPath(known.place, target)
    if (file) return { kind: 'found', files: [file], name: written }
    if (isUnread(known.place, target)) return { kind: 'unsure' }
    return known.package.isClosed || subpath === '.' ? { kind: 'unsure' } : { kind: 'missing', siblings: [] }
  }

  return {
    findModule: (written, from) =>
      from === null || from.language === 'python' ? findPython(written, from) : findScript(written, from),
    findSubmodule(module, name) {
      const full = `${module}.${name}`
      return modules.get(full) ?? (namespaces.has(full) || natives.has(full) ? [] : null)
    },
    repositoryOf: file => places.get(file)?.repository.name ?? null,
    isCommonJs(file) {
      if (/\.(d\.)?cts$|\.cjs$/.test(file.path)) return true
      if (/\.(d\.)?mts$|\.mjs$/.test(file.path)) return false
      const home = places
        .get(file)
        ?.repository.packages.filter(({ root }) => root === '' || file.path.startsWith(`${root}/`))
        .toSorted((a, b) => b.root.length - a.root.length)[0]
      return home ? !home.isModule : false
    },
    roots: [...new Set([...namespaces.keys(), ...modules.keys()].filter(name => !name.includes('.')))]
      .concat([...packages.keys()])
      .sort(),
  }
}

function makesModules({ spreads }: CodeFile): boolean {
  return spreads.some(spread => spread.kind === 'literal' && spread.type === 'modules')
}

function noteParents(module: string, namespaces: Map<string, Set<string>>): void {
  const parts = module.split('.')
  for (let length = 1; length < parts.length; length++) {
    const parent = parts.slice(0, length).join('.')
    const children = namespaces.get(parent) ?? new Set()
    children.add(parts[length] ?? '')
    namespaces.set(parent, children)
  }
}

/** `..x` of `a.b.c` is `a.x`; a package is its own first level. */
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

function parentOf(name: string): string | null {
  const at = name.lastIndexOf('.')
  return at === -1 ? null : name.slice(0, at)
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

/** Whether something stands there that was not parsed. */
function isUnread({ repository }: Place, path: string): boolean {
  const bare = path.replace(/(\.d)?\.[cm]?[jt]sx?$/, '').replace(/^\//, '')
  return repository.nativeModules.some(name => name === bare || name === `${bare}/index`)
}

const typedEndings: Readonly<Record<string, readonly string[]>> = {
  js: ['.ts', '.tsx', '.d.ts', '.js', '.jsx'],
  jsx: ['.tsx', '.d.ts', '.jsx'],
  mjs: ['.mts', '.d.mts', '.mjs', '.d.ts'],
  cjs: ['.cts', '.d.cts', '.cjs', '.d.ts'],
}
const looseEndings = ['.ts', '.tsx', '.d.ts', '.d.mts', '.d.cts', '.mts', '.js', '.jsx', '.mjs', '.cjs']

/** Declarations are preferred to the code they describe. */
function findPath({ paths }: Place, path: string): CodeFile | null {
  const ending = /\.([cm]?jsx?)$/.exec(path)?.[1]
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
  return null
}
