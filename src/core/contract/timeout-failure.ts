import { Failure } from '../model/failure.ts'
import type { Progress } from '../model/progress.ts'
import type { Tool } from './define-tool.ts'

/** Inputs that make an answer smaller, in the order in which they are worth trying. */
const narrowing = [
  'top_k',
  'match_count',
  'limit',
  'sample',
  'max_depth',
  'max_pages',
  'library',
  'project',
  'filter',
  'filters',
  'date_from',
  'query',
]

/** What a caller needs to know of a call whose time is over: which, how long, what became of it, what to do. */
export function timeoutFailure<Services>(
  tool: Pick<Tool<Services>, 'name' | 'access' | 'timeoutMs' | 'idempotent' | 'openWorld' | 'input'>,
  reached: Progress | null,
  cause: Failure,
): Failure {
  const seconds = tool.timeoutMs / 1000
  const done = stateOf(tool)
  const step = reached === null ? null : stepOf(reached)
  const message = [
    `${tool.name} did not finish within its limit of ${seconds} s and was cancelled.`,
    done,
    ...(step === null ? [] : [`It had come to: ${step}.`]),
  ].join(' ')
  return new Failure('timeout', 'TIMEOUT', message, {
    hint: nextOf(tool),
    details: { ...cause.details, tool: tool.name, limit_seconds: seconds, done, progress: step },
    cause,
  })
}

type Access = Pick<Tool<never>, 'access' | 'openWorld'>

function stateOf({ access, openWorld }: Access): string {
  if (access === 'read') return 'Nothing was changed.'
  if (openWorld === true) return 'The other server may have carried it out all the same.'
  return 'What it had begun was undone.'
}

function stepOf({ done, total, message }: Progress): string {
  const count = total === null ? '' : ` (${done} of ${total})`
  return `${message.replace(/[.\s]+$/, '')}${count}`
}

function nextOf(tool: Access & { idempotent?: boolean; input: { shape: object } }): string {
  if (tool.access === 'read') {
    const fields = narrowing.filter(name => name in tool.input.shape).slice(0, 3)
    if (fields.length === 0) return 'Try again in a moment.'
    return `Try again in a moment, or ask for less with ${fields.join(', ')}.`
  }
  if (tool.openWorld === true) return 'Look at what is there before you call it again.'
  return tool.idempotent === true
    ? 'Call it again with the same input: repeating it is safe.'
    : 'Call it again, with less at a time if that is possible.'
}
