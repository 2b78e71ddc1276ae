import type { CheckItem, ItemStatus } from './items.ts'

/** One import of a script with all that is used of it. */
export type LibraryUse = {
  moduleName: string
  importStatus: ItemStatus
  importConfidence: number
  classesUsed: readonly CheckItem[]
  methodsCalled: readonly CheckItem[]
  attributesAccessed: readonly CheckItem[]
  functionsCalled: readonly CheckItem[]
}

/** Whether importing a module brings in another library, through however many re-exports. */
export type Reaches = (module: string, library: string) => boolean

/**
 * Uses go to the import they came through: the longest name that fits, else the first of the same package, else the
 * first that leads there.
 */
export function groupByLibrary(items: readonly CheckItem[], reaches: Reaches): LibraryUse[] {
  const imports = items.filter(({ type, name, library }) => type === 'IMPORT' && name === library)
  const modules = [...new Map(imports.map(item => [item.name, item])).values()]
  const names = modules.map(({ name }) => name)
  const libraries = new Set(items.map(({ library }) => library))
  const homes = new Map([...libraries].map(library => [library, homeOf(library, names, reaches)]))
  return modules.map(({ name, status, confidence }) => {
    const mine = (type: CheckItem['type']) =>
      items.filter(item => item.type === type && homes.get(item.library) === name)
    return {
      moduleName: name,
      importStatus: status,
      importConfidence: confidence,
      classesUsed: mine('CLASS_INSTANTIATION'),
      methodsCalled: mine('METHOD_CALL'),
      attributesAccessed: mine('ATTRIBUTE_ACCESS'),
      functionsCalled: mine('FUNCTION_CALL'),
    }
  })
}

function homeOf(library: string, modules: readonly string[], reaches: Reaches): string | null {
  const fitting = modules.filter(
    name => library === name || library.startsWith(`${name}.`) || library.startsWith(`${name}/`),
  )
  const longest = fitting.toSorted((a, b) => b.length - a.length)[0]
  return (
    longest ??
    modules.find(name => packageOf(name) === packageOf(library)) ??
    modules.find(name => reaches(name, library)) ??
    null
  )
}

/** `@scope/name` is one package, whatever else the scope has. */
function packageOf(module: string): string {
  return /^@[^/]+\/[^/]+|^[^./]+/.exec(module)?.[0] ?? module
}
