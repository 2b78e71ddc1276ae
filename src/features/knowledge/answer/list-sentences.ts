import { scanBlocks } from '../../../core/text/markdown-blocks.ts'

/** A sentence of a text: its position [start, end) and its characters. */
export type SentenceSpan = { start: number; end: number; text: string }

/** Abbreviations whose full stop does not end a sentence; `beforeNumbers` applies only before a number. */
const abbreviations =
  /(?:^|[\s(["'“])(?:e\.g|i\.e|etc|cf|vs|viz|al|ca|approx|resp|incl|dr|mr|mrs|ms|prof|st|jr|sr|inc|ltd|co|u\.s|a\.m|p\.m|[A-Z])\.$/i
const beforeNumbers = /(?:^|[\s(["'“])(?:figs?|nos?|vols?|pp?|ch|sec|eds?|al|art|eq)\.$/i

const enders = /[.!?…]+["'”’»)\]*_`]*(?=\s)|[。！？]+["'”’」』）]*/g

/**
 * Returns the sentences of a Markdown text, verbatim and in order. Skips headings and code. Each table row and list
 * item is a sentence of its own.
 */
export function listSentences(markdown: string): SentenceSpan[] {
  return scanBlocks(markdown).flatMap(block => {
    if (block.kind === 'heading' || block.kind === 'code') return []
    const lines = block.kind === 'paragraph' ? [block] : linesOf(markdown, block)
    return lines.flatMap(line =>
      block.kind === 'table' ? tableRow(markdown, line) : sentencesOf(markdown, line),
    )
  })
}

type Span = { start: number; end: number }

/** Joins the continuation lines of a list item. */
function linesOf(markdown: string, { start, end }: Span): Span[] {
  const spans: Span[] = []
  for (const found of markdown.slice(start, end).matchAll(/[^\n]+/g)) {
    const line = { start: start + found.index, end: start + found.index + found[0].length }
    const last = spans.at(-1)
    if (last && !/^\s*(?:[-*+]|\d{1,9}[.)]|\|)(?=\s|\|)/.test(found[0]) && !found[0].includes('|'))
      last.end = line.end
    else spans.push(line)
  }
  return spans
}

function tableRow(markdown: string, span: Span): SentenceSpan[] {
  const text = markdown.slice(span.start, span.end)
  return /[\p{L}\p{N}]/u.test(text) ? [trimmed(markdown, span)] : []
}

function sentencesOf(markdown: string, span: Span): SentenceSpan[] {
  const text = markdown.slice(span.start, span.end)
  const sentences: SentenceSpan[] = []
  let from = 0
  for (const found of text.matchAll(enders)) {
    const end = found.index + found[0].length
    if (!endsSentence(text, end)) continue
    sentences.push(trimmed(markdown, { start: span.start + from, end: span.start + end }))
    from = end
  }
  if (from < text.length) sentences.push(trimmed(markdown, { start: span.start + from, end: span.end }))
  return sentences.filter(sentence => /[\p{L}\p{N}]/u.test(sentence.text))
}

function endsSentence(text: string, end: number): boolean {
  const rest = text.slice(end, end + 40).trimStart()
  if (/^\p{Ll}/u.test(rest)) return false
  const last = text.slice(Math.max(0, end - 12), end)
  return !abbreviations.test(last) && !(/^\d/.test(rest) && beforeNumbers.test(last))
}

/** Removes white space, list markers and quote markers at the ends. */
function trimmed(markdown: string, { start, end }: Span): SentenceSpan {
  const text = markdown.slice(start, end)
  const lead = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+|>\s*)*/.exec(text)?.[0].length ?? 0
  const from = start + lead
  const to = start + text.trimEnd().length
  return { start: from, end: Math.max(from, to), text: markdown.slice(from, Math.max(from, to)) }
}
