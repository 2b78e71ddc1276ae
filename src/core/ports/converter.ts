import type { Converted } from '../model/document.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { RawSource } from '../model/source.ts'

export type ConvertOptions = {
  /** Opens encrypted files. Never stored, never logged. */
  password: string | null
  /** Languages to recognise text in, ISO 639-1, most likely first ("en", "de"). */
  ocrLanguages: readonly string[]
  /**
   * What becomes of links from a web page to others of its site: whole links unless said otherwise, or their words
   * alone, for pages that are read with the site around them.
   */
  siteLinks?: 'words'
}

/**
 * Makes Markdown of one family of formats.
 *
 * A caller may rely on this: the text is the source's own words in reading order; page spans and outline
 * positions point into exactly the Markdown returned; what cannot be read is a Failure with kind
 * `unsupported` (format), `invalid` (broken, encrypted, empty) or `too_large`, whose message says which.
 * `version` changes whenever the same bytes would give another result; documents are then rebuilt.
 */
export interface Converter {
  readonly name: string
  readonly version: number
  /** The formats it reads, as words of `adapters/converters/formats.ts`. */
  readonly formats: readonly string[]
  /** Whether a hostile file could hurt: such converters run in a memory- and time-limited child. */
  readonly isolated: boolean
  /**
   * Whether the child may take another source once it was verified to be unchanged. Otherwise every source gets a new
   * process, because state inside a library cannot be verified.
   */
  readonly sharesChild?: boolean
  /** Loads what the first conversion would load. */
  prepare?(): Promise<unknown>
  convert(
    raw: RawSource,
    options: ConvertOptions,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<Converted>
}

/** Which converter reads a source, and the door through which it does. */
export interface Converters {
  /** What would read it, before reading: part of the fingerprint. Throws `UNSUPPORTED_FORMAT`. */
  identify(raw: RawSource): Promise<{ name: string; version: number; format: string }>
  convert(
    raw: RawSource,
    options: ConvertOptions,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<Converted>
  /** Whether a file of this name is worth picking up from a folder. */
  accepts(name: string): boolean
  close(): Promise<void>
}
