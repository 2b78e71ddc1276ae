import type { Converted } from '../../../core/model/document.ts'
import { Failure, type PlainFailure, packFailure } from '../../../core/model/failure.ts'
import type { Progress } from '../../../core/model/progress.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { ConvertOptions, DrawnPage, DrawRequest } from '../../../core/ports/converter.ts'
import type { ConverterSetup } from '../index.ts'
import type { OcrRequest, Recognised } from '../ocr/ocr.ts'

export type ConvertRequest = {
  converter: string
  raw: RawSource
  options: ConvertOptions
  /** Draws a page instead of converting the source. */
  drawing?: DrawRequest
  /** As declared by the converter: whether the child may convert another source afterwards. */
  sharesChild?: boolean
}

/** Parent to child. `prepare` comes first and once; every `ask` of the child gets one `answer`. */
export type Order =
  | { kind: 'prepare'; setup: ConverterSetup; converter: string; isShared: boolean }
  | { kind: 'convert'; converter: string; raw: RawSource; options: ConvertOptions; drawing?: DrawRequest }
  | { kind: 'answer'; id: number; answer: Answer }

/** Child to parent. `prepared` once, before it reads a source; per source any number of progress reports and questions, then one outcome. */
export type Report =
  | { kind: 'prepared'; hasCompiled: boolean }
  | { kind: 'progress'; progress: Progress }
  | { kind: 'ask'; id: number; question: Question }
  | (Outcome & { isClean: boolean })

export type Result = { kind: 'converted'; converted: Converted } | { kind: 'drawn'; drawn: DrawnPage }

export type Outcome = Result | { kind: 'failed'; failure: PlainFailure }

/** A program that the child needs and may not start itself. */
export type Question =
  | { program: 'tesseract'; request: OcrRequest }
  | { program: 'libreoffice'; bytes: Uint8Array }

export type Answer =
  | { kind: 'recognised'; recognised: Recognised }
  | { kind: 'rewritten'; bytes: Uint8Array | null }
  | { kind: 'failed'; failure: PlainFailure }

/** Converts an error of a converter to plain data for the parent. */
export function packError(error: unknown, source: string): PlainFailure {
  if (error instanceof Failure) return packFailure(error)
  const reason = error instanceof Error ? error.message : String(error)
  return {
    kind: 'invalid',
    code: 'CONVERSION_FAILED',
    message: `${source} could not be converted: ${reason}`,
    hint: 'The file may be damaged: open it in the program that created it and save it again.',
    details: {},
  }
}
