import { readSentences, type Sentence } from '../sentences.ts'

/** A word or mark of a document: characters [start, end). `sentence` is its number; −1 in a title or heading. */
export type Word = { text: string; start: number; end: number; sentence: number }

/**
 * What is read together: the titles above some sentences, a few sentences that were read before, and new ones. `fresh` is the number of
 * the first new sentence.
 */
export type Window = { header: readonly Word[]; body: readonly Word[]; fresh: number }

const most = { header: 28, body: 170, context: 60, contextSentences: 3, sentence: 1500 }

/** The windows of a document in order. Every sentence that is not too long is new in one of them. */
export function readWindows(
  markdown: string,
  title: string,
): { sentences: readonly Sentence[]; windows: Window[] } {
  const sentences = readSentences(markdown)
  const words = sentences.map(({ text, start }, at) =>
    text.length > most.sentence ? [] : wordsOf(text, start, at),
  )
  const headers = headerReader(markdown, title)
  const windows: Window[] = []
  for (let at = 0; at < sentences.length; ) {
    const heading = sentences[at]?.heading ?? null
    let next = at
    for (let count = 0; next < sentences.length; next++) {
      const own = words[next]?.length ?? 0
      const isOther = (sentences[next]?.heading ?? null) !== heading
      if (next > at && (isOther || count + own > most.body)) break
      count += own
    }
    const first = contextOf(sentences, words, at)
    const body = Array.from({ length: next - first }, (_, offset) => first + offset).flatMap(number => {
      const isNewLine = number > first && hasBreak(markdown, sentences[number - 1], sentences[number])
      const own = (words[number] ?? []).slice(0, most.body)
      const [lead] = own
      return isNewLine && lead !== undefined ? [{ ...lead, text: '|', end: lead.start }, ...own] : own
    })
    if (body.length > 0) windows.push({ header: headers(heading), body, fresh: at })
    at = next
  }
  return { sentences, windows }
}

/** The first of the sentences before `at` that are read again: of the same section, and few. */
function contextOf(sentences: readonly Sentence[], words: readonly (readonly Word[])[], at: number): number {
  let first = at
  for (let count = 0; first > 0 && at - first < most.contextSentences; first--) {
    count += words[first - 1]?.length ?? 0
    if (count > most.context || sentences[first - 1]?.heading !== sentences[at]?.heading) break
  }
  return first
}

function hasBreak(markdown: string, one: Sentence | undefined, other: Sentence | undefined): boolean {
  return one !== undefined && other !== undefined && markdown.slice(one.end, other.start).includes('\n')
}

/** The words of the title, the first heading and the own heading, each once. */
function headerReader(markdown: string, title: string): (heading: string | null) => readonly Word[] {
  const [, hashed, lined] = /^#{1,2}\s+(.+)$|^(.+)\n=+$/m.exec(markdown) ?? []
  const first = hashed ?? lined ?? null
  const known = new Map<string | null, readonly Word[]>()
  return heading => {
    const made = known.get(heading)
    if (made !== undefined) return made
    const lines = [...new Set([title, first, heading].flatMap(line => clean(line)))]
    const words = lines.flatMap((line, number) => {
      const at = Math.max(0, markdown.indexOf(line))
      const own = wordsOf(line, at, -1)
      return number === 0 ? own : [{ text: '|', start: at, end: at, sentence: -1 }, ...own]
    })
    const header = words.slice(0, most.header)
    known.set(heading, header)
    return header
  }
}

function clean(line: string | null): string[] {
  const text = (line ?? '').replace(/[*_`#]+/g, '').trim()
  return text.length > 1 && !isFileName.test(text) ? [text] : []
}

/** "notes.md", an address: no title. */
const isFileName = /^\S+\.[a-z0-9]{1,5}$|^[a-z]+:\/\/\S+$/i

const pieces =
  /!?\[(?=[^\]]*\]\()|\]\([^()\s]*(?:\([^()]*\)[^()\s]*)?(?: "[^"]*")?\)|<\/?[a-z][^<>]{0,200}>|\[\^?\w{1,4}\]|\*\*|__|`|\\(?=[^\p{L}\p{N}\s])|(?<quote>(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}]))|(?<word>[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{N}])/gu

/** The words and marks of a text, without Markdown; italics are quotation marks, because titles are often in italics. */
export function wordsOf(text: string, offset: number, sentence: number): Word[] {
  const words: Word[] = []
  for (const { 0: found, index, groups } of text.matchAll(pieces)) {
    const start = offset + index
    if (groups?.word !== undefined) words.push({ text: found, start, end: start + found.length, sentence })
    else if (groups?.quote !== undefined) words.push({ text: '"', start, end: start + 1, sentence })
  }
  return words
}
