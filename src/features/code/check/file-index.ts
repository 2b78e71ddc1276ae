import type { CodeAttribute, CodeClass, CodeFile, CodeFunction, CodeImport } from '../model/code.ts'

/** What a file defines and imports at its top level, by name. */
export type FileIndex = {
  classes: ByName<CodeClass>
  functions: ByName<CodeFunction>
  variables: ByName<CodeAttribute>
  /** Imports by the name that they bind in the file. */
  imports: ByName<CodeImport>
  reExports: ByName<CodeImport>
  exports: ReadonlySet<string>
}

type ByName<Item> = ReadonlyMap<string, readonly Item[]>

const indexes = new WeakMap<CodeFile, FileIndex>()

/** Built by the first question about a file: names are looked up again and again. */
export function indexOf(file: CodeFile): FileIndex {
  const known = indexes.get(file)
  if (known) return known
  const bound = file.imports.filter(one => !one.isLocal && one.kind !== 'all')
  const passedOn = file.imports.filter(one => one.isReExport && one.kind !== 'all')
  const index: FileIndex = {
    classes: Map.groupBy(file.classes, ({ name }) => name),
    functions: Map.groupBy(file.functions, ({ name }) => name),
    variables: Map.groupBy(file.variables, ({ name }) => name),
    imports: Map.groupBy(bound, boundName),
    reExports: Map.groupBy(passedOn, ({ alias }) => alias ?? ''),
    exports: new Set(file.exports?.map(({ name }) => name)),
  }
  indexes.set(file, index)
  return index
}

export function boundName(one: CodeImport): string {
  return one.alias ?? one.module.split('.')[0] ?? one.module
}
