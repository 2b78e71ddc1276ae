import { Failure, type FailureKind } from './failure.ts'

/** A Failure as plain data: its class does not survive the way between threads and processes. */
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
