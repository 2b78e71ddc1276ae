import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Manuscript, ManuscriptCitation } from '../../../core/model/manuscript.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import { type CheckParts, checkQuotation, type Finding, unknownWork } from './check-quotation.ts'
import { findQuotations, type Quotation } from './find-quotations.ts'
import { findTextCitations } from './find-text-citations.ts'
import { guessQuotations } from './guess-quotations.ts'
import { findNumberedCitations } from './numbered-citations.ts'
import { hasPage } from './page-fit.ts'
import { pairCitations, withRunning } from './pair-citations.ts'
import { isVerifiable, quotedText } from './quoted-text.ts'

/** A quotation or a citation of the manuscript, and what was found about it. */
export type CheckedItem = Finding & {
  kind: 'quotation' | 'citation'
  start: number
  end: number
  place: string
  /** The quoted words; null for a citation without a quotation. */
  quote: string | null
  /** The citation as written; null when there is none. */
  citation: string | null
  /** The citations that were checked with it. */
  citations: ManuscriptCitation[]
}

export type ManuscriptCheck = {
  items: CheckedItem[]
  quotations: number
  citations: number
  warnings: string[]
}

/** More quotations or citations than any thesis has. */
const mostItems = 5_000

/** Finds every quotation and citation of a manuscript and checks each. Stops checking when `isOver` returns true. */
export async function checkManuscript(
  manuscript: Manuscript,
  parts: CheckParts & { isOver(): boolean },
  { signal, progress }: { signal: AbortSignal; progress: ReportProgress },
): Promise<ManuscriptCheck> {
  const numbered = findNumberedCitations(manuscript, parts.works.findInEntry)
  const marked = [...manuscript.citations, ...numbered]
  const citations = findTextCitations({ ...manuscript, citations: marked }, parts.works.keys)
  const text = withRunning({ ...manuscript, citations })
  const inMarks = findQuotations(text)
  const quotations = [...inMarks, ...guessQuotations(text, inMarks)].sort(
    (one, other) => one.start - other.start,
  )
  const placeOf = placeFinder(manuscript)
  const warnings = [...manuscript.warnings]
  if (quotations.length + citations.length > mostItems)
    warnings.push(
      `The manuscript has more than ${mostItems} quotations and citations; the rest was not checked.`,
    )
  const items: CheckedItem[] = []
  const paired = new Set<ManuscriptCitation>()
  /** Where guessed quotations end that a source contains: each citation has at most one. */
  const guessed = new Set<number>()
  let unchecked = 0
  for (const [index, quotation] of quotations.slice(0, mostItems).entries()) {
    throwIfAborted(signal)
    progress({ done: index, total: quotations.length, message: 'Checking quotations' })
    const quote = quotedText(quotation, text)
    if (!isVerifiable(quote) || guessed.has(quotation.end)) continue
    const pairing = pairCitations(quotation, text, quotations)
    if (parts.isOver()) unchecked += 1
    const finding = parts.isOver()
      ? notChecked
      : await checkQuotation({ text: quote, pairing, isGuessed: quotation.isGuessed }, parts, signal)
    if (finding === null) continue
    if (quotation.isGuessed) guessed.add(quotation.end)
    const isCited = finding.verdict !== 'uncited'
    if (isCited) for (const citation of pairing.citations) paired.add(citation)
    items.push(toItem({ quotation, quote, finding, cited: isCited ? pairing.citations : [] }, placeOf))
  }
  for (const citation of citations.slice(0, mostItems)) {
    if (paired.has(citation)) continue
    throwIfAborted(signal)
    items.push({
      ...(await checkCitation(citation, parts)),
      ...citationFields(citation),
      place: placeOf(citation.start),
    })
  }
  if (unchecked > 0)
    warnings.push(`Time ran out: ${unchecked} quotations were not checked. Check the manuscript in parts.`)
  return {
    items: items.sort((one, other) => one.start - other.start || one.end - other.end),
    quotations: items.filter(({ kind }) => kind === 'quotation').length,
    citations: citations.length,
    warnings,
  }
}

const notChecked: Finding = {
  verdict: 'not_checked',
  message: 'Time ran out before it was checked.',
  matches: [],
  nearestKeys: [],
}

function toItem(
  {
    quotation,
    quote,
    finding,
    cited,
  }: { quotation: Quotation; quote: string; finding: Finding; cited: ManuscriptCitation[] },
  placeOf: (at: number) => string,
): CheckedItem {
  const { start, end } = quotation
  const citation = cited.length === 0 ? null : cited.map(one => one.written).join('; ')
  return {
    kind: 'quotation',
    start,
    end,
    place: placeOf(start),
    quote,
    citation,
    citations: cited,
    ...finding,
  }
}

function citationFields(
  citation: ManuscriptCitation,
): Pick<CheckedItem, 'kind' | 'start' | 'end' | 'quote' | 'citation' | 'citations'> {
  const { start, end, written } = citation
  return { kind: 'citation', start, end, quote: null, citation: written, citations: [citation] }
}

/** A citation without a quotation: whether the project has the work, and the work the page. */
async function checkCitation(citation: ManuscriptCitation, parts: CheckParts): Promise<Finding> {
  const found = citation.works.map(work => ({ work, known: parts.works.find(work) }))
  const unknown = found.filter(({ known }) => known.length === 0)
  if (unknown.length > 0)
    return unknownWork(
      unknown.map(({ work }) => work),
      [citation],
      parts.works,
    )
  for (const { work, known } of found) {
    if (work.pages === null) continue
    const verdicts: (boolean | null)[] = []
    for (const { documents, pages } of known)
      for (const { id } of documents) verdicts.push(hasPage(work.pages, await parts.readPages(id), pages))
    if (verdicts.length > 0 && verdicts.every(verdict => verdict === false))
      return {
        ...cited,
        verdict: 'page_out_of_range',
        message: `${known[0]?.citekey} has no page ${work.pages}.`,
      }
  }
  return found.every(({ known }) => known.every(({ documents }) => documents.length === 0))
    ? { ...cited, verdict: 'no_document', message: 'The project has the reference, but not its document.' }
    : cited
}

const cited: Finding = { verdict: 'cited', message: '', matches: [], nearestKeys: [] }

function placeFinder({ places }: Manuscript): (at: number) => string {
  return at => {
    let low = 0
    let high = places.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((places[middle]?.start ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return places[low]?.place ?? ''
  }
}
