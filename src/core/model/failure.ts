/** Decides behaviour: HTTP status, exit code, whether a retry can help. The list is closed. */
export type FailureKind =
  | 'invalid'
  | 'unsupported'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'cancelled'
  | 'internal'

export type FailureExtras = {
  /** What to do next, written for a person or a model. */
  hint?: string
  /** Facts about this failure that may leave the process: never a stack, SQL, a secret or a foreign path. */
  details?: Record<string, unknown>
  cause?: unknown
}

/** Known to every copy of this module: a feature of another author may bring its own. */
const brand = Symbol.for('quire.failure')

/** The one error that crosses borders. `code` is vocabulary (COLLECTION_NOT_FOUND); `kind` decides behaviour. */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly code: string
  readonly hint: string | null
  readonly details: Record<string, unknown>
  readonly [brand] = true

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value
  }

  constructor(kind: FailureKind, code: string, message: string, extras: FailureExtras = {}) {
    super(quoteLine(message, messageLength), extras.cause === undefined ? undefined : { cause: extras.cause })
    this.name = 'Failure'
    this.kind = kind
    this.code = code
    this.hint = extras.hint === undefined ? null : quoteLine(extras.hint, hintLength)
    this.details = boundRecord(extras.details ?? {})
  }
}

/** Errors name what was given, which may be anything: this is how much of it leaves with them. */
const messageLength = 600
const hintLength = 1_200
const detailLength = 300
const detailItems = 100
const detailDepth = 6

/** On one line, without its middle where it is longer than `most`: names are told by their ends as well. */
export function quoteLine(text: string, most: number): string {
  const isLong = text.length > most
  const kept = Math.floor(most / 2) - 1
  const shown = isLong ? `${text.slice(0, kept)}…${text.slice(-kept)}` : text
  return shown.replace(/[\r\n\u2028\u2029]+/g, ' ')
}

function boundRecord(record: object, depth = 0): Record<string, unknown> {
  const entries = Object.entries(record).slice(0, detailItems)
  return Object.fromEntries(
    entries.map(([name, value]) => [quoteLine(name, detailLength), boundDetail(value, depth + 1)]),
  )
}

function boundDetail(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return quoteLine(value, detailLength)
  if (typeof value !== 'object' || value === null) return value
  if (depth > detailDepth) return null
  if (Array.isArray(value)) return value.slice(0, detailItems).map(item => boundDetail(item, depth + 1))
  return boundRecord(value, depth)
}

export const statusOfKind: Readonly<Record<FailureKind, number>> = {
  invalid: 400,
  unsupported: 400,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  rate_limited: 429,
  cancelled: 499,
  internal: 500,
  unavailable: 503,
  timeout: 504,
}

/** Exit codes of the CLI: 1 surprises, 2 wrong input, then one per family a script may want to tell apart. */
export const exitCodeOfKind: Readonly<Record<FailureKind, number>> = {
  internal: 1,
  invalid: 2,
  unsupported: 2,
  too_large: 2,
  forbidden: 3,
  not_found: 4,
  conflict: 5,
  unavailable: 6,
  rate_limited: 6,
  timeout: 7,
  cancelled: 130,
}

/** Throws what an aborted signal carries, as a Failure: TIMEOUT when the clock ran out, CANCELLED otherwise. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortFailure(signal)
}

export function abortFailure(signal: AbortSignal): Failure {
  const reason: unknown = signal.reason
  if (reason instanceof Failure) return reason
  if (reason instanceof DOMException && reason.name === 'TimeoutError')
    return new Failure('timeout', 'TIMEOUT', 'The work took longer than its time limit.', { cause: reason })
  return new Failure('cancelled', 'CANCELLED', 'The caller cancelled the work.', { cause: reason })
}
