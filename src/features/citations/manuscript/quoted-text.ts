import { type Manuscript, noteMark } from '../../../core/model/manuscript.ts'
import { isSpaceless, listWords, readLetters } from '../verify/letter-stream.ts'
import { quoteLimits } from '../verify/parse-quote.ts'
import type { Quotation } from './find-quotations.ts'

/** Returns the quoted words without the citations and marks of notes that stand among them. */
export function quotedText(
  { inner }: Pick<Quotation, 'inner'>,
  { text, citations }: Pick<Manuscript, 'text' | 'citations'>,
): string {
  let kept = ''
  let from = inner.start
  for (const { start, end } of citations) {
    if (start < from || end > inner.end) continue
    kept += text.slice(from, start)
    from = end
  }
  kept += text.slice(from, inner.end)
  return kept
    .replaceAll(noteMark, '')
    .replace(/^[ \t]*>[ \t]?/gm, '')
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(/\s+(?:[—–-]+\s*)?[.,;:]?\s*$/, '')
    .trim()
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
