import type { GraphView } from '../graph/graph-view.ts'
import type { CodeExpression, CodeFile, CodeScript, CodeStatement } from '../model/code.ts'
import { bodiesOf, visitExpressions } from '../model/visit-code.ts'
import type { Diagnosis } from '../ports/type-checker.ts'
import { type CheckContext, type CheckItem, type Judgement, mostItems, mostSteps } from './items.ts'
import { judgeByFindings } from './judge-by-findings.ts'
import { type NameSuggester, nameSuggester, type Suggestions } from './name-suggester.ts'
import { buildReport, type CheckReport } from './report.ts'
import { walkScript } from './walk-statement.ts'
import { createWorld } from './world.ts'

export type CheckOptions = {
  suggest?: NameSuggester
  /** What a type checker says about the script; null without one. */
  diagnosis?: Diagnosis | null
  /** What the reader of the report should know beside the verdicts. */
  notices?: readonly string[]
  signal: AbortSignal
}

/** Judges every use that a script makes of the libraries in the graph. */
export async function checkScript(
  script: CodeScript,
  graph: GraphView,
  { suggest = nameSuggester(null), diagnosis = null, notices = [], signal }: CheckOptions,
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
  walkScript(context)
  const own = withoutRepeats(context.items)
  const given = { script, view: graph, openNames: context.openNames }
  const judgements = diagnosis ? withoutRepeats(judgeByFindings(own, diagnosis, given)) : own
  const wrongs = judgements.flatMap(({ wrong }) => wrong ?? [])
  const suggestions = await suggest(wrongs, signal)
  const problems = diagnosis?.problems ?? script.file.problems
  const checked = { ...script, file: { ...script.file, problems } }
  return buildReport(checked, withSuggestions(judgements, suggestions), {
    warnings: [...(context.isCut ? [partlyChecked] : []), ...notices, ...suggestions.warnings],
    reaches: (module, library) => reaches(graph, { from: script.file, module, library }),
  })
}

const partlyChecked = `Only the first part of the script was checked: at most ${mostItems.toLocaleString('en')} uses are judged, and fewer where loops are nested deeply. Split the script to check the rest.`

/** One judgement per line, name and type. Where a loop or union produced several, the most certain one is kept. */
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

/**
 * Names of members that the script defines itself: set on any object, tested with `hasattr`, given to a method that adds
 * members by name (`app.decorate('user', …)`), or defined by any of its classes (a base class may call methods of its
 * subclasses).
 */
export function openNamesOf({ body, file }: CodeScript): Set<string> {
  const names = new Set<string>()
  for (const { methods, attributes } of file.classes)
    for (const { name } of [...methods, ...attributes]) names.add(name)
  noteStatements(body, names)
  visitExpressions(body, value => noteExpression(value, names))
  return names
}

/** Whether the script calls `setattr(thing, name, …)` with a computed name. */
function setsAnyName({ body }: CodeScript): boolean {
  let found = false
  visitExpressions(body, value => {
    if (value.kind !== 'call' || value.callee.kind !== 'name' || value.callee.name !== 'setattr') return
    const name = value.arguments[1]?.value
    found ||= !(name?.kind === 'literal' && name.text !== null)
  })
  return found
}

function noteStatements(body: readonly CodeStatement[], names: Set<string>): void {
  for (const statement of body) {
    if (statement.kind === 'assign' && !statement.marks.includes('augmented'))
      for (const target of statement.targets) noteTarget(target, names)
    if (statement.kind === 'class')
      for (const { name } of [...statement.definition.methods, ...statement.definition.attributes])
        names.add(name)
    for (const inner of bodiesOf(statement)) noteStatements(inner, names)
  }
}

function noteTarget(target: CodeExpression, names: Set<string>): void {
  if (target.kind === 'member') names.add(target.name)
  if (target.kind === 'literal') for (const item of target.items) noteTarget(item, names)
}

function noteExpression(value: CodeExpression, names: Set<string>): void {
  if (value.kind === 'walrus') noteTarget(value.target, names)
  if (value.kind !== 'call') return
  const { callee } = value
  const asked = callee.kind === 'name' && ['hasattr', 'setattr', 'getattr', 'delattr'].includes(callee.name)
  // `mock.patch.object(thing, 'name')` and similar calls replace or create members.
  const patched = callee.kind === 'member' && /patch|setattr|delattr|object/.test(callee.name)
  if (asked || patched) noteLiteral(value.arguments[1]?.value, names)
  if (callee.kind === 'member' && /^(add|decorate|define|extend|provide|register)/.test(callee.name))
    noteLiteral(value.arguments[0]?.value, names)
}

function noteLiteral(value: CodeExpression | undefined, names: Set<string>): void {
  if (value?.kind === 'literal' && value.text !== null) names.add(value.text)
}

/** Whether importing a module also imports another library, directly or through other modules. */
function reaches(
  view: GraphView,
  { from, module, library }: { from: CodeFile; module: string; library: string },
): boolean {
  const first = view.findModule(module, from)
  const files = [...(first.kind === 'found' ? first.files : [])]
  const seen = new Set(files)
  for (const file of files) {
    if (view.libraryOf(file) === library || file.module === library) return true
    for (const { module: written } of file.imports) {
      const next = view.findModule(written, file)
      if (next.kind !== 'found') continue
      for (const other of next.files) {
        if (seen.has(other)) continue
        seen.add(other)
        files.push(other)
      }
    }
  }
  return false
}
