import type { PageSpan } from '../../../core/model/chunk.ts'
import type { Filter } from '../../../core/model/filter.ts'
import type { JsonObject } from '../../../core/model/json.ts'
import type { Analyzer } from '../../../core/ports/analyzer.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Store } from '../../../core/ports/store.ts'
import type { PageMatch } from './stated-page.ts'

export type VerifyParts = { store: Store; analyzer: Analyzer; clock: Clock }

export type VerifyRequest = {
  /** Only these are looked in; isolated ones are reached by being named here. */
  collections: readonly string[]
  quote: string
  /** Narrows the documents; `page` and `section` conditions must hold for the passage found. */
  filter: Filter
  /** Where the quote is said to stand: a physical page, a printed label, or a range of either ("12–13"). */
  page: number | string | null
  /** When to stop looking and say what was left; 6,000 ms unless told otherwise. */
  budgetMs?: number
}

/**
 * `exact`: the same words in the same order, but for what typesetting does. `close`: some differences, all
 * listed. `not_found`: neither, in everything that was checked.
 */
export type Verdict = 'exact' | 'close' | 'not_found'

export type DifferenceKind =
  /** Stands in the document; the quote leaves it out without saying so. */
  | 'missing'
  /** Stands in the quote only. */
  | 'added'
  /** Stands otherwise in the document: another word, spelling, case, punctuation or spacing. */
  | 'changed'
  /** Stands at another place of the same passage. */
  | 'moved'

export type Difference = {
  kind: DifferenceKind
  quoted: string
  found: string
  /** Where `found` (or the place where it should be) lies in the document's Markdown. */
  charSpan: { start: number; end: number }
}

/** What the quote itself marks as left out or put in: an ellipsis or a bracket, and what stands there. */
export type Omission = { mark: string; found: string }

export type QuoteMatch = {
  documentId: string
  title: string
  metadata: JsonObject
  pages: PageSpan | null
  sectionPath: string[]
  /** UTF-16 code units of the document's Markdown. */
  charSpan: { start: number; end: number }
  /** The passage as it stands in the Markdown: exactly `charSpan`. */
  text: string
  /** 0…1; 1 when exact. */
  similarity: number
  differences: Difference[]
  omissions: Omission[]
  /** Null when no page was stated or the document has no pages. */
  statedPage: PageMatch | null
  /** Whether any of the passage was recognised from an image, so that small differences may be its reader's. */
  isOcr: boolean
  /** What a reader should know about this match. */
  note: string | null
}

export type QuoteVerdict = {
  verdict: Verdict
  matches: QuoteMatch[]
  /** What was really looked at: whole documents, and the chunks they are cut into. */
  checked: { documents: number; chunks: number }
  /** Null when no page was stated. */
  pageCheck: PageCheck | null
  warnings: string[]
}

/** What became of the stated page, over all matches. */
export type PageCheck = {
  stated: string
  /** `unknown`: the quote was found, but only in documents without pages. */
  matched: PageMatch | 'unknown'
  /** A sentence with the page where it really is. */
  message: string
}
