import type { CodeLanguage } from '../model/code.ts'
import type { CodePackage } from '../model/code-graph.ts'
import type { RepositoryFile } from '../ports/repository-reader.ts'
import { moduleNameOf } from './import-names.ts'

export type SelectedFile = { path: string; language: CodeLanguage; module: string }

export type Selection = {
  files: SelectedFile[]
  /** Modules that are there but are not read, as `CodeRepository.nativeModules` names them. */
  unread: string[]
  skipped: { path: string; reason: string }[]
}

/** Never part of what a library offers. */
const alwaysOut = /^(?:tests?|__tests__|__pycache__|node_modules|examples?|benchmarks?|\..+)$/
/** Usually not; but some packages are called like that. */
const usuallyOut = /^(?:venv|env|build|dist|docs|demo)$/
const testFile =
  /^(?:test_.*|.*_test|conftest|setup)\.py$|\.(?:test|spec)\.[cm]?[jt]sx?$|_test\.go$|\.min\.[cm]?js$/

const maxFileBytes = 500_000
/** Declarations are all that a package says of itself, and often one file. */
const maxDeclarationBytes = 2_500_000

/** Languages of scripts that are checked: only these ask what a repository offers. */
const checked: ReadonlySet<CodeLanguage> = new Set(['python', 'typescript', 'tsx', 'javascript'])

/** Which files of a repository are parsed, and what others call them. */
export function selectFiles(
  files: readonly RepositoryFile[],
  packages: readonly CodePackage[],
  languageOf: (path: string) => CodeLanguage | null,
): Selection {
  const paths = new Set(files.map(({ path }) => path))
  const hasInit = (folder: string) =>
    paths.has(`${folder}/__init__.py`) || paths.has(`${folder}/__init__.pyi`)
  const entries = packages.flatMap(one => Object.values(one.entries).map(target => folderOf(target)))
  const isEntry = (folder: string) =>
    entries.some(entry => entry === folder || entry.startsWith(`${folder}/`))
  const isOut = (path: string) => {
    const parts = path.split('/')
    const name = parts.pop() ?? ''
    if (testFile.test(name)) return true
    return parts.some((part, at) => {
      if (alwaysOut.test(part)) return true
      if (!usuallyOut.test(part)) return false
      const folder = parts.slice(0, at + 1).join('/')
      return !hasInit(folder) && !isEntry(folder)
    })
  }
  const moduleOf = (path: string, language: CodeLanguage) => moduleNameOf(path, language, hasInit)
  const selection: Selection = { files: [], unread: [], skipped: [] }
  for (const { path, bytes } of files) {
    const native = /^(.*?)(\.[\w-]+)*\.(?:so|pyd)$/.exec(path)?.[1]
    if (native !== undefined) selection.unread.push(moduleOf(`${native}.py`, 'python'))
    const language = languageOf(path)
    if (language === null) continue
    if (isDeclared(path, paths)) continue
    const limit = /\.d\.[cm]?ts$/.test(path) ? maxDeclarationBytes : maxFileBytes
    const reason = isOut(path) ? 'left out' : bytes >= limit ? `${bytes} bytes` : null
    if (reason === null) selection.files.push({ path, language, module: moduleOf(path, language) })
    else if (checked.has(language)) selection.unread.push(moduleOf(path, language))
    if (reason !== null && reason !== 'left out')
      selection.skipped.push({ path, reason: `${reason}, more than the ${limit} that are parsed` })
  }
  return selection
}

/** Code that a declaration beside it describes better than it does itself: `x.js` with `x.d.ts`. */
function isDeclared(path: string, paths: ReadonlySet<string>): boolean {
  const [, base, kind] = /^(.*)\.([cm]?)jsx?$/.exec(path) ?? []
  return base !== undefined && (paths.has(`${base}.d.${kind}ts`) || paths.has(`${base}.d.ts`))
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
