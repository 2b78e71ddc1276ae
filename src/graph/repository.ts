import type { CodeFile } from '../model/code.ts'

/** An npm package inside a repository: what its name and subpaths lead to. */
export type CodePackage = {
  name: string
  /** Its folder relative to the repository's root, '' for the root itself. */
  root: string
  /** `.` and subpaths (`./client`, `./*`) to files relative to the repository's root. */
  entries: Readonly<Record<string, string>>
  /** Whether the package says what may be imported; else any of its files may. */
  isClosed: boolean
  /** Whether its plain `.js` and `.d.ts` files are ES modules. */
  isModule: boolean
}

/** Everything read from one repository. */
export type CodeRepository = {
  /** Qualified by its owner where there is one: `owner/name`. */
  name: string
  files: readonly CodeFile[]
  packages: readonly CodePackage[]
  /** Dotted names of modules that exist without readable source: extension modules, stubs of other tools. */
  nativeModules: readonly string[]
}
