import { Failure } from '../../core/model/failure.ts'
import type { JsonValue } from '../../core/model/json.ts'
import { isNote, isTrigger, startsByItself } from './triggers.ts'
import type { WorkflowDraft } from './workflow-engine.ts'

/** Throws WORKFLOW_INVALID for a draft that n8n would reject or never run; returns warnings about the rest. */
export function checkDraft(
  draft: WorkflowDraft,
  { willBeActive, problems: known }: { willBeActive: boolean; problems: readonly string[] },
): string[] {
  const problems = [...known, ...duplicateNames(draft), ...unknownNames(draft)]
  const canStart = draft.nodes.some(node => isTrigger(node.type))
  const startsAlone = draft.nodes.some(node => startsByItself(node.type) && node.extras.disabled !== true)
  if (willBeActive && !startsAlone)
    problems.push(
      'An active workflow needs a trigger, such as a schedule or a webhook, and this one has none.',
    )
  const doubtful = [...typesWithoutPackage(draft), ...badSchedules(draft)]
  if (willBeActive) problems.push(...doubtful)
  if (problems.length > 0)
    throw new Failure('invalid', 'WORKFLOW_INVALID', problems.join(' '), {
      hint: `Nodes: ${draft.nodes.map(node => node.name).join(', ') || 'none'}. Connections must use these names exactly.`,
      details: { problems },
    })
  return [
    ...(canStart ? [] : ['The workflow has no trigger: nothing starts it until you add one.']),
    ...unreached(draft),
    ...doubtful,
  ]
}

function duplicateNames({ nodes }: WorkflowDraft): string[] {
  const names = nodes.map(node => node.name)
  const twice = new Set(names.filter((name, place) => names.indexOf(name) !== place))
  return [...twice].map(name => `Two nodes are called ${JSON.stringify(name)}; names must be unique.`)
}

function unknownNames({ nodes, connections }: WorkflowDraft): string[] {
  const names = new Set(nodes.map(node => node.name))
  return Object.entries(connections).flatMap(([source, kinds]) => {
    const targets = Object.values(kinds)
      .flat(2)
      .map(target => target.node)
    return [
      ...(names.has(source) ? [] : [`Connections start at ${JSON.stringify(source)}, which is not a node.`]),
      ...[...new Set(targets)]
        .filter(name => !names.has(name))
        .map(name => `${JSON.stringify(source)} leads to ${JSON.stringify(name)}, which is not a node.`),
    ]
  })
}

/** n8n saves nodes of such types, shows a question mark and cannot run them. */
function typesWithoutPackage({ nodes }: WorkflowDraft): string[] {
  return nodes
    .filter(({ type }) => !type.includes('.'))
    .map(
      ({ name, type }) =>
        `The type ${JSON.stringify(type)} of ${JSON.stringify(name)} has no package name; n8n’s own types look like n8n-nodes-base.${type}.`,
    )
}

/** Returns a warning for each node without connections that is not a trigger. */
function unreached({ nodes, connections }: WorkflowDraft): string[] {
  const linked = new Set(
    Object.entries(connections).flatMap(([source, kinds]) => [
      source,
      ...Object.values(kinds)
        .flat(2)
        .map(target => target.node),
    ]),
  )
  const alone = nodes.filter(({ name, type }) => !linked.has(name) && !isTrigger(type) && !isNote(type))
  return alone.map(({ name }) => `The node ${JSON.stringify(name)} is not connected.`)
}

/** Throws WORKFLOW_INVALID for schedules that can never run; newer n8n accepts them and fails in the background. */
export function checkSchedules(draft: WorkflowDraft): void {
  const problems = badSchedules(draft)
  if (problems.length > 0)
    throw new Failure('invalid', 'WORKFLOW_INVALID', problems.join(' '), {
      hint: 'Correct the expression with update_workflow, for example "0 3 * * *" for every night at 3:00.',
      details: { problems },
    })
}

/** Returns a message for every trigger with an invalid cron expression. */
export function badSchedules({ nodes }: WorkflowDraft): string[] {
  return nodes
    .filter(node => startsByItself(node.type) && node.extras.disabled !== true)
    .flatMap(({ name, parameters }) =>
      cronExpressions(parameters)
        .filter(expression => !canRun(expression))
        .map(
          expression =>
            `The schedule ${JSON.stringify(expression.slice(0, 80))} of ${JSON.stringify(name)} is not a valid cron expression.`,
        ),
    )
}

/** Collects values of `cronExpression`, and of `expression` next to `field: "cronExpression"`, at any depth. */
function cronExpressions(value: JsonValue): string[] {
  if (value === null || typeof value !== 'object') return []
  if (Array.isArray(value)) return value.flatMap(cronExpressions)
  const { cronExpression, field, expression } = value
  const own = [cronExpression, field === 'cronExpression' ? expression : undefined]
  return [
    ...own.filter(text => typeof text === 'string'),
    ...Object.values(value).flatMap(inner => cronExpressions(inner)),
  ]
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const days = 'sun mon tue wed thu fri sat'.split(' ')

type Field = { from: number; to: number; names: readonly string[] }

/** The fields of an expression in order; seconds are optional. */
const fields: readonly Field[] = [
  { from: 0, to: 59, names: [] },
  { from: 0, to: 59, names: [] },
  { from: 0, to: 23, names: [] },
  { from: 1, to: 31, names: [] },
  { from: 1, to: 12, names: months },
  { from: 0, to: 7, names: days },
]

/** Rejects only what is certainly wrong: n8n also accepts its own expressions (“={{ … }}”) and @daily. */
function canRun(expression: string): boolean {
  if (/^\s*[=@]/.test(expression)) return true
  const parts = expression.trim().toLowerCase().split(/\s+/)
  if (parts.length !== 5 && parts.length !== 6) return false
  const wanted = fields.slice(fields.length - parts.length)
  return parts.every((part, place) => {
    const field = wanted[place]
    return field !== undefined && part.split(',').every(item => fits(item, field))
  })
}

function fits(item: string, field: Field): boolean {
  const [range = '', step, ...more] = item.split('/')
  if (more.length > 0 || (step !== undefined && !/^[1-9]\d*$/.test(step))) return false
  if (range === '*' || range === '?') return true
  const ends = range.split('-').map(end => numberOf(end, field))
  return ends.length <= 2 && ends.every(end => end !== null)
}

function numberOf(text: string, { from, to, names }: Field): number | null {
  const named = names.indexOf(text.slice(0, 3))
  if (named >= 0) return named
  if (!/^\d+$/.test(text)) return null
  const number = Number(text)
  return number >= from && number <= to ? number : null
}
