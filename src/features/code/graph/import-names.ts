import type { CodeLanguage } from '../model/code.ts'

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

export function joinPath(root: string, path: string): string {
  const parts: string[] = []
  for (const part of `${root}/${path}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}
