import type { CodeLanguage } from '../model/code.ts'
import type { CodePackage } from '../model/code-graph.ts'
import type { RepositoryFile } from '../ports/repository-reader.ts'
import { joinPath, moduleNameOf } from './import-names.ts'

export type SelectedFile = { path: string; language: CodeLanguage; module: string }

type Selection = {
  files: SelectedFile[]
  /** Modules that exist but are not parsed, named as in `CodeRepository.nativeModules`. */
  unread: string[]
  skipped: { path: string; reason: string }[]
}

/** Folders that are never part of a library's API. */
const alwaysOut = /^(?:tests?|__tests__|__pycache__|node_modules|examples?|benchmarks?|\..+)$/
/** Folders that usually are not, though some packages have these names. */
const usuallyOut = /^(?:venv|env|build|dist|docs|demo)$/
const testFile =
  /^(?:test_.*|.*_test|conftest|setup)\.py$|\.(?:test|spec)\.[cm]?[jt]sx?$|_test\.go$|\.min\.[cm]?js$/

const maxFileBytes = 500_000
/** The declarations of a package are often a single large file, and so are sources with long documentation. */
const maxTypeScriptBytes = 2_500_000

/** Languages in which scripts are checked: only for these do unparsed modules matter. */
const checked: ReadonlySet<CodeLanguage> = new Set(['python', 'typescript', 'tsx', 'javascript'])

const isScript: ReadonlySet<CodeLanguage> = new Set(['typescript', 'tsx', 'javascript'])

/** Selects the files of a repository to parse, with their module names. */
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
  const offered = new Set(packages.flatMap(offeredFolders))
  const isOut = (path: string, language: CodeLanguage) => {
    const parts = path.split('/')
    const name = parts.pop() ?? ''
    if (testFile.test(name)) return true
    const sources = isScript.has(language) ? parts.findIndex(part => part === 'src' || part === 'source') : -1
    return parts.some((part, at) => {
      const folder = parts.slice(0, at + 1).join('/')
      if (alwaysOut.test(part)) return !offered.has(folder)
      if (!usuallyOut.test(part)) return false
      // Below its sources, a folder with such a name is code of the package.
      return !(sources !== -1 && sources < at) && !hasInit(folder) && !isEntry(folder)
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
    const limit = /\.[cm]?tsx?$/.test(path) ? maxTypeScriptBytes : maxFileBytes
    const reason = isOut(path, language) ? 'left out' : bytes >= limit ? `${bytes} bytes` : null
    if (reason === null) selection.files.push({ path, language, module: moduleOf(path, language) })
    else if (checked.has(language)) selection.unread.push(moduleOf(path, language))
    if (reason !== null && reason !== 'left out')
      selection.skipped.push({ path, reason: `${reason}, limit ${limit}` })
  }
  return selection
}

/** Folders of sources that have the name of a subpath which a package offers: `src/test` for `./test`. */
function offeredFolders({ root, entries }: CodePackage): string[] {
  const subpaths = Object.keys(entries).filter(one => entries[one] !== '' && /^\.\/[^*]/.test(one))
  const names = subpaths.map(one => one.slice(2).split('/')[0] ?? '')
  return names.flatMap(name =>
    ['', 'src', 'source', 'lib'].map(folder => joinPath(root, `${folder}/${name}`)),
  )
}

/** Whether a declaration file replaces this code: `x.js` beside `x.d.ts`. */
function isDeclared(path: string, paths: ReadonlySet<string>): boolean {
  const [, base, kind] = /^(.*)\.([cm]?)jsx?$/.exec(path) ?? []
  return base !== undefined && (paths.has(`${base}.d.${kind}ts`) || paths.has(`${base}.d.ts`))
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}
