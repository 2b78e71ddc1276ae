import type { CodeLanguage } from '../model/code.ts'

const sourceFolders = /^(?:src|lib|source|python|pkg|packages)\//

/**
 * A Python file by its whole path. Where outer folders have no `__init__.py`, they may still be namespace packages, and
 * this the name it is imported by: `google.auth`.
 */
export function namespacedName(path: string): string {
  const dotted = path
    .replace(sourceFolders, '')
    .replace(/\.pyi?$/, '')
    .replaceAll('/', '.')
  return dotted.replace(/\.__init__$/, '')
}

/**
 * What other files call a file. Python: dotted from the outermost folder with an `__init__.py`, else the path
 * without a leading source folder. Go: its folder. Java and Rust: the dotted path. Others: the path itself.
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
