import type { DocumentSummary } from '../../../core/model/document.ts'
import type { CitedWork, ManuscriptCitation } from '../../../core/model/manuscript.ts'
import type { QuoteMatch } from '../verify/inspect-document.ts'
import type { QuoteVerdict, VerifyRequest } from '../verify/verify-quote.ts'
import type { KnownWork, WorkIndex } from './cited-works.ts'
import { type PageReader, pageFit, statedPages } from './page-fit.ts'
import type { Pairing } from './pair-citations.ts'
import { countQuoted, looksLikeTitle, splitLong } from './quoted-text.ts'

export const verdicts = [
  'exact',
  'close',
  'wrong_page',
  'wrong_source',
  'not_found',
  'uncited',
  'unknown_citekey',
  'page_out_of_range',
  'cited',
  'no_document',
  'not_checked',
] as const

export type ItemVerdict = (typeof verdicts)[number]

/** Verdicts that a writer must act on. */
export const problems: ReadonlySet<string> = new Set<ItemVerdict>([
  'close',
  'wrong_page',
  'wrong_source',
  'not_found',
  'uncited',
  'unknown_citekey',
  'page_out_of_range',
])

export type Finding = {
  verdict: ItemVerdict
  /** A sentence for the writer. */
  message: string
  /** Where the words are, best first. */
  matches: QuoteMatch[]
  nearestKeys: string[]
}

export type CheckParts = {
  works: WorkIndex
  collections: readonly string[]
  verify(request: VerifyRequest, signal: AbortSignal): Promise<QuoteVerdict>
  readPages: PageReader
}

/** A quotation without a citation is reported from this many words on when it is in the project, or when it is nowhere. */
const leastUncited = { found: 6, lost: 8 }
/** A shorter phrase in quotation marks is a quotation only if a citation is next to it. */
const leastLoose = 6
/** A passage of the cited source that is less similar is not what was quoted, if another source has the exact words. */
const leastOwn = 0.85
/** For one search. A search that runs out of time finds nothing, which must not be taken for a verdict. */
const budgetMs = 20_000

/** Checks one quotation. Null when it turns out to be no quotation: a term, a title, words used ironically. */
export async function checkQuotation(
  quotation: { text: string; pairing: Pairing; isGuessed: boolean },
  parts: CheckParts,
  signal: AbortSignal,
): Promise<Finding | null> {
  const { text, pairing, isGuessed } = quotation
  const words = countQuoted(text)
  const check: Check = { text, words, parts, signal }
  const cited = pairing.citations.flatMap(citation => citation.works)
  if (cited.length === 0) return isGuessed ? null : checkUncited(check)
  const found = cited.map(work => ({ work, known: parts.works.find(work) }))
  const unknown = found.filter(({ known }) => known.length === 0)
  const documents = documentsOf(found)
  const finding =
    documents.length > 0
      ? await checkCited(check, found, documents)
      : unknown.length > 0
        ? await checkUnknown(
            check,
            unknown.map(({ work }) => work),
            pairing.citations,
          )
        : await checkWithoutDocument(check, found)
  if (isGuessed) return isVerbatim(finding, words) ? finding : null
  const isConfirmed = ['exact', 'close', 'wrong_page'].includes(finding.verdict)
  if (pairing.by === 'near' && !isConfirmed) return checkUncited(check)
  const isLoose = pairing.by !== 'beside' && words < leastLoose
  return isLoose && (!isConfirmed || finding.verdict === 'close') ? null : finding
}

/** A paraphrase shares words with its source; a quotation shares nearly all of them, in order. */
const leastVerbatim = 0.75

function isVerbatim({ matches }: Finding, words: number): boolean {
  return words >= leastUncited.lost && (matches[0]?.similarity ?? 0) >= leastVerbatim
}

type Check = { text: string; words: number; parts: CheckParts; signal: AbortSignal }
type Found = { work: CitedWork; known: KnownWork[] }

function documentsOf(found: readonly Found[]): DocumentSummary[] {
  return found.flatMap(({ known }) => known.flatMap(({ documents }) => documents))
}

async function checkUncited(check: Check): Promise<Finding | null> {
  const { text, words } = check
  if (words < leastUncited.found || looksLikeTitle(text)) return null
  const verdict = await verifyAll(check, null)
  const [best] = verdict.matches
  if (best === undefined && words < leastUncited.lost) return null
  if (best === undefined && verdict.warnings.length > 0)
    return finding('not_checked', verdict.warnings.join(' '), [])
  const isSure = best !== undefined && (verdict.verdict === 'exact' || words >= leastUncited.lost)
  if (best !== undefined && !isSure) return null
  return {
    verdict: 'uncited',
    message:
      best === undefined
        ? 'This quotation has no citation, and no document of the project contains it.'
        : `This quotation has no citation. It is ${verdict.verdict === 'exact' ? '' : 'nearly '}in ${nameOf(best)}.`,
    matches: verdict.matches,
    nearestKeys: [],
  }
}

async function checkCited(
  check: Check,
  found: readonly Found[],
  documents: readonly DocumentSummary[],
): Promise<Finding> {
  const own = await verifyAll(check, documents)
  const fit = await pageFit(own.matches, statedPages(found), check.parts.readPages)
  const [best] = fit.matches
  if (own.verdict === 'exact' && best !== undefined) {
    if (fit.state === 'wrong') return finding('wrong_page', fit.message, fit.matches)
    return finding('exact', fit.message, fit.matches)
  }
  const everywhere = await verifyAll(check, null)
  const isElsewhere = everywhere.matches.length > 0 && !isOf(everywhere.matches[0], documents)
  const isOwn =
    best !== undefined && (everywhere.verdict !== 'exact' || !isElsewhere || best.similarity >= leastOwn)
  if (isOwn) {
    const also =
      isElsewhere && everywhere.verdict === 'exact'
        ? ` The exact words are in ${nameOf(everywhere.matches[0])}.`
        : ''
    const page = fit.state === 'wrong' ? ` ${fit.message}` : ''
    return finding('close', `${differencesOf(best)}${page}${also}`, fit.matches)
  }
  if (isElsewhere)
    return finding(
      'wrong_source',
      `The cited source does not contain it; ${everywhere.verdict === 'exact' ? 'it' : 'something similar'} is in ${nameOf(everywhere.matches[0])}.`,
      everywhere.matches,
    )
  if (everywhere.warnings.length > 0) return finding('not_checked', everywhere.warnings.join(' '), [])
  return finding('not_found', 'No document of the project contains it, the cited source included.', [])
}

async function checkUnknown(
  check: Check,
  works: readonly CitedWork[],
  citations: readonly ManuscriptCitation[],
): Promise<Finding> {
  const everywhere = await verifyAll(check, null)
  const where = placeOf(everywhere)
  return {
    ...unknownWork(works, citations, check.parts.works),
    matches: everywhere.matches,
    ...(where === ''
      ? {}
      : { message: `${unknownWork(works, citations, check.parts.works).message}${where}` }),
  }
}

/** The finding for a citation of a work that neither the references nor the documents of the project have. */
export function unknownWork(
  works: readonly CitedWork[],
  citations: readonly ManuscriptCitation[],
  index: WorkIndex,
): Finding {
  const named = works.map(
    ({ key, authors, year, title }) =>
      key ??
      ([authors[0], year].filter(part => part != null).join(' ') || title || citations[0]?.written || ''),
  )
  const nearestKeys = [...new Set(works.flatMap(work => index.nearest(work)))].slice(0, 3)
  const hint = nearestKeys.length === 0 ? '' : ` Similar: ${nearestKeys.join(', ')}.`
  return {
    verdict: 'unknown_citekey',
    message: `The project has no ${named.map(name => `“${name}”`).join(', ')}.${hint}`,
    matches: [],
    nearestKeys,
  }
}

async function checkWithoutDocument(check: Check, found: readonly Found[]): Promise<Finding> {
  const everywhere = await verifyAll(check, null)
  const keys = found.flatMap(({ known }) => known.map(({ citekey }) => citekey))
  const where = placeOf(everywhere)
  const message = `The project has the reference ${[...new Set(keys)].join(', ')}, but not its document: the words cannot be compared.${where}`
  return finding('no_document', message, everywhere.matches)
}

/** Where the words are, and how they differ there. */
function placeOf({ verdict, matches: [best] }: QuoteVerdict): string {
  if (best === undefined) return ''
  return verdict === 'exact'
    ? ` The words are in ${nameOf(best)}.`
    : ` Similar words are in ${nameOf(best)}. ${differencesOf(best)}`
}

function finding(verdict: ItemVerdict, message: string, matches: readonly QuoteMatch[]): Finding {
  return { verdict, message, matches: [...matches], nearestKeys: [] }
}

/** Verifies all parts of a long quotation. Its verdict is the worst one; its places are those of the first part. */
async function verifyAll(
  { text, parts, signal }: Check,
  documents: readonly DocumentSummary[] | null,
): Promise<QuoteVerdict> {
  const filter =
    documents === null
      ? []
      : [{ field: 'doc_id', op: 'one_of', values: documents.map(({ id }) => id) } as const]
  const collections = parts.collections
  let whole: QuoteVerdict | null = null
  for (const quote of splitLong(text)) {
    const verdict = await parts.verify({ collections, quote, filter, page: null, budgetMs }, signal)
    whole = whole === null ? verdict : joined(whole, verdict)
    if (whole.verdict === 'not_found') return whole
  }
  return (
    whole ?? {
      verdict: 'not_found',
      matches: [],
      checked: { documents: 0, chunks: 0 },
      pageCheck: null,
      warnings: [],
    }
  )
}

function joined(one: QuoteVerdict, other: QuoteVerdict): QuoteVerdict {
  const ids = new Set(other.matches.map(({ documentId }) => documentId))
  const shared = one.matches.filter(({ documentId }) => ids.has(documentId))
  if (shared.length === 0) return { ...other, verdict: 'not_found', matches: [] }
  const isExact = one.verdict === 'exact' && other.verdict === 'exact'
  const differences =
    other.matches.find(match => match.documentId === shared[0]?.documentId)?.differences ?? []
  return {
    ...one,
    verdict: isExact ? 'exact' : 'close',
    matches: shared.map((match, index) =>
      index === 0 ? { ...match, differences: [...match.differences, ...differences] } : match,
    ),
  }
}

function isOf(match: QuoteMatch | undefined, documents: readonly DocumentSummary[]): boolean {
  return match !== undefined && documents.some(({ id }) => id === match.documentId)
}

const mostDifferences = 5

function differencesOf({ differences }: QuoteMatch): string {
  const shown = differences.slice(0, mostDifferences).map(({ kind, quoted, found }) => {
    if (kind === 'added') return `“${quoted}” is not in the source`
    if (kind === 'missing') return `“${clip(found)}” is missing`
    return `“${clip(quoted)}” is “${clip(found)}” in the source`
  })
  const more =
    differences.length > shown.length ? `; ${differences.length - shown.length} more differences` : ''
  return `The wording differs: ${shown.join('; ')}${more}.`
}

function clip(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`
}

/** "lessig2004free, printed page 63 (PDF page 77)". */
export function nameOf(match: QuoteMatch | undefined): string {
  if (match === undefined) return ''
  const { citekey } = match.metadata
  const name = typeof citekey === 'string' ? citekey : `“${match.title}”`
  if (match.pages === null) return name
  const { first, last, firstLabel, lastLabel } = match.pages
  const pdf = first === last ? `PDF page ${first}` : `PDF pages ${first}–${last}`
  if (firstLabel === null) return `${name}, ${pdf}`
  const isOne = lastLabel === null || lastLabel === firstLabel
  return `${name}, ${isOne ? `page ${firstLabel}` : `pages ${firstLabel}–${lastLabel}`} (${pdf})`
}
