import type { Truth } from './describe-truth.ts'
import { type Letters, plainLetters, runsOf } from './letters.ts'

/** What cuts a sentence, and its letters at the border. */
export type Cutter = { kind: string; letters: string }

/**
 * Names what the Markdown has where a sentence breaks off: another sentence, a caption, a footnote, a running head, and so
 * on. `near` is a place in the letters of the Markdown where a part of the sentence is.
 */
export function nameCutter(truth: Truth, markdown: Letters, sentence: string, near: number): Cutter {
  const wanted = plainLetters(sentence)
  const run = runsOf(sentence).find(({ letters }) => markdown.text.startsWith(letters, near))
  if (run === undefined) return { kind: 'unknown', letters: '' }
  let from = run.before
  while (from > 0 && markdown.text[near - (run.before - from) - 1] === wanted[from - 1]) from -= 1
  if (from > 0) {
    const border = near - (run.before - from)
    const before = markdown.text.slice(Math.max(0, border - 80), border)
    const kind = nameText(truth, before, window => before.endsWith(window))
    const isNear = before.slice(-12).includes(wanted.slice(Math.max(0, from - 9), from - 1))
    return { kind: kind === 'other text' && isNear ? 'letters changed' : kind, letters: before.slice(-30) }
  }
  const start = near - run.before
  let length = 0
  while (length < wanted.length && markdown.text[start + length] === wanted[length]) length += 1
  const after = markdown.text.slice(start + length, start + length + 80)
  const rest = wanted.slice(length + 1, length + 9)
  const kind = after.slice(0, 14).includes(rest)
    ? 'letters changed'
    : nameText(truth, after, window => after.startsWith(window))
  return { kind, letters: after.slice(0, 30) }
}

/** Names a text by its border: the known text that has the twelve letters there. */
function nameText(truth: Truth, text: string, isAtBorder: (window: string) => boolean): string {
  const isStart = isAtBorder(text.slice(0, 12))
  // Numbers of footnotes, captions and pages are not in the texts.
  const bare = isStart
    ? text.replace(/^(?:(?:fig|figure|table)(?:\d+|[ivx]+)|\d{1,4})/, '')
    : text.replace(/\d{1,4}$/, '')
  const window = isStart ? bare.slice(0, 12) : bare.slice(-12)
  const holds = (texts: readonly string[]) => texts.some(known => plainLetters(known).includes(window))
  if (holds(truth.captions)) return 'caption'
  if (holds(truth.footnotes)) return 'footnote'
  if (holds(truth.sentences.map(({ text: sentence }) => sentence))) return 'another sentence'
  if (holds(truth.headings.map(({ title }) => title))) return 'heading'
  if (holds(truth.references)) return 'reference'
  const short = isStart ? bare.slice(0, 40) : bare.slice(-40)
  const cells = [...truth.figureLabels, ...truth.tables.flat(2)]
    .map(plainLetters)
    .filter(label => label.length > 3)
  if (cells.some(label => (isStart ? short.startsWith(label) : short.endsWith(label))))
    return 'figure or table'
  if ([...truth.runningHeads, ...truth.authors].some(head => short.includes(plainLetters(head))))
    return 'running head'
  if (/permissiontomakedigital|theauthorsarewith/.test(text)) return 'notice'
  return /^\d{8}/.test(text) || /\d{8}$/.test(text) ? 'figure or table' : 'other text'
}
