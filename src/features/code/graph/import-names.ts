import type { CodeLanguage } from '../model/code.ts'
import type { CodePackage } from '../model/code-graph.ts'

const sourceFolders = /^(?:src|lib|source|python|pkg|packages)\//

/**
 * The module name of a Python file by its whole path: `google.auth`. Outer folders without `__init__.py` may still be
 * namespace packages, and then the file is imported by this name.
 */
export function namespacedName(path: string): string {
  const dotted = path
    .replace(sourceFolders, '')
    .replace(/\.pyi?$/, '')
    .replaceAll('/', '.')
  return dotted.replace(/\.__init__$/, '')
}

/**
 * The name by which other files import a file. Python: dotted from the outermost folder with an `__init__.py`, else the
 * path without a leading source folder. Go: its folder. Java and Rust: the dotted path. Others: the path itself.
 */
export function moduleNameOf(
  path: string,
  language: CodeLanguage,
  isPackage: (folder: string) => boolean,
): string {
  const bare = path.replace(/(\.d)?\.[cm]?[a-z]+$/, '')
  if (language === 'typescript' || language === 'tsx' || language === 'javascript') return bare
  if (language === 'go')
    return bare.includes('/') ? bare.slice(0, bare.lastIndexOf('/')).replaceAll('/', '.') : bare
  if (language === 'java' || language === 'rust')
    return bare.replace(/^(?:src\/(?:main|test)\/java|src)\//, '').replaceAll('/', '.')
  const folders = bare.split('/').slice(0, -1)
  const start = folders.findIndex((_, at) => isPackage(folders.slice(0, at + 1).join('/')))
  const dotted = start === -1 ? bare.replace(sourceFolders, '') : bare.split('/').slice(start).join('/')
  return dotted.replaceAll('/', '.').replace(/(^|\.)__init__$/, '') || '__init__'
}

/** The top-level module or package of an import; null for relative imports. */
export function importRoot(module: string, language: CodeLanguage): string | null {
  if (module === '' || module.startsWith('.')) return null
  if (language === 'python') return module.split('.')[0] ?? module
  return module
    .split('/')
    .slice(0, module.startsWith('@') ? 2 : 1)
    .join('/')
}

/**
 * The entry points of a package.json, type declarations before code. A package.json in a subfolder often has no name and
 * only defines the entry point of that folder. Null when the file describes no package.
 */
export function readPackage(path: string, text: string): CodePackage | null {
  const manifest = parseObject(text)
  const root = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  const name = typeof manifest?.name === 'string' ? manifest.name : ''
  if (!manifest || (name === '' && root === '')) return null
  const entries: Record<string, string> = {}
  const add = (subpath: string, target: unknown) => {
    const file = pickTarget(target)
    if (file) entries[subpath] = joinPath(root, file)
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
  const types = manifest.types ?? manifest.typings
  if (!entries['.']) add('.', types ?? manifest.main ?? manifest.module ?? './index.js')
  else if (typeof types === 'string' && !isDeclaration(entries['.'])) add('.', types)
  return { name, root, entries, isClosed, isModule: manifest.type === 'module' }
}

function isDeclaration(path: string): boolean {
  return /\.d\.[cm]?ts$/.test(path)
}

export function joinPath(root: string, path: string): string {
  const parts: string[] = []
  for (const part of `${root}/${path}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

const conditions = ['types', 'import', 'module', 'node', 'default', 'require']

function pickTarget(target: unknown): string | null {
  if (typeof target === 'string') return target
  if (Array.isArray(target)) return target.map(pickTarget).find(one => one !== null) ?? null
  if (typeof target !== 'object' || target === null) return null
  const choices = new Map(Object.entries(target))
  const order = [...conditions, ...choices.keys()]
  for (const condition of order) {
    const found = pickTarget(choices.get(condition))
    if (found) return found
  }
  return null
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : null
  } catch {
    return null
  }
}
