import type { BodyStyle } from './find-floats.ts'
import { findBodyStyle, findRoles } from './find-roles.ts'
import { type Candidate, endsSentence, type Item, isSameStyle, orderBlocks } from './order-blocks.ts'
import { type Block, boundsOf, type Line, type PageLayout, turnBox } from './page-layout.ts'
import { splitParagraphs } from './split-paragraphs.ts'
import { isRightToLeft } from './to-reading-order.ts'

/**
 * Arranges all pages. Figures, captions and footnotes at the top of a page come after the paragraph that continues from
 * the previous page.
 */
export function arrangePages(pages: readonly PageLayout[]): ArrangedPage[] {
  const body = findBodyStyle(pages)
  const arranged = pages.map(page => arrangePage(page, body))
  for (const [index, { page }] of arranged.entries()) {
    const before = arranged[index - 1]?.page
    const open = before?.blocks.findLast(block => block.role === 'body')
    const next = page.blocks.find(block => block.role === 'body')
    if (!before || !open || !next) continue
    const isContinued = continuesParagraph(open, next)
    if (!isContinued && !leadsOn(open)) continue
    before.blocks = [...before.blocks.filter(block => block !== open), open]
    const first: Block = isContinued ? { ...next, isContinued: true } : next
    page.blocks = [first, ...page.blocks.filter(block => block !== next)]
  }
  return arranged
}

/** A page with its paragraphs in reading order, and how the order was chosen. */
export type ArrangedPage = { page: PageLayout; candidates: Candidate[]; chosen: Candidate }

/**
 * Puts the blocks of a page into reading order and cuts them into paragraphs. A paragraph that continues in another
 * column is one block; captions, footnotes and labels of figures that interrupt it come before or after it.
 */
export function arrangePage(page: PageLayout, body: BodyStyle): ArrangedPage {
  const blocks = findRoles(page, body)
  const isMirrored = isRightToLeft(blocks.flatMap(block => block.lines.map(line => line.text)))
  const items: Item[] = blocks.map(block => {
    const box = turnBox(block, page.turn)
    if (!isMirrored) return { block, box }
    const isOpposite = !isRightToLeft(block.lines.map(line => line.text))
    return { block, box: { ...box, x0: -box.x1, x1: -box.x0 }, isOpposite }
  })
  const { chosen, candidates } = orderBlocks(items)
  const pieces = chosen.items.flatMap(({ block }) =>
    block.role === 'table' || block.role === 'caption' || block.table !== null
      ? [block]
      : splitParagraphs(block),
  )
  return { page: { ...page, blocks: joinPieces(pieces) }, candidates, chosen }
}

/**
 * Joins the parts of paragraphs, and moves what interrupts them: out of the column where the paragraph begins it comes
 * before the paragraph, otherwise after it.
 */
function joinPieces(pieces: readonly Block[]): Block[] {
  const joined: Block[] = []
  let between: Block[] = []
  let after: Block[] = []
  let open: Block | null = null
  const close = () => {
    if (open && leadsOn(open)) joined.push(...after, ...between, open)
    else joined.push(...(open ? [open] : []), ...after, ...between)
    open = null
    after = []
    between = []
  }
  for (const piece of pieces) {
    if (piece.role !== 'body') between.push(piece)
    else if (open && continuesParagraph(open, piece)) {
      const column = open
      joined.push(...between.filter(float => sharesColumn(float, column)))
      after.push(...between.filter(float => !sharesColumn(float, column)))
      between = []
      open = joinBlocks(open, piece)
    } else {
      close()
      open = piece
    }
  }
  // A sentence that continues on the next page must be the last text of this one.
  if (open && isOpenEnded(open)) return [...joined, ...after, ...between, open]
  close()
  return joined
}

/** Whether the sentence goes on with a list, a formula or a quotation: "in two cases:". */
function leadsOn({ lines }: Block): boolean {
  return /[:,;]$/.test(lines.at(-1)?.text ?? '')
}

function sharesColumn(a: Block, b: Block): boolean {
  const last = b.lines.at(-1) ?? b
  return Math.min(a.x1, last.x1) - Math.max(a.x0, last.x0) > 0.3 * Math.min(a.x1 - a.x0, last.x1 - last.x0)
}

function joinBlocks(a: Block, b: Block): Block {
  const lines = [...a.lines, ...b.lines]
  return { ...a, ...boundsOf(lines), lines }
}

/** Whether the text of a block ends inside a sentence at the end of a full line. */
export function isOpenEnded(block: Block): boolean {
  const last = block.lines.at(-1)
  return last !== undefined && block.lines.length > 1 && !endsSentence(last.text) && reachesEdge(last, block)
}

function reachesEdge(line: Line, block: Block): boolean {
  const widest = Math.max(...block.lines.map(other => other.x1 - other.x0))
  return line.x1 - line.x0 > 0.85 * widest
}

/** Whether a paragraph goes on in another block: a word or sentence does, and the style is the same. */
export function continuesParagraph(open: Block, next: Block): boolean {
  const last = open.lines.at(-1)
  const [first] = next.lines
  if (!last || !first || !isSameStyle(last, first) || last.monospace) return false
  if (open.table !== null || next.table !== null) return false
  if (/\p{L}[-\u00ad\u2010]$/u.test(last.text)) return /^\p{L}/u.test(first.text)
  if (endsSentence(last.text) || startsItem.test(first.text)) return false
  const startsLow = /^["“‘([]?\p{Ll}/u.test(first.text)
  if (startsLow) return last.text.includes(' ')
  return open.lines.length > 2 && next.lines.length > 1 && isOpenEnded(open)
}

const startsItem = /^(?:[•◦▪■□●○‣∙·▶►▸➢➤✓✔❖◆◇–—*]|\(?\d{1,3}[.)]|\[\d{1,3}\]|\(?[a-z][.)])\s/u
