import type { CodeScript, CodeStatement } from '../../model/code.ts'
import type { GraphView } from '../graph-view.ts'
import type { CheckContext, CheckItem } from './items.ts'
import { openNamesOf, setsAnyName } from './open-names.ts'
import { buildReport, type CheckReport } from './report.ts'
import { openScope } from './scope.ts'
import { type Suggest, suggestByDistance } from './suggest.ts'
import { createWorld } from './values.ts'
import { walkBody } from './walk-statement.ts'

export type CheckOptions = { suggest?: Suggest }

/** Judges every use that a script makes of the libraries in the graph. */
export function checkScript(
  script: CodeScript,
  graph: GraphView,
  { suggest = suggestByDistance }: CheckOptions = {},
): CheckReport {
  const context: CheckContext = {
    world: createWorld(graph),
    script,
    suggest,
    items: [],
    silent: 0,
    openNames: openNamesOf(script),
    setsAny: setsAnyName(script),
    expected: { import: 0, attribute: 0, type: 0 },
    deferred: [],
  }
  walkAll(context, script.body)
  return buildReport(script, withoutRepeats(context.items))
}

/** The script itself first; then what its functions do, once all names are known. */
function walkAll(context: CheckContext, body: readonly CodeStatement[]): void {
  walkBody(context, body, openScope(null))
  for (let next = context.deferred.shift(); next; next = context.deferred.shift()) next()
}

/** One judgement per line, name and type: the surest, where a loop or union gave several. */
function withoutRepeats(items: readonly CheckItem[]): CheckItem[] {
  const order = { INVALID: 0, NOT_FOUND: 1, VALID: 2, UNCERTAIN: 3 } as const
  const groups = Map.groupBy(items, ({ line, name, type }) => `${line} ${type} ${name}`)
  return [...groups.values()]
    .flatMap(group => group.toSorted((a, b) => order[a.status] - order[b.status])[0] ?? [])
    .sort((a, b) => a.line - b.line)
}
