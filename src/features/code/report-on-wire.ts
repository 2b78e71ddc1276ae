import { z } from 'zod'
import type { CheckItem } from './check/items.ts'
import type { CheckReport, Hallucination, LibraryUse } from './check/report.ts'

const status = z.enum(['VALID', 'INVALID', 'UNCERTAIN', 'NOT_FOUND']).describe('The verdict')
const confidence = z.number().describe('Confidence in the verdict, 0 to 1')
const use = z.object({
  name: z.string().describe('As the script uses it'),
  line: z.int().describe('Line of the script'),
  status,
  confidence,
})

const item = z.object({
  type: z.string().describe('IMPORT, CLASS_INSTANTIATION, METHOD_CALL, ATTRIBUTE_ACCESS or FUNCTION_CALL'),
  name: z.string().describe('The name that is used'),
  line: z.int().describe('Line of the script'),
  status,
  confidence,
  message: z.string().describe('The reason'),
  details: z.record(z.string(), z.unknown()).describe('What it was compared with'),
})

export const reportFields = {
  overall_confidence: z
    .number()
    .describe('Mean confidence over uses of libraries in the graph; 1 when there are none'),
  validation_summary: z
    .object({
      total_validations: z.int().describe('Uses of libraries in the graph'),
      valid_count: z.int().describe('Correct uses'),
      invalid_count: z.int().describe('Calls with wrong arguments'),
      uncertain_count: z.int().describe('Uses that cannot be decided from the source'),
      not_found_count: z.int().describe('Names that do not exist'),
      hallucination_rate: z.number().describe('Share of invalid and missing uses among those decided'),
    })
    .describe('Totals; libraries outside the graph are not counted'),
  hallucinations_detected: z
    .array(
      z.object({
        type: z
          .string()
          .describe(
            'METHOD_NOT_FOUND, ATTRIBUTE_NOT_FOUND, INVALID_PARAMETERS, IMPORT_NOT_FOUND, CLASS_NOT_FOUND or FUNCTION_NOT_FOUND',
          ),
        location: z.string().describe('"line N"'),
        description: z.string().describe('What is wrong'),
        suggestion: z.string().optional().describe('What may have been meant'),
        source: z.string().describe('That line of the script'),
        marked: z.string().describe('The wrong word in it; empty when it is not on that line'),
      }),
    )
    .describe('Names and arguments that the libraries do not have'),
  recommendations: z.array(z.string()).describe('What to change'),
  analysis_metadata: z
    .object({
      total_imports: z.int().describe('Imports of the script'),
      total_classes: z.int().describe('Classes instantiated'),
      total_methods: z.int().describe('Methods called'),
      total_attributes: z.int().describe('Attributes used'),
      total_functions: z.int().describe('Functions called'),
    })
    .describe('What the script does'),
  libraries_analyzed: z
    .array(
      z.object({
        module_name: z.string().describe('Module as the script imports it'),
        import_status: status,
        import_confidence: confidence,
        classes_used: z.array(use).describe('Classes instantiated'),
        methods_called: z.array(use).describe('Methods called'),
        attributes_accessed: z.array(use).describe('Attributes used'),
        functions_called: z.array(use).describe('Functions called'),
      }),
    )
    .describe('Use of each imported library'),
}

export const detailFields = z.object({
  valid_items: z.array(item).describe('Correct uses'),
  invalid_items: z.array(item).describe('Calls with wrong arguments'),
  uncertain_items: z.array(item).describe('Uses that could not be decided, and libraries outside the graph'),
  not_found_items: z.array(item).describe('Names that do not exist'),
})

export const problemFields = z.object({
  line: z.int().describe('Line of the script'),
  message: z.string().describe('What is wrong'),
})

const report = z.object(reportFields)
type WiredReport = z.infer<typeof report>
type WiredDetails = z.infer<typeof detailFields>
export type FullReport = WiredReport & {
  script_path: string | null
  syntax_problems: z.infer<typeof problemFields>[]
  validation_details: WiredDetails
}

/** The report in the contract's format. */
export function reportOnWire(checked: CheckReport, script: string): WiredReport {
  const { summary, metadata } = checked
  const lines = script.split(/\r\n|\r|\n/)
  return {
    overall_confidence: checked.overallConfidence,
    validation_summary: {
      total_validations: summary.totalValidations,
      valid_count: summary.validCount,
      invalid_count: summary.invalidCount,
      uncertain_count: summary.uncertainCount,
      not_found_count: summary.notFoundCount,
      hallucination_rate: summary.hallucinationRate,
    },
    hallucinations_detected: checked.hallucinations.map(one => {
      const { type, line, description, suggestion } = one
      const source = (lines[line - 1] ?? '').slice(0, longestLine)
      return {
        type,
        location: `line ${line}`,
        description,
        ...(suggestion === null ? {} : { suggestion }),
        source,
        marked: wrongWord(one, source),
      }
    }),
    recommendations: recommendationsOf(checked),
    analysis_metadata: {
      total_imports: metadata.totalImports,
      total_classes: metadata.totalClasses,
      total_methods: metadata.totalMethods,
      total_attributes: metadata.totalAttributes,
      total_functions: metadata.totalFunctions,
    },
    libraries_analyzed: checked.libraries.map(libraryOnWire),
  }
}

/** Most characters of a line of the script in a report. */
const longestLine = 500

/** The word that is wrong: the name itself, or the parameter that the description names last. */
function wrongWord({ type, name, description }: Hallucination, source: string): string {
  const quoted = [...description.matchAll(/'([^']+)'/g)].map(([, word = '']) => word).reverse()
  const names = type === 'INVALID_PARAMETERS' ? [...quoted, name] : [name, ...quoted]
  const words = names.map(one => /[\p{L}\p{N}_$]+$/u.exec(one)?.[0] ?? '')
  return words.find(word => word !== '' && findWord(source, word) !== -1) ?? ''
}

/** Where a whole word is in a line; the last place, because what it belongs to comes before it. */
export function findWord(source: string, word: string): number {
  const isPart = (text: string | undefined) => /[\p{L}\p{N}_$]/u.test(text ?? '')
  for (let at = source.lastIndexOf(word); at !== -1; at = at === 0 ? -1 : source.lastIndexOf(word, at - 1))
    if (!isPart(source[at - 1]) && !isPart(source[at + word.length])) return at
  return -1
}

/** Most libraries that one sentence names. */
const mostNamed = 20

/** When none of the script's libraries is in the graph, says so instead of implying that all is correct. */
function recommendationsOf({ summary, libraries, recommendations, warnings }: CheckReport): string[] {
  if (summary.totalValidations > 0 || libraries.length === 0) return [...recommendations, ...warnings]
  const names = libraries.slice(0, mostNamed).map(({ moduleName }) => moduleName)
  const others = libraries.length - names.length
  const all = others > 0 ? `${names.join(', ')} and ${others} others` : names.join(', ')
  return [
    `Nothing was checked: none of ${all} is in the knowledge graph. Parse what matters with parse_github_repository.`,
    ...warnings,
  ]
}

/** All verdicts by status, for the full report. */
export function detailsOnWire({ items }: CheckReport): WiredDetails {
  const of = (wanted: CheckItem['status']) =>
    items
      .filter(one => one.status === wanted)
      .map(({ type, name, line, status: judged, confidence: sure, message, details }) => ({
        type,
        name,
        line,
        status: judged,
        confidence: sure,
        message,
        details: { ...details },
      }))
  return {
    valid_items: of('VALID'),
    invalid_items: of('INVALID'),
    uncertain_items: of('UNCERTAIN'),
    not_found_items: of('NOT_FOUND'),
  }
}

function libraryOnWire(library: LibraryUse): WiredReport['libraries_analyzed'][number] {
  return {
    module_name: library.moduleName,
    import_status: library.importStatus,
    import_confidence: library.importConfidence,
    classes_used: library.classesUsed.map(useOnWire),
    methods_called: library.methodsCalled.map(useOnWire),
    attributes_accessed: library.attributesAccessed.map(useOnWire),
    functions_called: library.functionsCalled.map(useOnWire),
  }
}

function useOnWire({ name, line, status: judged, confidence: sure }: CheckItem): z.infer<typeof use> {
  return { name, line, status: judged, confidence: sure }
}
