import { type Manuscript, noteMark } from '../../../core/model/manuscript.ts'
import { isSpaceless, listWords, readLetters } from '../verify/letter-stream.ts'
import { quoteLimits } from '../verify/parse-quote.ts'
import type { Quotation } from './find-quotations.ts'

/** Returns the quoted words without the citations and notes among them. */
export function quotedText({ inner }: Pick<Quotation, 'inner'>, manuscript: WithNotes): string {
  return textWithout(manuscript, inner)
    .replaceAll(noteMark, '')
    .replace(/^[ \t]*>[ \t]?/gm, '')
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(/\s+(?:[—–-]+\s*)?[.,;:]?\s*$/, '')
    .trim()
}

type WithNotes = Pick<Manuscript, 'text' | 'citations' | 'blocks'>

/** The text of a span without the citations in it, and without notes that a page break put into the paragraph. */
export function textWithout(
  { text, citations, blocks }: WithNotes,
  { start: first, end: last }: { start: number; end: number },
): string {
  const left = [...citations, ...blocks.filter(({ kind }) => kind === 'note')]
    .filter(({ start, end }) => start >= first && end <= last)
    .sort((one, other) => one.start - other.start)
  let kept = ''
  let from = first
  for (const { start, end } of left) {
    if (end <= from) continue
    kept += text.slice(from, Math.max(from, start))
    from = end
  }
  return kept + text.slice(from, last)
}

/** Counts words; in scripts without spaces, two characters count as one. */
export function countQuoted(text: string): number {
  const words = listWords(readLetters(text))
  const spaceless = words.filter(word => isSpaceless(word.folded)).length
  return words.length - Math.floor(spaceless / 2)
}

/** Whether verification accepts it: very short texts occur everywhere. */
export function isVerifiable(text: string): boolean {
  return listWords(readLetters(text)).length >= quoteLimits.leastWords && countQuoted(text) >= 2
}

/** Whether it looks like the title of a work: "The Structure of Scientific Revolutions". */
export function looksLikeTitle(text: string): boolean {
  if (/[.!?;…]\s|[.;,…]$/.test(text.trim())) return false
  const words = text.match(/\p{L}[\p{L}\p{M}’'-]*/gu) ?? []
  const long = words.filter(word => word.length > 3)
  const capitals = long.filter(word => /^\p{Lu}/u.test(word))
  return words.length <= 20 && long.length >= 2 && capitals.length >= 0.8 * long.length
}

/** Cuts a text that is longer than verification takes, at the ends of sentences. */
export function splitLong(text: string, most: number = quoteLimits.mostLength): string[] {
  const parts: string[] = []
  let rest = text
  while (rest.length > most) {
    const head = rest.slice(0, most)
    const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('.\n'), head.lastIndexOf('。'))
    const cut = sentence > most / 2 ? sentence + 1 : Math.max(head.lastIndexOf(' '), most / 2)
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  return [...parts, rest].filter(part => isVerifiable(part))
}
