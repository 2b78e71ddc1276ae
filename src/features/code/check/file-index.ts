import type { CodeAttribute, CodeClass, CodeFile, CodeFunction, CodeImport } from '../model/code.ts'

/** The definitions and imports at the top level of a file, by name. */
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

/** Built once per file and cached: names are looked up many times. */
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

type FileTypes = {
  /** Types outside and inside the file's namespaces, by name. */
  outer: ReadonlyMap<string, readonly CodeClass[]>
  nested: ReadonlyMap<string, readonly CodeClass[]>
  /** The namespaces around a definition, innermost first. */
  spaces: ReadonlyMap<CodeClass, readonly CodeClass[]>
}

/** A cache: files never change, and one file may have thousands of types. */
const read = new WeakMap<CodeFile, FileTypes>()

/** The types of this name outside the file's namespaces. */
export function typesNamed(file: CodeFile, name: string): readonly CodeClass[] {
  return typesOf(file).outer.get(name) ?? []
}

/** The types of this short name inside the file's namespaces. */
export function nestedTypes(file: CodeFile, name: string): readonly CodeClass[] {
  return typesOf(file).nested.get(name) ?? []
}

/** The namespaces around a definition, innermost first. */
export function enclosingSpaces(file: CodeFile, definition: CodeClass | undefined): readonly CodeClass[] {
  return (definition && typesOf(file).spaces.get(definition)) ?? []
}

function typesOf(file: CodeFile): FileTypes {
  const known = read.get(file)
  if (known) return known
  const spaces = new Map<CodeClass, readonly CodeClass[]>()
  const nested: CodeClass[] = []
  const visit = (classes: readonly CodeClass[], outer: readonly CodeClass[]): void => {
    for (const one of classes) {
      if (one.kind === 'namespace') {
        spaces.set(one, [one, ...outer])
        visit(one.classes, [one, ...outer])
      } else if (outer.length > 0) {
        spaces.set(one, outer)
        nested.push(one)
      }
    }
  }
  visit(file.classes, [])
  const byName = (classes: readonly CodeClass[]) => Map.groupBy(classes, ({ name }) => name)
  const outer = byName(file.classes.filter(({ kind }) => kind !== 'namespace'))
  const types = { outer, nested: byName(nested), spaces }
  read.set(file, types)
  return types
}
