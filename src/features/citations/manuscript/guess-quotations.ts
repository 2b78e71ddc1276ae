import type { Manuscript, ManuscriptBlock, ManuscriptCitation } from '../../../core/model/manuscript.ts'
import type { Quotation } from './find-quotations.ts'

/** A shorter passage is too likely to occur in a source by chance. */
const leastCharacters = 60
/** A longer one has words of the writer in it. */
const mostCharacters = 1_500

/**
 * Finds passages that may be quotations although nothing marks them: a paragraph, or its beginning, that ends with a
 * citation, as a set-off quotation looks in the text of a PDF. Verification decides: what no source contains is no
 * quotation. The whole passage comes before its last sentence; the first that a source contains counts.
 */
export function guessQuotations(
  { text, blocks, citations }: Pick<Manuscript, 'text' | 'blocks' | 'citations'>,
  marked: readonly Quotation[],
): Quotation[] {
  return blocks.flatMap(block => {
    if (block.kind !== 'text') return []
    const inside = citations.filter(({ start, end }) => start >= block.start && end <= block.end)
    return inside.flatMap((citation, index) => {
      const previous = inside[index - 1]
      const start = previous === undefined ? block.start : behind(text, previous.end)
      return [start, lastSentence(text, start, citation.start)].flatMap((from, attempt, all) => {
        const isNew = attempt === 0 || from !== all[0]
        const isGood = isNew && isCandidate({ text, block, start: from, citation }, marked)
        return isGood ? [toQuotation(block, from, citation)] : []
      })
    })
  })
}

type Candidate = { text: string; block: ManuscriptBlock; start: number; citation: ManuscriptCitation }

function isCandidate({ text, block, start, citation }: Candidate, marked: readonly Quotation[]): boolean {
  if (citation.isNarrative || citation.works.every(({ pages }) => pages === null)) return false
  const length = citation.start - start
  if (length < leastCharacters || length > mostCharacters) return false
  const isAtBlockEnd = /^[\s.)]*$/.test(text.slice(citation.end, block.end))
  // Inside a paragraph a set-off quotation has no full stop behind its citation, because the next paragraph follows.
  const isSetOff =
    isAtBlockEnd || /^\s+(?:\d{1,3}\s+)?\p{L}/u.test(text.slice(citation.end, citation.end + 12))
  return isSetOff && !marked.some(other => other.start < citation.start && other.end > start)
}

/** A conversion may have joined the passage to the paragraph before it. */
function lastSentence(text: string, start: number, end: number): number {
  const from = Math.max(start, end - mostCharacters)
  const ends = [...text.slice(from, end).matchAll(/[.!?][”"’»)]*\s+(?=\p{L})/gu)]
  const last = ends.findLast(({ index, 0: sign }) => end - (from + index + sign.length) >= leastCharacters)
  return last === undefined ? start : from + last.index + last[0].length
}

function behind(text: string, end: number): number {
  return end + (/^[\s.,;)]*/.exec(text.slice(end, end + 20))?.[0].length ?? 0)
}

function toQuotation(block: ManuscriptBlock, start: number, citation: ManuscriptCitation): Quotation {
  const { start: end } = citation
  return { kind: 'block', start, end: citation.end, inner: { start, end }, block, isGuessed: true }
}
