import { execFileSync } from 'node:child_process'
import type { Random } from '../../../../app/eval/seeded-random.ts'
import type { Document, Page } from '../../../../core/model/document.ts'

/** A quote from a document, with its position. */
export type TrueQuote = { text: string; document: Document; pages: readonly number[] }

const shortest = 6
const longest = 40

type Piece = { text: string; start: number; end: number }

/** Picks a run of words of one paragraph of the stored Markdown, as a reader would copy it. */
export function pickFromMarkdown(document: Document, random: Random): TrueQuote | null {
  const from = random.below(Math.max(1, document.markdown.length - 400))
  const start = document.markdown.indexOf('\n\n', from) + 2
  if (start < 2) return null
  const next = document.markdown.indexOf('\n\n', start)
  const end = next === -1 ? document.markdown.length : next
  const words = wordsIn(document.markdown, start, end)
  return toQuote(document, pickRun(words, random))
}

/** Picks a run of words that starts on one page and ends on the next, inside a sentence. */
export function pickAcrossPages(document: Document, random: Random): TrueQuote | null {
  const borders = document.pages
    .slice(1)
    .filter((page, index) => isMidSentence(document, document.pages[index], page))
  if (borders.length === 0) return null
  const page = random.pick(borders)
  const before = wordsIn(document.markdown, Math.max(0, page.start - 600), page.start).slice(1)
  const after = wordsIn(document.markdown, page.start, Math.min(page.end, page.start + 600)).slice(0, -1)
  const left = before.slice(-(3 + random.below(17)))
  const right = after.slice(0, 3 + random.below(17))
  const isWhole = !/\n\n/.test(document.markdown.slice(left[0]?.start ?? 0, left.at(-1)?.end ?? 0))
  const staysWhole = !/\n\n/.test(document.markdown.slice(right[0]?.start ?? 0, right.at(-1)?.end ?? 0))
  if (left.length < 3 || right.length < 3 || !isWhole || !staysWhole) return null
  return toQuote(document, [...left, ...right])
}

/** Picks a run of words of one paragraph of a page as read by Poppler, an independent converter. */
export function pickFromPoppler(document: Document, path: string, random: Random): TrueQuote | null {
  if (document.pages.length === 0) return null
  const page = random.pick(document.pages)
  if (page.ocr || page.end - page.start < 400) return null
  const text = pageText(path, page.number)
  // The Markdown omits running headers and footers, so the outermost lines and repeated lines are skipped.
  const inner = text.split('\n').slice(3, -4).join('\n')
  const around = [page.number - 1, page.number + 1]
    .filter(number => document.pages.some(other => other.number === number))
    .map(number => pageText(path, number))
  const paragraphs = inner.split(/\n\s*\n/).filter(paragraph => paragraph.split(/\s+/).length >= 12)
  if (paragraphs.length === 0) return null
  const paragraph = random.pick(paragraphs)
  if (around.some(other => other.includes(paragraph))) return null
  const run = pickRun(wordsIn(paragraph, 0, paragraph.length), random)
  const [first] = run
  const last = run.at(-1)
  if (!first || !last || !isTelling(run)) return null
  const raw = paragraph.slice(first.start, last.end)
  return { text: random.next() < 0.5 ? raw : raw.replace(/\s+/g, ' '), document, pages: [page.number] }
}

const pageTexts = new Map<string, string>()

function pageText(path: string, page: number): string {
  const key = `${path}#${page}`
  const known = pageTexts.get(key)
  if (known !== undefined) return known
  const text = execFileSync('pdftotext', ['-f', String(page), '-l', String(page), path, '-'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  pageTexts.set(key, text)
  return text
}

function wordsIn(text: string, from: number, to: number): Piece[] {
  return [...text.slice(from, to).matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    text: word,
    start: from + index,
    end: from + index + word.length,
  }))
}

function pickRun(words: readonly Piece[], random: Random): Piece[] {
  const length = shortest + random.below(longest - shortest + 1)
  if (words.length < shortest) return []
  const start = random.below(Math.max(1, words.length - length + 1))
  return words.slice(start, start + length)
}

function toQuote(document: Document, run: readonly Piece[]): TrueQuote | null {
  const [first] = run
  const last = run.at(-1)
  if (!first || !last || !isTelling(run)) return null
  const pages = document.pages.filter(page => page.start < last.end && page.end > first.start)
  return { text: asRead(run), document, pages: pages.map(page => page.number) }
}

/** People do not quote numbers of a table, leader dots or stray characters. */
function isTelling(run: readonly Piece[]): boolean {
  const words = run.filter(({ text }) => /\p{L}{2,}|[\u3040-\u9fff\uac00-\ud7a3]/u.test(text))
  return (
    run.length >= shortest &&
    words.length >= 5 &&
    words.length >= 0.6 * run.length &&
    !run.some(({ text }) => /\.{4,}|^\|$|\]\(|\[\^|^\[[^\]]*$/.test(text))
  )
}

/** Removes marks that a reader does not see. */
function asRead(run: readonly Piece[]): string {
  return run
    .map(({ text }) => text.replace(/\*\*|^[*_>`]+|^#+$|[*_`]+$/g, '').replace(/\\([!-/:-@[-`{-~])/g, '$1'))
    .filter(text => text !== '')
    .join(' ')
}

function isMidSentence(document: Document, page: Page | undefined, next: Page): boolean {
  if (!page) return false
  const before = document.markdown.slice(page.start, page.end).trimEnd()
  const after = document.markdown.slice(next.start, next.end).trimStart()
  return /[\p{Ll},]$/u.test(before) && /^\p{Ll}/u.test(after)
}
