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
  const libraries = new Set(items.map(({ library }) => library))
  const findHome = homeFinder(
    modules.map(({ name }) => name),
    reaches,
  )
  const homes = new Map([...libraries].map(library => [library, findHome(library)]))
  const uses = Map.groupBy(items, ({ library, type }) => `${type} ${homes.get(library) ?? ''}`)
  return modules.map(({ name, status, confidence }) => {
    const mine = (type: CheckItem['type']) => uses.get(`${type} ${name}`) ?? []
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

/** Imports that are asked whether they lead to a library that none of them names. */
const mostAsked = 200

/** Returns the import that a library came through; null when none fits. */
function homeFinder(modules: readonly string[], reaches: Reaches): (library: string) => string | null {
  const known = new Set(modules)
  const firstOfPackage = new Map<string, string>()
  for (const name of modules)
    if (!firstOfPackage.has(packageOf(name))) firstOfPackage.set(packageOf(name), name)
  return library =>
    startsOf(library).find(start => known.has(start)) ??
    firstOfPackage.get(packageOf(library)) ??
    modules.slice(0, mostAsked).find(name => reaches(name, library)) ??
    null
}

/** `a.b.c` itself and what it begins with, the longest first: `a.b`, `a`. */
function startsOf(library: string): string[] {
  const ends = [...library.matchAll(/[./]/g)].map(({ index }) => index)
  return [library, ...ends.reverse().map(end => library.slice(0, end))]
}

/** `@scope/name` is one package, whatever else the scope has. */
function packageOf(module: string): string {
  return /^@[^/]+\/[^/]+|^[^./]+/.exec(module)?.[0] ?? module
}
