import type { Reference } from '../../../core/model/reference.ts'
import type { RawSource } from '../../../core/model/source.ts'

/** An entry that could not be used: where it begins, what it calls itself, and what is wrong with it. */
export type RefusedEntry = { line: number | null; entry: string | null; reason: string }

export type ReferenceFormat = 'csl-json' | 'bibtex' | 'biblatex' | 'better-bibtex-json' | 'csl-yaml'

export type ReferenceFile = {
  format: ReferenceFormat
  /** In the order of the file. */
  references: Reference[]
  refused: RefusedEntry[]
  /** What a reader should know of the entries kept: a key used twice, a parent that is not in the file. */
  warnings: string[]
}

/** Reads files of bibliographic records. */
export interface ReferenceReader {
  /**
   * Every entry that can be read; one bad entry never rejects the rest. The format is told by the content, with
   * the name as a hint. Throws Failure `INVALID_REFERENCES` when the file as a whole is none of the formats.
   */
  read(file: RawSource, signal: AbortSignal): Promise<ReferenceFile>
}
