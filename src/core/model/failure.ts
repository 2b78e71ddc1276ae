/** Decides the HTTP status, the exit code and whether a retry can help. The list is closed. */
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
  /** Facts that may leave the process: no stack, SQL, secret or path of another user. */
  details?: Record<string, unknown>
  cause?: unknown
}

/** The same symbol in every copy of this module: a feature of another author may bring its own copy. */
const brand = Symbol.for('quire.failure')

/**
 * The one error that callers get. `code` names the problem (COLLECTION_NOT_FOUND); `kind` decides how it is handled.
 */
export class Failure extends Error {
  readonly kind: FailureKind
  readonly code: string
  readonly hint: string | null
  readonly details: Record<string, unknown>
  readonly [brand] = true

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value
  }

  // biome-ignore lint/complexity/useMaxParams: the first three read as a sentence wherever a Failure is thrown.
  constructor(kind: FailureKind, code: string, message: string, extras: FailureExtras = {}) {
    super(quoteLine(message, messageLength), extras.cause === undefined ? undefined : { cause: extras.cause })
    this.name = 'Failure'
    this.kind = kind
    this.code = code
    this.hint = extras.hint === undefined ? null : quoteLine(extras.hint, hintLength)
    this.details = boundRecord(extras.details ?? {})
  }
}

/** Errors repeat input of any length, so their texts are limited. */
const messageLength = 600
const hintLength = 1_200
const detailLength = 300
const detailItems = 100
const detailDepth = 6

/** The text on one line. When it is longer than `most`, its middle is cut: the end identifies a name too. */
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

/**
 * Exit codes of the CLI: 1 for unexpected errors, 2 for wrong input, then one per group that a script may distinguish.
 */
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

/** Throws the failure of an aborted signal. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortFailure(signal)
}

/** The reason of an aborted signal as a Failure: TIMEOUT for an exceeded time limit, otherwise CANCELLED. */
export function abortFailure(signal: AbortSignal): Failure {
  const reason: unknown = signal.reason
  if (reason instanceof Failure) return reason
  if (reason instanceof DOMException && reason.name === 'TimeoutError')
    return new Failure('timeout', 'TIMEOUT', 'The work took longer than its time limit.', { cause: reason })
  return new Failure('cancelled', 'CANCELLED', 'The caller cancelled the work.', { cause: reason })
}

/** A Failure as plain data, for messages between threads and processes, which lose its class. */
export type PlainFailure = {
  kind: FailureKind
  code: string
  message: string
  hint: string | null
  details: Record<string, unknown>
}

export function packFailure({ kind, code, message, hint, details }: Failure): PlainFailure {
  return { kind, code, message, hint, details }
}

export function unpackFailure(plain: PlainFailure, cause?: unknown): Failure {
  const { kind, code, message, hint, details } = plain
  return new Failure(kind, code, message, {
    details,
    ...(hint === null ? {} : { hint }),
    ...(cause === undefined ? {} : { cause }),
  })
}

/** The message and the hint as one text. */
export function sayFailure({ message, hint }: Pick<Failure, 'message' | 'hint'>): string {
  return hint === null ? message : `${message.replace(/([^.!?])$/, '$1.')} ${hint}`
}
