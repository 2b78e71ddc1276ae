/**
 * Sets texts in narrow lines and joins them again: how often a hyphen at the end of a line is kept or dropped wrongly.
 * Words are broken between syllables, and compounds at their own hyphens, so that the right answer is known. Several
 * texts form a document as long as a paper, because the words of the whole document count.
 * Usage: npm run measure -- hyphens [folder of corpora in BEIR layout] [--misses]
 */

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { collectVocabulary, joinHyphenated } from '../src/adapters/converters/pdf/join-lines.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: 'boolean' } },
})
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../../shared/data/retrieval'))

/** In letters, and in words. */
const width = 48
const documentWords = 5_000

type Right = 'keep' | 'drop'

for (const corpus of ['nfcorpus', 'cisi', 'medline1033', 'xquad-de']) {
  const file = join(folder, corpus, 'corpus.jsonl')
  if (!existsSync(file)) {
    console.log(`skipped: no file ${file}`)
    continue
  }
  const counts = { keep: { all: 0, wrong: 0 }, drop: { all: 0, wrong: 0 } }
  for (const words of toDocuments(readTexts(file))) measure(words, counts)
  const { keep, drop } = counts
  const share = ((100 * (keep.wrong + drop.wrong)) / (keep.all + drop.all)).toFixed(2)
  console.log(
    `${corpus}: ${share} % wrong; dropped ${keep.wrong} of ${keep.all} that belong to their word, kept ${drop.wrong} of ${drop.all} that do not`,
  )
}

function readTexts(file: string): string[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map(line => String(JSON.parse(line).text))
}

function toDocuments(texts: readonly string[]): string[][] {
  const words = texts.join(' ').split(/\s+/)
  return Array.from({ length: Math.ceil(words.length / documentWords) }, (_, index) =>
    words.slice(index * documentWords, (index + 1) * documentWords),
  )
}

function measure(words: readonly string[], counts: Record<Right, { all: number; wrong: number }>): void {
  const lines = setLines(words)
  const vocabulary = collectVocabulary(lines.map(line => line.text))
  for (const [index, { text, right }] of lines.entries()) {
    const next = lines[index + 1]?.text
    if (right === null || next === undefined) continue
    counts[right].all += 1
    if (joinHyphenated(text, next, vocabulary) === right) continue
    counts[right].wrong += 1
    if (values.misses) console.log(`  not ${right}: ${text.split(' ').at(-1)}${next.split(' ')[0]}`)
  }
}

/** Lines as full as possible, each with what is right about its hyphen; null when it has none. */
function setLines(words: readonly string[]): { text: string; right: Right | null }[] {
  const lines: { text: string; right: Right | null }[] = []
  let line = ''
  for (const word of words) {
    const space = line === '' ? '' : ' '
    if (line.length + space.length + word.length <= width) {
      line += space + word
      continue
    }
    const room = width - line.length - space.length
    const broken = breakWord(word, room)
    lines.push({ text: broken ? line + space + broken.head : line, right: broken?.right ?? null })
    line = broken?.tail ?? word
  }
  return [...lines, { text: line, right: null }]
}

/** Breaks a word as late as there is room. */
function breakWord(word: string, room: number): { head: string; tail: string; right: Right } | null {
  const own = word.includes('-')
  const pattern = own ? /(?<=\p{L}-)(?=\p{L})/gu : /(?<=\p{L}{2})(?=[^aeiouyäöü\P{L}][aeiouyäöü]\p{L})/giu
  const places = [...word.matchAll(pattern)].map(match => match.index)
  const at = places.findLast(place => place + (own ? 0 : 1) <= room)
  if (at === undefined) return null
  return { head: word.slice(0, at) + (own ? '' : '-'), tail: word.slice(at), right: own ? 'keep' : 'drop' }
}
