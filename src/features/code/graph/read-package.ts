import type { CodePackage } from '../model/code-graph.ts'
import { joinPath } from './import-names.ts'

/** The manifests of a repository that say what its imports mean: `package.json`, and `tsconfig.json` for its `paths`. */
export const manifestFile = /(?:^|\/)(?:package|tsconfig(?:\.base|\.build|\.lib)?)\.json$/

/** Reads the manifests of a repository as data; settings that they extend, plugins and scripts have no effect. */
export function readManifests(manifests: Iterable<readonly [path: string, text: string]>): CodePackage[] {
  const packages: CodePackage[] = []
  const aliased: { root: string; aliases: Record<string, string> }[] = []
  for (const [path, text] of manifests) {
    const read = path.endsWith('package.json') ? readPackage(path, text) : null
    if (read) packages.push(read)
    const paths = path.endsWith('package.json') ? null : readPaths(path, text)
    if (paths) aliased.push(paths)
  }
  for (const { root, aliases } of aliased) {
    const at = packages.findIndex(one => one.root === root)
    const own = packages[at] ?? { name: '', root, entries: {}, isClosed: false, isModule: false }
    packages.splice(at === -1 ? packages.length : at, 1, { ...own, aliases: { ...aliases, ...own.aliases } })
  }
  return packages
}

/**
 * The entry points of a package.json, type declarations before code. A package.json in a subfolder often has no name and
 * only defines the entry point of that folder. Null when the file describes no package.
 */
function readPackage(path: string, text: string): CodePackage | null {
  const manifest = parseObject(text)
  const root = folderOf(path)
  const name = typeof manifest?.name === 'string' ? manifest.name : ''
  if (!manifest || (name === '' && root === '')) return null
  const entries: Record<string, string> = {}
  const others: Record<string, string[]> = {}
  const add = (subpath: string, target: unknown) => {
    const [first, ...rest] = targetsOf(target)
    if (first) entries[subpath] = joinPath(root, first)
    else if (target === null) entries[subpath] = ''
    offer(subpath, rest)
  }
  const offer = (subpath: string, targets: readonly unknown[]) => {
    const known = new Set([entries[subpath], ...(others[subpath] ?? [])])
    const found = targets.flatMap(one => (typeof one === 'string' ? joinPath(root, one) : []))
    const more = [...new Set(found)].filter(one => !known.has(one) && isCode.test(one))
    if (more.length > 0) others[subpath] = [...(others[subpath] ?? []), ...more]
  }
  const { exports } = manifest
  const isClosed = exports !== undefined && exports !== null
  if (
    typeof exports === 'object' &&
    exports !== null &&
    Object.keys(exports).some(key => key.startsWith('.'))
  )
    for (const [subpath, target] of Object.entries(exports)) add(subpath, target)
  else if (isClosed) add('.', exports)
  const { main, module, source } = manifest
  const types = manifest.types ?? manifest.typings
  if (!entries['.']) add('.', types ?? main ?? module ?? './index.js')
  else if (typeof types === 'string' && !isDeclaration(entries['.'])) add('.', types)
  offer('.', [source, types, module, main])
  return {
    name,
    root,
    entries,
    others,
    aliases: importsOf(manifest.imports, root),
    isClosed,
    isModule: manifest.type === 'module',
  }
}

const isCode = /\.[cm]?[jt]sx?$/

/** The private names of a package: `#parts/*`. */
function importsOf(imports: unknown, root: string): Record<string, string> {
  const aliases: Record<string, string> = {}
  for (const [name, target] of Object.entries(objectOf(imports) ?? {})) {
    const [first] = targetsOf(target)
    if (first?.startsWith('.')) aliases[name] = joinPath(root, first)
  }
  return aliases
}

/** What `paths` and `baseUrl` of a tsconfig.json make of imports. Null when it has neither. */
function readPaths(path: string, text: string): { root: string; aliases: Record<string, string> } | null {
  const options = objectOf(parseObject(withoutComments(text))?.compilerOptions)
  const { baseUrl, paths } = options ?? {}
  const root = folderOf(path)
  const base = typeof baseUrl === 'string' ? joinPath(root, baseUrl) : root
  const aliases: Record<string, string> = {}
  for (const [name, targets] of Object.entries(objectOf(paths) ?? {})) {
    const first: unknown = Array.isArray(targets) ? targets[0] : null
    if (typeof first === 'string' && !first.includes('node_modules')) aliases[name] = joinPath(base, first)
  }
  if (typeof baseUrl === 'string') aliases['*'] ??= joinPath(base, '*')
  return Object.keys(aliases).length > 0 ? { root, aliases } : null
}

/** Comments and trailing commas are allowed in a tsconfig.json. */
function withoutComments(text: string): string {
  return text
    .replace(
      /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
      (_, quoted: string | undefined) => quoted ?? '',
    )
    .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g, (_, quoted: string | undefined) => quoted ?? '')
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

function isDeclaration(path: string): boolean {
  return /\.d\.[cm]?ts$/.test(path)
}

const conditions = ['types', 'import', 'module', 'node', 'default', 'require']

/** The declarations for a new version of TypeScript: `types@>=5.1`. */
const versioned = /^types@>/

/** The files that a target may lead to, the one for type checkers first. */
function targetsOf(target: unknown): string[] {
  if (typeof target === 'string') return [target]
  if (Array.isArray(target)) return target.flatMap(targetsOf)
  const choices = objectOf(target)
  if (choices === null) return []
  const names = Object.keys(choices)
  const order = new Set([
    ...names.filter(one => versioned.test(one)),
    ...conditions.filter(one => one in choices),
    ...names,
  ])
  return [...order].flatMap(condition => targetsOf(choices[condition]))
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return null
  }
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null
}
