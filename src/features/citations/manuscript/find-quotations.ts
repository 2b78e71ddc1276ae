import { type Manuscript, type ManuscriptBlock, noteMark } from '../../../core/model/manuscript.ts'

/** A passage that the manuscript presents as somebody else's words. Positions are in the manuscript's text. */
export type Quotation = {
  kind: 'inline' | 'block'
  /** With its quotation marks. */
  start: number
  end: number
  /** Without them. */
  inner: { start: number; end: number }
  block: ManuscriptBlock
  /** Whether only its layout suggests a quotation: a paragraph after a colon that ends with a citation. */
  isGuessed: boolean
}

/** Finds quotations: passages in quotation marks of many languages, and paragraphs that are set as quotations. */
export function findQuotations({ text, blocks }: Pick<Manuscript, 'text' | 'blocks'>): Quotation[] {
  const found: Quotation[] = []
  const effort = { left: mostSteps }
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]
    if (block === undefined || block.kind === 'heading') continue
    if (block.kind === 'quote') {
      const last = lastOfRun(blocks, index, text)
      found.push(blockQuotation(block, blocks[last] ?? block, text))
      index = last
      continue
    }
    const previous = found.at(-1)
    const from = previous === undefined ? block.start : Math.max(block.start, previous.end)
    found.push(...inlineQuotations(text, { block, from, next: followingBlock(blocks, index), effort }))
  }
  return found
}

/** Paragraphs of one quotation follow each other directly. */
function lastOfRun(blocks: readonly ManuscriptBlock[], first: number, text: string): number {
  let last = first
  for (let next = blocks[last + 1]; next?.kind === 'quote'; next = blocks[last + 1]) {
    const end = blocks[last]?.end ?? 0
    // A paragraph that ends with a citation, or starts with a mark of its own, ends the quotation.
    const isClosed = /[)\]}”»"]\s*[.]?\s*$/.test(text.slice(Math.max(0, end - 40), end))
    if (isClosed || text.slice(end, next.start).trim() !== '') break
    last += 1
  }
  return last
}

function followingBlock(blocks: readonly ManuscriptBlock[], index: number): ManuscriptBlock | null {
  const next = blocks[index + 1]
  return next === undefined || next.kind !== blocks[index]?.kind ? null : next
}

function blockQuotation(first: ManuscriptBlock, last: ManuscriptBlock, text: string): Quotation {
  const { start } = first
  const { end } = last
  const slice = text.slice(start, end)
  const lead = /^[\s>]*["“„«»‘‚‹]?/.exec(slice)?.[0].length ?? 0
  return { kind: 'block', start, end, inner: { start: start + lead, end }, block: first, isGuessed: false }
}

/** Which marks close what each mark opens. The first letter of a mark's row decides how it is recognised as an opener. */
const closers: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“”"',
  '«': '»',
  '»': '«»',
  '‹': '›',
  '›': '‹›',
  '‚': '‘’',
  '‘': '’',
  '”': '”',
  '’': '’',
  '「': '」',
  '『': '』',
  '"': '"',
  "'": "'",
}

/** Marks that also close, or are apostrophes: they open only between a space and a letter. */
const ambiguous: ReadonlySet<string> = new Set(['”', '’', '»', '›', '"', "'", '‘', '“'])
/** Marks that are also apostrophes. */
const apostrophes: ReadonlySet<string> = new Set(["'", '’', '‘'])
const longest = 6_000

/** Marks that are never closed are searched for in vain; a text full of them must not take minutes. */
const mostSteps = 20_000_000

type Scope = {
  block: ManuscriptBlock
  from: number
  next: ManuscriptBlock | null
  effort: { left: number }
}

function inlineQuotations(text: string, { block, from, next, effort }: Scope): Quotation[] {
  const found: Quotation[] = []
  for (let at = from; at < block.end; at++) {
    const mark = text[at] ?? ''
    if (!Object.hasOwn(closers, mark) || !opens(text, at, block)) continue
    const close = findClose(text, at, block.end) ?? closeInNext(text, at, { block, next })
    effort.left -= (close ?? Math.min(block.end, at + longest)) - at
    if (effort.left < 0) break
    if (close === null) continue
    found.push({
      kind: 'inline',
      start: at,
      end: close + 1,
      inner: { start: at + 1, end: close },
      block,
      isGuessed: false,
    })
    at = close
  }
  return found
}

function opens(text: string, at: number, block: ManuscriptBlock): boolean {
  const mark = text[at] ?? ''
  const after = text[at + 1] ?? ''
  if (at + 1 >= block.end || /[\s.,;:!?)\]]/.test(after)) return mark === '«' && /[\s]/.test(after)
  if (!ambiguous.has(mark)) return true
  const before = at === block.start ? ' ' : (text[at - 1] ?? ' ')
  if (!/[\s([{—–\-/>*_]/.test(before) && before !== noteMark)
    return mark === '“' && !/[\p{L}\p{N}]/u.test(before)
  // "'90s", "’tis"
  return !apostrophes.has(mark) || mark === '‘' || /\p{L}/u.test(after)
}

/** Returns where the quotation that opens at `open` closes within its block; null when it does not. */
function findClose(text: string, open: number, limit: number): number | null {
  const mark = text[open] ?? ''
  const closing = closers[mark] ?? ''
  const end = Math.min(limit, open + longest)
  let depth = 0
  let possessive: number | null = null
  for (let at = open + 1; at < end; at++) {
    const sign = text[at] ?? ''
    if (sign === mark && !closing.includes(mark) && !apostrophes.has(mark)) depth += 1
    if (!closing.includes(sign)) continue
    if (depth > 0) {
      depth -= 1
      continue
    }
    if (!closesHere(text, at)) continue
    if (!apostrophes.has(mark) || !isPossessive(text, at)) return at
    possessive ??= at
  }
  return possessive
}

function closesHere(text: string, at: number): boolean {
  const sign = text[at] ?? ''
  const before = text[at - 1] ?? ''
  const after = text[at + 1] ?? ' '
  if (apostrophes.has(sign) || sign === '"') {
    if (/\s/.test(before)) return false
    return !/[\p{L}\p{N}]/u.test(after)
  }
  return true
}

/** "the authors’ rights" closes nothing if a better mark follows. */
function isPossessive(text: string, at: number): boolean {
  return /s$/i.test(text.slice(0, at).slice(-1)) && /^\s\p{Ll}/u.test(text.slice(at + 1, at + 3))
}

/** A page or column may break inside a quotation: it then closes in the next block, before any other one opens. */
function closeInNext(
  text: string,
  open: number,
  { block, next }: Pick<Scope, 'block' | 'next'>,
): number | null {
  const mark = text[open] ?? ''
  if (apostrophes.has(mark) || mark === '"' || mark === '”' || mark === '»') return null
  if (next === null) return null
  const closing = closers[mark] ?? ''
  // In English each further paragraph of a quotation opens again; the mark closes only the last one.
  if (text[next.start] === mark) return block.end - 1 > open ? block.end : null
  for (let at = next.start; at < Math.min(next.end, open + longest); at++) {
    const sign = text[at] ?? ''
    if (closing.includes(sign)) return at
    if (sign === mark) return null
  }
  return null
}
