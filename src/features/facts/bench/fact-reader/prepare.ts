/**
 * Writes what the reader of facts learns from: the words of windows with the spans, relations and dates that texts list (GUIDE.md).
 *
 *     npm run measure -- fact-windows <out.jsonl> <texts>…
 *
 * Prints how many of the listed facts could be tied to words.
 */

import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { seededByText } from '../../../../../bench/seeded-by-text.ts'
import { gteSmallModel } from '../../../../adapters/embedders/local-embedder.ts'
import { loadTokenizer } from '../../../../adapters/embedders/tokenizer.ts'
import { encodeWindow } from '../../../../adapters/embedders/word-window.ts'
import { findDates } from '../../reader/find-dates.ts'
import { readWindows, type Window, type Word } from '../../reader/windows.ts'
import { type Item, parseItem, rawItems } from './read-items.ts'
import { counts, type Span, type Tied, tie, untied } from './tie-facts.ts'
import { surnamesOf, varyItem, withKnownNames } from './vary-item.ts'

/** As the text is, and with other surnames and years. */
const versions = 6

const tokenizer = loadTokenizer(gteSmallModel)

function prepare(item: Item) {
  const { windows } = readWindows(item.text, '')
  const words = distinctWords(windows)
  const numberOf = new Map(words.map((word, number) => [keyOf(word), number]))
  const tied = tie(item, words)
  return windows.map(window => project(window, { tied, numberOf }))
}

function keyOf({ start, text, sentence }: Word): string {
  return `${sentence === -1 ? 'h' : 'b'}${text === '|' ? '|' : ''}${start}`
}

/** The words of all headers, then those of the sentences. */
function distinctWords(windows: readonly Window[]): Word[] {
  const known = new Map<string, Word>()
  for (const { header } of windows) for (const word of header) known.set(keyOf(word), word)
  for (const { body } of windows) for (const word of body) if (word.text !== '|') known.set(keyOf(word), word)
  return [...known.values()]
}
/** The window with the numbers of its own words. */
function project(window: Window, { tied, numberOf }: { tied: Tied; numberOf: ReadonlyMap<string, number> }) {
  const all = [...window.header, ...window.body]
  const own = new Map<number, number>()
  for (const [at, word] of all.entries()) {
    const number = numberOf.get(keyOf(word))
    if (number !== undefined) own.set(number, at)
  }
  const at = (number: number) => own.get(number)
  const triples = (rows: readonly [number, number, number][]) =>
    unique(
      rows.flatMap(([kind, one, other]) => {
        const [first, second] = [at(one), at(other)]
        return first === undefined || second === undefined ? [] : [[kind, first, second]]
      }),
    )
  const spans = (rows: readonly Span[]) =>
    unique(
      rows.flatMap(({ kind, first, last }) => {
        const [one, other] = [at(first), at(last)]
        return one === undefined || other === undefined ? [] : [[kind, one, other]]
      }),
    )
  const dated = (rows: readonly [number, number, number][]) =>
    unique(
      rows.flatMap(([one, other, date]) => {
        const [first, second] = [at(one), at(other)]
        const day = date < 0 ? date : (at(date) ?? -2)
        return first === undefined || second === undefined ? [] : [[first, second, day]]
      }),
    )
  const right = triples(tied.positive)
  const isRight = new Set(right.map(String))
  const spanned = spans(tied.spans)
  const isSpanned = new Set(spanned.map(String))
  const { ids, types, firsts } = encodeWindow(
    { header: window.header.map(({ text }) => text), words: window.body.map(({ text }) => text) },
    tokenizer,
  )
  return {
    ids,
    types,
    firsts,
    words: all.map(({ text }) => text),
    header: window.header.length,
    spans: spanned,
    ignoredSpans: spans(tied.ignoredSpans).filter(row => !isSpanned.has(String(row))),
    pairs: right,
    ignoredPairs: triples(tied.ignored).filter(row => !isRight.has(String(row))),
    dates: findDates(all).map(({ first, last }) => [first, last]),
    from: dated(tied.from),
    to: dated(tied.to),
  }
}

function unique<T>(rows: readonly T[]): T[] {
  return [...new Map(rows.map(row => [String(row), row])).values()]
}

const [out = '', ...files] = process.argv.slice(2)
const raw = files.flatMap(file =>
  rawItems(file).map((item, number) => ({ file: basename(file), number, item })),
)
const surnames = [...new Set(raw.flatMap(({ item }) => surnamesOf(item)))]
const random = seededByText('varied')
const versionOf = (item: string, version: number): string => {
  if (version === 0) return item
  const varied = varyItem(item, surnames, random)
  return version % 2 === 0 ? varied : withKnownNames(varied, random)
}
const lines = raw.flatMap(({ file, number, item }) =>
  Array.from({ length: versions }, (_, version) =>
    prepare(parseItem(versionOf(item, version))).map(window =>
      JSON.stringify({ f: file, n: number, version, ...window }),
    ),
  ).flat(),
)
writeFileSync(out, `${lines.join('\n')}\n`)
console.log(lines.length, 'windows', counts, Object.fromEntries(untied))
