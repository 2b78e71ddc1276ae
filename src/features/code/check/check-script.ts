import type { GraphView } from '../graph/graph-view.ts'
import type { CodeScript, CodeStatement } from '../model/code.ts'
import { type CheckContext, type CheckItem, type Judgement, mostItems, mostSteps } from './items.ts'
import { type NameSuggester, nameSuggester, type Suggestions } from './name-suggester.ts'
import { openNamesOf, setsAnyName } from './open-names.ts'
import { reaches } from './reaches.ts'
import { buildReport, type CheckReport } from './report.ts'
import { openScope } from './scope.ts'
import { walkBody } from './walk-statement.ts'
import { createWorld } from './world.ts'

export type CheckOptions = { suggest?: NameSuggester; signal: AbortSignal }

/** Judges every use that a script makes of the libraries in the graph. */
export async function checkScript(
  script: CodeScript,
  graph: GraphView,
  { suggest = nameSuggester(null), signal }: CheckOptions,
): Promise<CheckReport> {
  const context: CheckContext = {
    world: createWorld(graph),
    script,
    items: [],
    silent: 0,
    openNames: openNamesOf(script),
    setsAny: setsAnyName(script),
    expected: { import: 0, attribute: 0, type: 0 },
    deferred: [],
    stepsLeft: mostSteps,
    isCut: false,
  }
  walkAll(context, script.body)
  const judgements = withoutRepeats(context.items)
  const wrongs = judgements.flatMap(({ wrong }) => wrong ?? [])
  const suggestions = await suggest(wrongs, signal)
  return buildReport(script, withSuggestions(judgements, suggestions), {
    warnings: [...(context.isCut ? [partlyChecked] : []), ...suggestions.warnings],
    reaches: (module, library) => reaches(graph, script.file, module, library),
  })
}

/** The script itself first; then what its functions do, once all names are known. */
function walkAll(context: CheckContext, body: readonly CodeStatement[]): void {
  walkBody(context, body, openScope(null))
  // Grows while it is walked: functions define functions.
  for (const walkLater of context.deferred) walkLater()
}

const partlyChecked = `Only the first part of the script was checked: at most ${mostItems.toLocaleString('en')} uses are judged, and fewer where loops are nested deeply. Split the script to check the rest.`

/** One judgement per line, name and type: the surest, where a loop or union gave several. */
function withoutRepeats(items: readonly Judgement[]): Judgement[] {
  const order = { INVALID: 0, NOT_FOUND: 1, VALID: 2, UNCERTAIN: 3 } as const
  const groups = Map.groupBy(items, ({ line, name, type }) => `${line} ${type} ${name}`)
  return [...groups.values()]
    .flatMap(group => group.toSorted((a, b) => order[a.status] - order[b.status])[0] ?? [])
    .sort((a, b) => a.line - b.line)
}

function withSuggestions(judgements: readonly Judgement[], { names }: Suggestions): CheckItem[] {
  return judgements.map(({ wrong, ...item }) => {
    const like = wrong ? (names.get(wrong) ?? []) : []
    return { ...item, suggestions: like.length > 0 ? like : (wrong?.otherwise ?? []) }
  })
}
