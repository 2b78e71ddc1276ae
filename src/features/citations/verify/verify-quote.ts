import type { DocumentSummary } from '../../../core/model/document.ts'
import type { Filter } from '../../../core/model/filter.ts'
import type { Analyzer } from '../../../core/ports/analyzer.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { Store } from '../../../core/ports/store.ts'
import { inspectDocument, type QuoteMatch, type VerificationState } from './inspect-document.ts'
import { listCandidates, screenFor, screenShares } from './list-candidates.ts'
import { parseQuote } from './parse-quote.ts'
import { readTexts } from './read-texts.ts'
import { seekClose } from './seek-close.ts'
import { checkPage, type PageCheck, readStatedPage } from './stated-page.ts'
import { requireQuotable } from './within-filter.ts'

export type VerifyParts = { store: Store; analyzer: Analyzer; clock: Clock }

export type VerifyRequest = {
  /** The collections to search. Isolated collections are searched only when they are listed here. */
  collections: readonly string[]
  quote: string
  /** Limits the documents. Conditions on `page` and `section` apply to the passage that was found. */
  filter: Filter
  /** Where the quote should be: a physical page, a printed label, or a range of either ("12–13"). */
  page: number | string | null
  /** When to stop searching and report what was not read; default 6,000 ms. */
  budgetMs?: number
}

/**
 * `exact`: the same words in the same order, apart from typesetting. `close`: with differences, all listed.
 * `not_found`: neither, in everything that was checked.
 */
type Verdict = 'exact' | 'close' | 'not_found'

export type QuoteVerdict = {
  verdict: Verdict
  matches: QuoteMatch[]
  /** Documents that were compared with the quote: read, or ruled out because they contain few of its words. */
  checked: { documents: number; chunks: number }
  /** Null when no page was stated. */
  pageCheck: PageCheck | null
  warnings: string[]
}

const defaultBudgetMs = 6_000
/** How long to search for more places after the first one was found. */
const furtherBudgetMs = 1_500
/** Further places are counted but not returned. */
const mostExact = 50
const mostClose = 10

/**
 * Checks whether a quote occurs in the documents, and where. Reads likely documents first, then all others in the
 * collections, so that `not_found` is reliable and no place is missed. Reports documents that could not be read in time
 * as a warning. Throws INVALID_INPUT, INVALID_FILTER and COLLECTION_NOT_FOUND.
 */
export async function verifyQuote(
  request: VerifyRequest,
  parts: VerifyParts,
  signal: AbortSignal,
): Promise<QuoteVerdict> {
  const { clock } = parts
  const startedAt = clock.elapsed()
  const budgetMs = request.budgetMs ?? defaultBudgetMs
  const quote = parseQuote(request.quote)
  requireQuotable(request.filter)
  const search: VerificationState = {
    request,
    quote,
    findStated: request.page === null ? null : readStatedPage(request.page),
    seek: seekClose(quote.parts ?? [quote.whole]),
    exact: [],
    close: [],
    checked: new Map(),
    warnings: new Set(),
  }
  const isOver = () => {
    const limit = search.exact.length > 0 ? Math.min(budgetMs, furtherBudgetMs) : budgetMs
    return clock.elapsed() - startedAt >= limit
  }
  await inspectAll(search, parts, { isOver, signal })
  return conclude(search)
}

/**
 * Reads likely documents first. Those with few of the quote's words are read last, and only while nothing was found.
 */
async function inspectAll(
  search: VerificationState,
  parts: VerifyParts,
  { isOver, signal }: { isOver: () => boolean; signal: AbortSignal },
): Promise<void> {
  const { store } = parts
  const { words } = search.quote.whole
  const screens = { exact: screenFor(words, screenShares.exact), close: screenFor(words, screenShares.close) }
  const unlikely: DocumentSummary[] = []
  let left = 0
  for await (const page of listCandidates({ request: search.request, words }, parts, signal)) {
    const isBest = new Set(page.best)
    for await (const read of readTexts([...page.best, ...page.likely], store)) {
      const screen = search.exact.length > 0 ? screens.exact : screens.close
      if (isOver()) left += 1
      else if (isBest.has(read.summary)) await inspectDocument(search, { read, store }, signal)
      else if (!(await inspectDocument(search, { read, store, screen }, signal))) unlikely.push(read.summary)
    }
    unlikely.push(...page.unlikely)
    if (!isOver()) continue
    left = page.total - search.checked.size - unlikely.length
    break
  }
  const skimmed = await inspectUnlikely(search, unlikely, { store, isOver, signal })
  warnOfTime(search, left, skimmed)
}

/** Returns how many documents were not read because time ran out. */
async function inspectUnlikely(
  search: VerificationState,
  unlikely: readonly DocumentSummary[],
  { store, isOver, signal }: Pick<VerifyParts, 'store'> & { isOver: () => boolean; signal: AbortSignal },
): Promise<number> {
  for (const { id, chunkCount } of unlikely) search.checked.set(id, chunkCount)
  const isFound = () => search.exact.length > 0 || search.close.length > 0
  if (isFound()) return 0
  let read = 0
  for await (const text of readTexts(unlikely, store)) {
    if (isFound()) return 0
    if (isOver()) break
    await inspectDocument(search, { read: text, store }, signal)
    read += 1
  }
  return unlikely.length - read
}

function warnOfTime({ checked, exact, warnings }: VerificationState, left: number, skimmed: number): void {
  if (left > 0)
    warnings.add(
      `Time ran out before ${left} of ${left + checked.size} documents were read; the quote may ${exact.length > 0 ? 'also ' : ''}be in one of them. Name the document, or call again: documents that were read are cached.`,
    )
  if (skimmed > 0)
    warnings.add(
      `${skimmed} documents were only skimmed because time ran out: they contain few of the quote's words.`,
    )
}

function conclude({ request, exact, close, checked, warnings }: VerificationState): QuoteVerdict {
  const isExact = exact.length > 0
  const found = (isExact ? exact : close).toSorted(bestFirst)
  const most = isExact ? mostExact : mostClose
  const verdict = isExact ? 'exact' : close.length > 0 ? 'close' : 'not_found'
  if (found.length > most)
    warnings.add(`The quote was found at ${found.length} places; the first ${most} are returned.`)
  const chunks = [...checked.values()].reduce((sum, count) => sum + count, 0)
  return {
    verdict,
    matches: found.slice(0, most),
    checked: { documents: checked.size, chunks },
    pageCheck: request.page === null ? null : checkPage(String(request.page), found),
    warnings: [...warnings],
  }
}

const pageRanks = { label: 2, pdf: 1, none: 0 }

function bestFirst(one: QuoteMatch, other: QuoteMatch): number {
  return (
    other.similarity - one.similarity ||
    pageRanks[other.statedPage ?? 'none'] - pageRanks[one.statedPage ?? 'none'] ||
    (one.documentId === other.documentId
      ? one.charSpan.start - other.charSpan.start
      : one.documentId < other.documentId
        ? -1
        : 1)
  )
}
