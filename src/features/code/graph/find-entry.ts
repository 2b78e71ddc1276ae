import type { CodeFile } from '../model/code.ts'
import type { CodePackage, CodeRepository } from '../model/code-graph.ts'
import { joinPath } from './import-names.ts'

export type Place = { repository: CodeRepository; paths: ReadonlyMap<string, CodeFile> }
export type Known = { package: CodePackage; place: Place }

export type EntryFound = { kind: 'found'; file: CodeFile } | { kind: 'unsure' } | { kind: 'missing' }

/**
 * Finds the file that a subpath of a package leads to: `.`, `./part`. In a source repository the files that `exports`
 * names are often not there, because a build makes them; then their sources are found.
 */
export function findEntry(known: Known, subpath: string): EntryFound {
  const { place } = known
  const target = targetOf(known.package, subpath)
  if (target === null) return { kind: 'missing' }
  const others = (known.package.others?.[subpath] ?? []).filter(one => one !== target)
  const file =
    findPath(place, target) ??
    others.map(one => findTyped(place, one)).find(one => one !== null) ??
    [target, ...others].map(one => findSource(known, { target: one, subpath })).find(one => one !== null) ??
    others.map(one => findPath(place, one)).find(one => one !== null)
  if (file) return { kind: 'found', file }
  if ([target, ...candidatesOf(known, { target, subpath })].some(one => isUnread(place, one)))
    return { kind: 'unsure' }
  const isUnknown = (known.package.isClosed && !isFilled(known, subpath)) || subpath === '.'
  return { kind: isUnknown ? 'unsure' : 'missing' }
}

/** Finds what a private name inside a package means; null where it is no such name or its file is not there. */
export function findAlias(known: Known, written: string): CodeFile | null {
  for (const target of matchesOf(known.package.aliases ?? {}, written)) {
    const file = findPath(known.place, target) ?? findSource(known, { target, subpath: written })
    if (file) return file
  }
  return null
}

/** Where a subpath leads: null where the package does not offer it. */
function targetOf({ entries, root, isClosed }: CodePackage, subpath: string): string | null {
  const [found] = matchesOf(entries, subpath)
  if (found !== undefined) return found || null
  return isClosed ? null : joinPath(root, subpath)
}

/** The targets of a name in a table with patterns, the most exact first. */
function matchesOf(table: Readonly<Record<string, string>>, name: string): string[] {
  const exact = table[name]
  const patterns = Object.entries(table).flatMap(([pattern, target]) => {
    const [before, after] = pattern.split('*')
    if (before === undefined || after === undefined || name.length < pattern.length - 1) return []
    if (!name.startsWith(before) || !name.endsWith(after)) return []
    const part = name.slice(before.length, name.length - after.length)
    return { exactness: before.length, target: target.replaceAll('*', part) }
  })
  const found = patterns.sort((a, b) => b.exactness - a.exactness).map(({ target }) => target)
  return exact === undefined ? found : [exact, ...found]
}

/** Whether a pattern that matches the subpath leads to existing files, or to the sources of built ones. */
function isFilled({ package: { entries, root }, place }: Known, subpath: string): boolean {
  if (entries[subpath] !== undefined) return false
  const patterns = Object.entries(entries).filter(([pattern]) => {
    const [before, after] = pattern.split('*')
    return (
      before !== undefined && after !== undefined && subpath.startsWith(before) && subpath.endsWith(after)
    )
  })
  const paths = [...place.paths.keys()]
  return patterns.some(([, target]) => {
    if (target === '') return false
    const [folder = ''] = target.split('*')
    const start = folder.replace(/^\//, '')
    const sources = sourcesOf(withoutRoot(start, root).split('/'))
      .filter(one => one !== '')
      .map(one => joinPath(root, one))
    return [start, ...sources].some(one => paths.some(path => path.startsWith(one)))
  })
}

/** Folders that contain what a build makes; a source repository does not have them. */
const builtFolders =
  /^(?:dist|build|lib|libs|out|output|es|esm|esm\d*|cjs|umd|mjs|types|typings|node|web|pkg|release)$/
const sourceFolders = ['src/', 'source/', 'lib/', '']
/** What bundlers add to the names of files. */
const bundleEnding =
  /(?:[._-](?:esm?|cjs|umd|mjs|browser|node|module|modern|legacy|min|prod|production|dev|development|bundle|bundler))+$/

/** Finds the source of an entry point whose built file is not in the repository: `dist/esm/part.d.ts` is `src/part.ts`. */
function findSource(known: Known, sought: Sought): CodeFile | null {
  for (const candidate of candidatesOf(known, sought)) {
    const file = findPath(known.place, candidate)
    if (file) return file
  }
  return null
}

type Sought = { target: string; subpath: string }

function candidatesOf({ package: { name, root } }: Known, { target, subpath }: Sought): string[] {
  const built = withoutRoot(target, root).replace(/(\.d)?\.[cm]?[jt]sx?$/, '')
  const bare = name.slice(name.indexOf('/') + 1)
  const asked = subpath === '.' ? ['index', 'main', 'mod', bare] : [subpath.replace(/^\.\//, '')]
  return [
    ...sourcesOf(built.split('/')),
    ...asked.flatMap(one => sourceFolders.map(folder => folder + one)),
    ...sourcesOf(built.replace(bundleEnding, '').split('/')),
  ].map(one => joinPath(root, one))
}

/** Where the source of a built file may be: `dist/node/part` is `src/node/part` or `src/part`, `part` is `src/part`. */
function sourcesOf(parts: readonly string[]): string[] {
  const folders = parts.slice(0, -1)
  const last = folders.findIndex(part => !builtFolders.test(part))
  const most = last === -1 ? folders.length : last
  const counts = [...Array.from({ length: most }, (_, at) => at + 1), 0]
  return counts.flatMap(count => {
    const rest = parts.slice(count).join('/')
    return sourceFolders.filter(folder => count > 0 || folder !== '').map(folder => folder + rest)
  })
}

function withoutRoot(path: string, root: string): string {
  return root === '' ? path : path.slice(root.length + 1)
}

function findTyped(place: Place, path: string): CodeFile | null {
  const file = findPath(place, path)
  return file === null || file.language === 'javascript' ? null : file
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
export function findPath({ repository, paths }: Place, path: string): CodeFile | null {
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
