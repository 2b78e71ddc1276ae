import { Failure } from '../../core/model/failure.ts'
import type { JsonValue } from '../../core/model/json.ts'
import { startsByItself } from './triggers.ts'
import type { WorkflowDraft } from './workflow-engine.ts'

/** Refuses schedules that can never run: newer n8n accepts them, and fails to start them in the background. */
export function checkSchedules(draft: WorkflowDraft): void {
  const problems = badSchedules(draft)
  if (problems.length > 0)
    throw new Failure('invalid', 'WORKFLOW_INVALID', problems.join(' '), {
      hint: 'Correct the expression with update_workflow, such as "0 3 * * *" for every night at three.',
      details: { problems },
    })
}

/** A sentence for every trigger that has an impossible cron expression. */
export function badSchedules({ nodes }: WorkflowDraft): string[] {
  return nodes
    .filter(node => startsByItself(node.type) && node.extras.disabled !== true)
    .flatMap(({ name, parameters }) =>
      cronExpressions(parameters)
        .filter(expression => !canRun(expression))
        .map(
          expression =>
            `The schedule ${JSON.stringify(expression.slice(0, 80))} of ${JSON.stringify(name)} is no cron expression.`,
        ),
    )
}

/** Under `cronExpression`, or under `expression` beside `field: "cronExpression"`, at any depth. */
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

/** Seconds may be left out. */
const fields: readonly Field[] = [
  { from: 0, to: 59, names: [] },
  { from: 0, to: 59, names: [] },
  { from: 0, to: 23, names: [] },
  { from: 1, to: 31, names: [] },
  { from: 1, to: 12, names: months },
  { from: 0, to: 7, names: days },
]

/** Only what is certainly wrong is refused: n8n evaluates expressions of its own (“={{ … }}”), and knows @daily. */
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
