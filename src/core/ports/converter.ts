import type { Converted } from '../model/document.ts'
import type { Rect } from '../model/geometry.ts'
import type { ManuscriptComment } from '../model/manuscript.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { RawSource } from '../model/source.ts'

export type ConvertOptions = {
  /** Opens encrypted files. Never stored, never logged. */
  password: string | null
  /** Languages for OCR, ISO 639-1, most likely first ("en", "de"). */
  ocrLanguages: readonly string[]
  /**
   * How links from a web page to pages of its own site are converted: as links when absent, or as their text only, for
   * pages that are ingested together with their site.
   */
  siteLinks?: 'words'
  /**
   * Reads the source as a manuscript, with its citation fields (`Converted.manuscript`), and writes these remarks into a
   * copy (`Converted.annotated`). Only Word files have fields; other formats ignore it.
   */
  manuscript?: { comments: readonly ManuscriptComment[] }
}

/** What to draw of a source. */
export type DrawRequest = {
  /** Physical page, 1-based. */
  page: number
  /** Width of the picture in pixels. */
  width: number
  /** Marks rectangles of the page, or shows how its text was put in order. */
  show: { kind: 'rects'; rects: readonly Rect[] } | { kind: 'layout' }
}

/** How the text of a page was put in order. */
export type PageOrder = {
  /** In reading order. */
  regions: (Rect & { role: string; text: string })[]
  /** The orders that were compared, with the evidence for each: higher is better. */
  candidates: { name: string; evidence: number }[]
  chosen: string
}

export type DrawnPage = { png: Uint8Array; order: PageOrder | null }

/**
 * Converts one family of formats to Markdown.
 *
 * A caller may rely on this: the text is the source's own text in reading order; page spans and outline positions refer
 * to exactly the returned Markdown. A source that cannot be read throws a Failure of kind `unsupported` (format),
 * `invalid` (broken, encrypted, empty) or `too_large`, whose message says which. `version` changes whenever the same
 * bytes would produce another result; documents are then rebuilt.
 */
export interface Converter {
  readonly name: string
  readonly version: number
  /** The formats it converts, as named in `adapters/converters/formats.ts`. */
  readonly formats: readonly string[]
  /**
   * Whether a malicious file could do harm: the converter then runs in a child process with limited memory and time.
   */
  readonly isolated: boolean
  /**
   * Whether the child process may convert another source, after its state was verified to be unchanged. Otherwise every
   * source gets a new process, because the state of a library cannot be verified.
   */
  readonly sharesChild?: boolean
  /** Whether its sources contain files of other formats, which other converters read. */
  readonly holdsFiles?: boolean
  /** Loads what the first conversion needs. */
  prepare?(): Promise<unknown>
  convert(
    raw: RawSource,
    options: ConvertOptions,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<Converted>
  /** Draws a page as a picture, for formats with fixed pages. Throws PAGE_NOT_FOUND. */
  draw?(
    raw: RawSource,
    request: { options: ConvertOptions; drawing: DrawRequest },
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<DrawnPage>
}

/** `members`: for a source that contains files, the versions of all converters, because any may be needed. */
export type IdentifiedSource = { name: string; version: number; format: string; members?: string }

/** Chooses the converter for a source and runs it. What a `Converter` promises applies here too. */
export interface Converters {
  /** Returns the converter and format of a source, which are part of its fingerprint. Throws `UNSUPPORTED_FORMAT`. */
  identify(raw: RawSource): Promise<IdentifiedSource>
  convert(
    raw: RawSource,
    options: ConvertOptions,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<Converted>
  /** Draws a page of a source. Throws UNSUPPORTED_FORMAT for formats without fixed pages, and PAGE_NOT_FOUND. */
  drawPage(
    raw: RawSource,
    request: { options: ConvertOptions; drawing: DrawRequest },
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<DrawnPage>
  /** Returns why a file of this name is not ingested when its folder is ("it is …"); null when it is ingested. */
  refusal(name: string): string | null
  close(): Promise<void>
}
