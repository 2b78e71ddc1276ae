import type { Manuscript } from '../../../core/model/manuscript.ts'
import type { Quotation } from './find-quotations.ts'

const leastCharacters = 60

/**
 * Finds paragraphs that may be quotations although nothing marks them, as in a PDF: a paragraph after a colon that ends
 * with a citation. Verification decides: what the source does not contain is no quotation.
 */
export function guessQuotations(
  { text, blocks, citations }: Pick<Manuscript, 'text' | 'blocks' | 'citations'>,
  marked: readonly Quotation[],
): Quotation[] {
  return blocks.flatMap((block, index) => {
    const before = blocks[index - 1]
    if (block.kind !== 'text' || before?.kind !== 'text') return []
    if (!/:\s*$/.test(text.slice(Math.max(before.start, before.end - 5), before.end))) return []
    const last = citations.findLast(({ start, end }) => start >= block.start && end <= block.end)
    if (last === undefined || last.isNarrative) return []
    const isAtEnd = /^[\s.)]*$/.test(text.slice(last.end, block.end))
    const isLong = last.start - block.start >= leastCharacters
    const hasMarks = marked.some(({ start, end }) => start < block.end && end > block.start)
    if (!isAtEnd || !isLong || hasMarks) return []
    const { start, end } = block
    return [{ kind: 'block', start, end, inner: { start, end: last.start }, block, isGuessed: true }]
  })
}
