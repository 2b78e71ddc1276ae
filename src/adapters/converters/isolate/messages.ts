import type { Converted } from '../../../model/document.ts'
import { Failure, type FailureKind } from '../../../model/failure.ts'
import type { Progress } from '../../../model/progress.ts'
import type { RawSource } from '../../../model/source.ts'
import type { ConvertOptions } from '../../../ports/converter.ts'
import type { ConverterSetup } from '../index.ts'

export type ConvertRequest = { converter: string; raw: RawSource; options: ConvertOptions }

/** To the child. */
export type Order = { setup: ConverterSetup } & ConvertRequest

/** From the child: any number of progress lines, then one outcome. */
export type Report =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'converted'; converted: Converted }
  | { kind: 'failed'; failure: SentFailure }

/** A Failure as plain data: its class does not survive the way between processes. */
export type SentFailure = {
  kind: FailureKind
  code: string
  message: string
  hint: string | null
  details: Record<string, unknown>
}

export function packFailure(error: unknown, source: string): SentFailure {
  if (error instanceof Failure) {
    const { kind, code, message, hint, details } = error
    return { kind, code, message, hint, details }
  }
  const reason = error instanceof Error ? error.message : String(error)
  return {
    kind: 'invalid',
    code: 'CONVERSION_FAILED',
    message: `${source} could not be converted: ${reason}`,
    hint: 'The file may be damaged: open it in the program that made it and save it again.',
    details: {},
  }
}

export function unpackFailure({ kind, code, message, hint, details }: SentFailure): Failure {
  return new Failure(kind, code, message, { details, ...(hint === null ? {} : { hint }) })
}
