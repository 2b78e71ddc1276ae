import { execFileSync } from 'node:child_process'
import { plainLetters } from '../../../../../bench/typeset/letters.ts'
import type { TypesetPaper } from '../../../../../bench/typeset/make-papers.ts'

export type Break = 'column' | 'page' | 'float'

export type TrueSentence = { file: string; page: number; kind: Break; text: string }

type Word = { key: string; page: number; column: number; top: number }

/**
 * The sentences of a typeset paper whose words are in two columns or on two pages. Words come from the source, and where
 * they are printed from the boxes of `pdftotext -bbox`; its order of words is used only inside a line.
 * `float`: a figure, table, footnote or notice is between the two parts.
 */
export function findBroken({ truth, pdf }: TypesetPaper): TrueSentence[] {
  const columns = columnsOf(truth.class)
  const words = readWords(pdf, columns)
  const printed = indexRuns(words)
  const written = countRuns([
    ...truth.sentences.map(({ text }) => text),
    ...truth.captions,
    ...truth.footnotes,
  ])
  // Some classes set the abstract over the whole page, so its words are in several columns.
  const sentences = truth.sentences.filter(({ kind }) => kind !== 'abstract')
  return sentences.flatMap(({ text }) => {
    const places = runsOf(text).flatMap(run => {
      const [at, ...others] = printed.get(run) ?? []
      const word = at === undefined || others.length > 0 || written.get(run) !== 1 ? undefined : words[at]
      return word ? [word] : []
    })
    const [first] = places
    const last = places.at(-1)
    if (!first || !last || (first.page === last.page && first.column === last.column)) return []
    return [
      {
        file: pdf,
        page: first.page,
        kind: kindOf({ words: words.filter(isOther(text)), places, columns }),
        text,
      },
    ]
  })
}

function columnsOf(paperClass: string): number {
  if (paperClass.endsWith('three')) return 3
  return ['ieee-journal', 'ieee-conference', 'acm-sigconf', 'revtex'].includes(paperClass) ? 2 : 1
}

function readWords(pdf: string, columns: number): Word[] {
  const pages = execFileSync('pdftotext', ['-q', '-bbox', pdf, '-'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  }).split('<page ')
  return pages.slice(1).flatMap((page, index) => {
    const width = Number(/^width="([\d.]+)"/.exec(page)?.[1] ?? 0)
    const boxes = page.matchAll(
      /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g,
    )
    return [...boxes].map(([, left, top, right, , text = '']) => ({
      key: plainLetters(text.replace(/&\w+;/g, '')),
      page: index + 1,
      column: Math.floor((columns * (Number(left) + Number(right))) / 2 / width),
      top: Number(top),
    }))
  })
}

const runLength = 3

function runsOf(text: string): string[] {
  const keys = text
    .split(/\s+/)
    .map(plainLetters)
    .filter(key => key !== '')
  return keys.slice(runLength - 1).map((_, at) => keys.slice(at, at + runLength).join(' '))
}

function countRuns(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const run of texts.flatMap(runsOf)) counts.set(run, (counts.get(run) ?? 0) + 1)
  return counts
}

/** Runs of words in one line, with the places where they begin. */
function indexRuns(words: readonly Word[]): Map<string, number[]> {
  const runs = new Map<string, number[]>()
  for (const [at, { page, column, top }] of words.entries()) {
    const run = words.slice(at, at + runLength)
    if (run.some(word => word.page !== page || word.column !== column || Math.abs(word.top - top) > 3))
      continue
    const key = run.map(word => word.key).join(' ')
    runs.set(key, [...(runs.get(key) ?? []), at])
  }
  return runs
}

/** The most words of a running head or foot over one column; more of them belong to a float or a footnote. */
const mostFurniture = { one: 14, several: 8 }

function isOther(text: string): (word: Word) => boolean {
  const own = new Set(text.split(/\s+/).map(plainLetters))
  return ({ key }) => !own.has(key)
}

/** `words` are those that the sentence does not have. */
function kindOf({
  words,
  places,
  columns,
}: {
  words: readonly Word[]
  places: readonly Word[]
  columns: number
}): Break {
  const [first] = places
  const after = places.find(place => place.page !== first?.page || place.column !== first?.column)
  if (!first || !after) return 'column'
  const before = places.slice(0, places.indexOf(after)).at(-1) ?? first
  const count = (place: Word, isBetween: (word: Word) => boolean) =>
    words.filter(word => word.page === place.page && word.column === place.column && isBetween(word)).length
  const below = count(before, word => word.top > before.top + 2)
  const above = count(after, word => word.top < after.top - 2)
  const furniture = columns === 1 ? mostFurniture.one : mostFurniture.several
  if (below > furniture || above > furniture) return 'float'
  return before.page === after.page ? 'column' : 'page'
}
