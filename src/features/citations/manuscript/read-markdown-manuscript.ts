import {
  type CitedWork,
  type Manuscript,
  type ManuscriptCitation,
  pagesOfLocator,
  unsaidWork,
} from '../../../core/model/manuscript.ts'
import { scanBlocks } from '../../../core/text/markdown-blocks.ts'
import { isReferencesHeading } from './references-heading.ts'

/** Reads Markdown as pandoc does: paragraphs, quotations, footnotes, and citations by key. */
export function readMarkdownManuscript(source: string): Manuscript {
  const plain = source.replace(/\r\n?/g, '\n')
  // Signs of quoted lines become spaces, so that they do not interrupt a sentence or a citation.
  const text = plain.replace(/^[ \t]{0,3}(?:>[ \t]?)+/gm, signs => ' '.repeat(signs.length))
  const manuscript: Manuscript = { text, blocks: [], citations: [], places: lineNumbers(text), warnings: [] }
  let referencesLevel: number | null = null
  for (const block of scanBlocks(plain)) {
    const { kind, start, end } = block
    if (kind === 'heading') {
      if (isReferencesHeading(block.title)) referencesLevel = block.level
      else if (referencesLevel !== null && block.level <= referencesLevel) referencesLevel = null
      manuscript.blocks.push({ kind: 'heading', start, end, anchor: null })
      continue
    }
    if (kind === 'code' || referencesLevel !== null) continue
    const slice = plain.slice(start, end)
    // A converted file may have lost that the line is a heading.
    if (slice.length < 60 && isReferencesHeading(slice)) {
      referencesLevel = 6
      continue
    }
    if (/^\s{0,3}>/.test(slice)) manuscript.blocks.push({ kind: 'quote', start, end, anchor: null })
    else if (/^\[\^[^\]\s]+\]:/.test(slice)) manuscript.blocks.push(...notesIn(text, start, end))
    else manuscript.blocks.push({ kind: 'text', start, end, anchor: null })
  }
  for (const { start, end } of manuscript.blocks) manuscript.citations.push(...findKeys(text, start, end))
  return manuscript
}

export function lineNumbers(text: string): Manuscript['places'] {
  const places: Manuscript['places'] = []
  let line = 1
  for (let start = 0; start !== -1 && start <= text.length; line += 1) {
    places.push({ start, place: `line ${line}` })
    const end = text.indexOf('\n', start)
    start = end === -1 ? -1 : end + 1
  }
  return places
}

/** Several notes may follow each other without a blank line. */
function notesIn(text: string, start: number, end: number): Manuscript['blocks'] {
  const heads = [...text.slice(start, end).matchAll(/^\[\^([^\]\s]+)\]:/gm)]
  return heads.map(({ index, 0: head, 1: id }, at) => {
    const mark = text.indexOf(`[^${id}]`)
    const next = heads[at + 1]?.index
    return {
      kind: 'note' as const,
      start: start + index + head.length,
      end: next === undefined ? end : start + next - 1,
      anchor: mark === -1 || mark >= start + index ? null : mark,
    }
  })
}

const key = String.raw`@(?:\{([^{}\s]{1,200})\}|([\p{L}\p{N}_][\p{L}\p{N}_:.#$%&+?<>~/-]{0,199}))`
const citedKey = new RegExp(String.raw`(?<![\p{L}\p{N}@/])(-?)${key}`, 'gu')
const mostBracket = 500

/** `[see @a, p. 63; -@b]`, `@a [p. 63]`, `@a`. */
function findKeys(text: string, start: number, end: number): ManuscriptCitation[] {
  const citations: ManuscriptCitation[] = []
  const block = text.slice(start, end)
  let from = 0
  for (const found of block.matchAll(citedKey)) {
    if (found.index < from || isInCode(block, found.index)) continue
    const bracket = enclosingBracket(block, found.index, from)
    const span = bracket ?? narrativeSpan(block, found.index, found[0])
    const written = block.slice(span.start, span.end)
    const works = bracket === null ? [narrativeWork(found, written)] : worksIn(written.slice(1, -1))
    from = span.end
    citations.push({
      start: start + span.start,
      end: start + span.end,
      written,
      isNarrative: bracket === null,
      works,
    })
  }
  return citations
}

function isInCode(block: string, at: number): boolean {
  const lineStart = block.lastIndexOf('\n', at) + 1
  return (block.slice(lineStart, at).split('`').length - 1) % 2 === 1
}

/** The brackets around a key; null for a key that is part of the sentence. */
function enclosingBracket(block: string, at: number, from: number): { start: number; end: number } | null {
  let depth = 0
  for (let open = at - 1; open >= Math.max(from, at - mostBracket); open--) {
    if (block[open] === ']') depth += 1
    if (block[open] !== '[') continue
    if (depth > 0) {
      depth -= 1
      continue
    }
    const close = closingBracket(block, open)
    return close === null || close < at ? null : { start: open, end: close + 1 }
  }
  return null
}

function closingBracket(block: string, open: number): number | null {
  let depth = 0
  for (let at = open; at < Math.min(block.length, open + 2 * mostBracket); at++) {
    if (block[at] === '[') depth += 1
    if (block[at] === ']') depth -= 1
    if (depth === 0) return at
  }
  return null
}

function narrativeSpan(block: string, at: number, whole: string): { start: number; end: number } {
  const bare = trimKey(whole)
  const locator = /^\s?\[[^\]\n@]{1,200}\]/.exec(block.slice(at + bare.length))
  return { start: at, end: at + bare.length + (locator?.[0].length ?? 0) }
}

function narrativeWork(found: RegExpExecArray, written: string): CitedWork {
  const locator = /\[([^\]]*)\]$/.exec(written)?.[1] ?? ''
  return { ...unsaidWork, key: trimKey(found[2] ?? found[3] ?? ''), pages: pagesOfLocator(locator) }
}

function worksIn(content: string): CitedWork[] {
  return content.split(';').flatMap(part => {
    const found = new RegExp(citedKey.source, 'u').exec(part)
    if (found === null) return []
    const bare = found[3] === undefined ? (found[2] ?? '') : trimKey(found[3])
    const after = part.slice(
      found.index + found[0].length - ((found[3]?.length ?? 0) - (found[3] === undefined ? 0 : bare.length)),
    )
    return [{ ...unsaidWork, key: bare, pages: pagesOfLocator(after.replace(/^[\s,{]+/, '')) }]
  })
}

/** Punctuation after a key is not part of it. */
function trimKey(text: string): string {
  return text.endsWith('}') ? text : text.replace(/[:.#$%&+?<>~/-]+$/, '')
}
