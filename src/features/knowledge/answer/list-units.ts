import { type MarkdownBlock, scanBlocks } from '../../../core/text/markdown-blocks.ts'
import { listSentences, type SentenceSpan } from './list-sentences.ts'

/** A piece of a unit that can be quoted by itself. */
export type UnitPart = SentenceSpan & { kind: 'term' | 'sentence' | 'item' | 'header' | 'row' | 'code' }

/**
 * A part of a passage that says one thing: a paragraph with the list, table or code that it introduces; an entry of a
 * list of definitions (terms, then their description, in one block or in two); or a table, with its header first.
 */
export type Unit = {
  kind: 'paragraph' | 'entry' | 'list' | 'table' | 'code'
  parts: UnitPart[]
  /** Headings inside the passage that this unit is below, outermost first. */
  headings: string[]
}

/** Returns the units of a passage in order. */
export function listUnits(markdown: string): Unit[] {
  const units: Unit[] = []
  const above: { level: number; title: string }[] = []
  let opens = false
  /** Short lines without a sentence: the terms of an entry when a description follows them. */
  let held: Unit | null = null
  const release = () => {
    if (held !== null) units.push(held)
    held = null
  }
  for (const block of scanBlocks(markdown)) {
    if (block.kind === 'heading') {
      release()
      while (above.length > 0 && (above.at(-1)?.level ?? 0) >= block.level) above.pop()
      above.push({ level: block.level, title: block.title })
      opens = false
      continue
    }
    const parts = partsOf(markdown, block)
    const headings = above.map(({ title }) => title)
    if (isTerms(markdown, block) && !opens) {
      release()
      held = { kind: 'paragraph', parts, headings }
      continue
    }
    if (held !== null && block.kind === 'paragraph' && parts[0]?.kind === 'sentence') {
      units.push({ kind: 'entry', parts: [joinTerms(markdown, held), ...parts], headings })
      held = null
      opens = endsInColon(parts.at(-1)?.text ?? '')
      continue
    }
    release()
    const last = units.at(-1)
    const isContinued =
      last !== undefined &&
      (opens ||
        (block.kind === 'code' && isOpen(last)) ||
        continuesCode(last, parts) ||
        continuesList(markdown, last, block))
    if (last !== undefined && isContinued && isUnder(last, above)) {
      last.parts.push(...parts)
      if (last.kind === 'paragraph' && block.kind === 'list') last.kind = 'list'
    } else if (parts.length > 0) {
      units.push({ kind: kindOf(block, parts), parts, headings })
    }
    opens = endsInColon(parts.at(-1)?.text ?? '')
  }
  release()
  return units
}

const mostTerms = 5

/** "**Syntax:** max-items <number>" and "**Default:** 0": each line is short and none is a sentence. */
function isTerms(markdown: string, block: MarkdownBlock): boolean {
  if (block.kind !== 'paragraph') return false
  const lines = markdown.slice(block.start, block.end).match(/[^\n]+/g) ?? []
  return lines.length <= mostTerms && lines.every(isTerm) && lines.some(line => /[\p{L}\p{N}]/u.test(line))
}

function joinTerms(markdown: string, { parts }: Unit): UnitPart {
  const start = parts[0]?.start ?? 0
  const end = parts.at(-1)?.end ?? start
  return { start, end, text: markdown.slice(start, end), kind: 'term' }
}

/** Whether a text announces what follows it: "… as follows:", "… by specifying". */
export function endsInColon(text: string): boolean {
  return /(?:[:：]|\b(?:by|using|with|specifying|typing|entering|adding|the|a|an|to|of|as|like|is|are|so|or|and)),?["'”’)*_`]*$/i.test(
    text.trimEnd(),
  )
}

/** "…; so" + code: the sentence ends with the code. */
function isOpen({ parts }: Unit): boolean {
  const last = parts.at(-1)
  return last?.kind === 'sentence' && !/[.!?]["'”’)*_`\]]*$/.test(last.text)
}

/** "This command:" + code + "will show all tracks": the sentence goes on after the code. */
function continuesCode(unit: Unit, parts: readonly UnitPart[]): boolean {
  return unit.parts.at(-1)?.kind === 'code' && /^\p{Ll}/u.test(parts[0]?.text ?? '')
}

/** Items with blank lines between them are blocks of their own, and so are indented paragraphs below an item. */
function continuesList(markdown: string, unit: Unit, block: MarkdownBlock): boolean {
  return unit.kind === 'list' && (block.kind === 'list' || /^(?: {2,}|\t)/.test(markdown.slice(block.start)))
}

function isUnder(unit: Unit, above: readonly { title: string }[]): boolean {
  return unit.headings.length === above.length && unit.headings.at(-1) === above.at(-1)?.title
}

function kindOf(block: MarkdownBlock, parts: readonly UnitPart[]): Unit['kind'] {
  if (parts[0]?.kind === 'term') return 'entry'
  return block.kind === 'heading' ? 'paragraph' : block.kind
}

function partsOf(markdown: string, block: MarkdownBlock): UnitPart[] {
  if (block.kind === 'code') return codeOf(markdown, block)
  if (block.kind === 'paragraph') return paragraphParts(markdown, block)
  if (block.kind === 'list') return itemsOf(markdown, block)
  const hasHeader = /^[^\n]*\n[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\||$)/m.test(
    markdown.slice(block.start, block.end),
  )
  return sentencesIn(markdown, block).map((row, at) => ({
    ...row,
    kind: hasHeader && at === 0 ? 'header' : 'row',
  }))
}

const itemMarker = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/gm
/** Longer items are quoted by the sentence. */
const longestItem = 60

/** The items of a list without their markers; lines before the first marker belong to an item of an earlier block. */
function itemsOf(markdown: string, { start, end }: MarkdownBlock): UnitPart[] {
  const whole = markdown.slice(start, end)
  const marks = [...whole.matchAll(itemMarker)]
  const first = marks[0]?.index ?? whole.length
  const spans = [
    { from: 0, to: first },
    ...marks.map(({ index, 0: mark }, at) => ({
      from: index + mark.length,
      to: marks[at + 1]?.index ?? whole.length,
    })),
  ]
  return spans.flatMap(({ from, to }): UnitPart[] => {
    const text = whole.slice(from, to).trimEnd()
    if (!/[\p{L}\p{N}]/u.test(text)) return []
    const span = { start: start + from, end: start + from + text.length }
    if (text.split(/\s+/).length <= longestItem) return [{ ...span, text, kind: 'item' }]
    return sentencesIn(markdown, span).map((sentence, at) => ({
      ...sentence,
      kind: at === 0 ? 'item' : 'sentence',
    }))
  })
}

/** The lines between the fences. */
function codeOf(markdown: string, { start, end }: MarkdownBlock): UnitPart[] {
  const whole = markdown.slice(start, end)
  const opening = /^\s*(?:`{3,}|~{3,})[^\n]*\n/.exec(whole)?.[0].length ?? 0
  const closing = /\n\s*(?:`{3,}|~{3,})\s*$/.exec(whole)?.index ?? whole.length
  const text = whole.slice(opening, Math.max(opening, closing)).replace(/\s+$/, '')
  const from = start + opening
  return text.trim() === '' ? [] : [{ start: from, end: from + text.length, text, kind: 'code' }]
}

const longestTerm = 80

/**
 * Converters write an entry as its terms, a line each, and the description on the next line. A first line is a term when
 * it is short and does not end like a sentence.
 */
function paragraphParts(markdown: string, block: MarkdownBlock): UnitPart[] {
  const lines = [...markdown.slice(block.start, block.end).matchAll(/[^\n]+/g)]
  const firstBody = lines.findIndex(([line]) => !isTerm(line))
  const body = lines[firstBody]
  const isEntry = firstBody > 0 && body !== undefined && lines.length > 1
  const from = isEntry ? block.start + body.index : block.start
  const sentences = sentencesIn(markdown, { start: from, end: block.end }).map(sentence => ({
    ...sentence,
    kind: 'sentence' as const,
  }))
  if (!isEntry) return sentences
  const head = markdown.slice(block.start, from).trimEnd()
  return [{ start: block.start, end: block.start + head.length, text: head, kind: 'term' }, ...sentences]
}

function isTerm(line: string): boolean {
  const text = line.trim()
  return text.length <= longestTerm && !/[.!?;,:]["'”’)*_`]*$/.test(text) && text.split(/\s+/).length <= 10
}

function sentencesIn(markdown: string, { start, end }: { start: number; end: number }): SentenceSpan[] {
  return listSentences(markdown.slice(start, end)).map(sentence => ({
    ...sentence,
    start: sentence.start + start,
    end: sentence.end + start,
  }))
}
