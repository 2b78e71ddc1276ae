import type { CodeScript } from '../model/code.ts'
import type { CheckItem, ItemStatus } from './items.ts'

export type HallucinationType =
  | 'METHOD_NOT_FOUND'
  | 'ATTRIBUTE_NOT_FOUND'
  | 'INVALID_PARAMETERS'
  | 'IMPORT_NOT_FOUND'
  | 'CLASS_NOT_FOUND'
  | 'FUNCTION_NOT_FOUND'

export type Hallucination = {
  type: HallucinationType
  line: number
  name: string
  description: string
  suggestion: string | null
}

/** One import of a script with all uses of it. */
export type LibraryUse = {
  moduleName: string
  importStatus: ItemStatus
  importConfidence: number
  classesUsed: readonly CheckItem[]
  methodsCalled: readonly CheckItem[]
  attributesAccessed: readonly CheckItem[]
  functionsCalled: readonly CheckItem[]
}

/** Whether importing a module also imports another library, directly or through other modules. */
type Reaches = (module: string, library: string) => boolean

export type CheckReport = {
  overallConfidence: number
  summary: {
    totalValidations: number
    validCount: number
    invalidCount: number
    uncertainCount: number
    notFoundCount: number
    hallucinationRate: number
  }
  hallucinations: readonly Hallucination[]
  recommendations: readonly string[]
  /** What was left out, and why. */
  warnings: readonly string[]
  metadata: {
    totalImports: number
    totalClasses: number
    totalMethods: number
    totalAttributes: number
    totalFunctions: number
  }
  libraries: readonly LibraryUse[]
  /** Every judgement, in order of line; those outside the graph have `isKnown: false` and are not counted. */
  items: readonly CheckItem[]
  problems: readonly { line: number; message: string }[]
}

export function buildReport(
  script: CodeScript,
  items: readonly CheckItem[],
  { warnings, reaches }: { warnings: readonly string[]; reaches: Reaches },
): CheckReport {
  const known = items.filter(({ isKnown }) => isKnown)
  const count = (status: ItemStatus) => known.filter(item => item.status === status).length
  const [valid, invalid, uncertain, notFound] = [
    count('VALID'),
    count('INVALID'),
    count('UNCERTAIN'),
    count('NOT_FOUND'),
  ]
  const hallucinations = known.flatMap(item => toHallucination(item) ?? [])
  return {
    overallConfidence:
      known.length === 0 ? 1 : known.reduce((sum, { confidence }) => sum + confidence, 0) / known.length,
    summary: {
      totalValidations: known.length,
      validCount: valid,
      invalidCount: invalid,
      uncertainCount: uncertain,
      notFoundCount: notFound,
      hallucinationRate: (invalid + notFound) / Math.max(1, valid + invalid + notFound),
    },
    hallucinations,
    recommendations: recommend(hallucinations, uncertain),
    warnings,
    metadata: {
      totalImports: countOf(items, 'IMPORT'),
      totalClasses: countOf(items, 'CLASS_INSTANTIATION'),
      totalMethods: countOf(items, 'METHOD_CALL'),
      totalAttributes: countOf(items, 'ATTRIBUTE_ACCESS'),
      totalFunctions: countOf(items, 'FUNCTION_CALL'),
    },
    libraries: groupByLibrary(items, reaches),
    items,
    problems: script.file.problems,
  }
}

const missingTypes = {
  IMPORT: 'IMPORT_NOT_FOUND',
  CLASS_INSTANTIATION: 'CLASS_NOT_FOUND',
  METHOD_CALL: 'METHOD_NOT_FOUND',
  ATTRIBUTE_ACCESS: 'ATTRIBUTE_NOT_FOUND',
  FUNCTION_CALL: 'FUNCTION_NOT_FOUND',
} as const

function toHallucination({
  type,
  status,
  line,
  name,
  message,
  suggestions,
}: CheckItem): Hallucination | null {
  if (status !== 'INVALID' && status !== 'NOT_FOUND') return null
  return {
    type: status === 'INVALID' ? 'INVALID_PARAMETERS' : missingTypes[type],
    line,
    name,
    description: message,
    suggestion: suggestions.length === 0 ? null : `Did you mean: ${suggestions.join(', ')}?`,
  }
}

function countOf(items: readonly CheckItem[], type: CheckItem['type']): number {
  return items.filter(item => item.type === type).length
}

function recommend(hallucinations: readonly Hallucination[], uncertain: number): string[] {
  const has = (...types: HallucinationType[]) =>
    hallucinations.filter(({ type }) => types.includes(type)).length
  const lines: string[] = []
  const methods = has('METHOD_NOT_FOUND', 'FUNCTION_NOT_FOUND')
  const attributes = has('ATTRIBUTE_NOT_FOUND')
  const imports = has('IMPORT_NOT_FOUND', 'CLASS_NOT_FOUND')
  const parameters = has('INVALID_PARAMETERS')
  if (imports > 0) lines.push(`Check ${imports} import(s) or class name(s) that the libraries do not have.`)
  if (methods > 0)
    lines.push(`Replace ${methods} call(s) of methods or functions that do not exist; see the suggestions.`)
  if (attributes > 0) lines.push(`Replace ${attributes} attribute(s) that do not exist; see the suggestions.`)
  if (parameters > 0) lines.push(`Compare the arguments of ${parameters} call(s) with their signatures.`)
  if (uncertain > 0)
    lines.push(
      `${uncertain} use(s) could not be decided from the source alone; run them or read the documentation.`,
    )
  if (lines.length === 0) lines.push('No invented use of a known library was found.')
  return lines
}

/**
 * Assigns each use to the import it came through: the longest module name that fits, else the first import of the same
 * package, else the first import that leads there.
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

/** Most imports that are searched for a library that no import names. */
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
