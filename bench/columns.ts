/**
 * Counts pages with two columns whose columns are mixed. `pdftotext -bbox` gives the positions of the words, which say
 * nothing about their order. A page counts when its words are in two columns with a clear gutter. It is mixed when more
 * than a tenth of all pairs (word of the left column, word of the right column) have the right one first, or when too few
 * of its words are found.
 * Usage: npm run measure -- columns [folder] [--baselines]
 * --baselines judges `pdftotext` and `pdftotext -raw` (the order of the content stream) in the same way.
 */

import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { convertBytes } from './read-truth.ts'

type Box = { x0: number; y0: number; x1: number; text: string }
type Columns = { left: string[]; right: string[] }
type Reader = { name: string; pagesOf(file: string): Promise<string[]> }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { baselines: { type: 'boolean' } },
})
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../../shared/data/papers'))

const quire: Reader = {
  name: 'quire',
  async pagesOf(file) {
    const converted = await convertBytes(file, readFileSync(file))
    return (converted?.pages ?? []).map(({ start, end }) => converted?.markdown.slice(start, end) ?? '')
  },
}
const pdftotext = (...mode: string[]): Reader => ({
  name: ['pdftotext', ...mode].join(' '),
  pagesOf: async file => run([...mode, file, '-']).split('\f'),
})

async function main(): Promise<void> {
  const files = globSync('**/*.pdf', { cwd: folder }).sort()
  const readers = values.baselines ? [quire, pdftotext(), pdftotext('-raw')] : [quire]
  for (const reader of readers) {
    const mixed: string[] = []
    let counted = 0
    for (const name of files) {
      const pages = await reader.pagesOf(join(folder, name))
      for (const [index, columns] of columnsOf(join(folder, name)).entries()) {
        if (columns === null) continue
        counted += 1
        const share = mixedShare(pages[index] ?? '', columns)
        if (share === null) mixed.push(`${name}, page ${index + 1}: too few of its words were found`)
        else if (share > 0.1) mixed.push(`${name}, page ${index + 1}: ${share.toFixed(2)}`)
      }
    }
    if (reader === quire) for (const line of mixed) console.log(`  ${line}`)
    console.log(`${reader.name}: ${mixed.length} of ${counted} pages with two columns are mixed`)
  }
}

const pagePattern = /<page width="([\d.]+)" height="[\d.]+">(.*?)<\/page>/gs
const wordPattern = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">(.*?)<\/word>/g

/** The words of both columns for each page; null for a page without two columns. */
function columnsOf(file: string): (Columns | null)[] {
  return [...run(['-bbox', file, '-']).matchAll(pagePattern)].map(([, width, page = '']) => {
    const boxes = [...page.matchAll(wordPattern)].map(
      ([, x0, y0, x1, text = '']): Box => ({ x0: Number(x0), y0: Number(y0), x1: Number(x1), text }),
    )
    const middle = Number(width) / 2
    const left = boxes.filter(({ x1 }) => x1 <= middle + 3)
    const right = boxes.filter(({ x0 }) => x0 >= middle - 3)
    const crossing = boxes.filter(({ x0, x1 }) => x0 < middle - 3 && x1 > middle + 3).length
    const isClear = boxes.length >= 250 && crossing <= 0.02 * boxes.length
    if (!isClear || Math.min(left.length, right.length) < 100) return null
    return { left: wordsOf(textOfLines(left)), right: wordsOf(textOfLines(right)) }
  })
}

function textOfLines(boxes: readonly Box[]): string {
  const lines: Box[][] = []
  let last: Box | null = null
  for (const box of boxes.toSorted((a, b) => Math.round(a.y0 / 4) - Math.round(b.y0 / 4) || a.x0 - b.x0)) {
    if (last === null || Math.abs(box.y0 - last.y0) > 4) lines.push([])
    lines.at(-1)?.push(box)
    last = box
  }
  const textOfLine = (line: readonly Box[]) =>
    line
      .toSorted((a, b) => a.x0 - b.x0)
      .map(({ text }) => text)
      .join(' ')
  return lines.map(textOfLine).join('\n')
}

/** Words of two and more Latin letters; hyphens at line ends are dropped. */
function wordsOf(text: string): string[] {
  const joined = text.replace(/[-\u2010\u00ad]\s*\n\s*/g, '').normalize('NFKC')
  return joined.toLowerCase().match(/[a-z]{2,}/g) ?? []
}

const phraseLength = 5
/** Fewer phrases of a column say nothing about its place. */
const fewestPhrases = 60

/** The share of pairs with the right column first, by phrases that the text has exactly once; null for too few. */
function mixedShare(text: string, { left, right }: Columns): number | null {
  const places = new Map<string, number[]>()
  for (const [index, phrase] of phrasesOf(wordsOf(text)).entries())
    places.set(phrase, [...(places.get(phrase) ?? []), index])
  const placesOf = (column: readonly string[]) =>
    phrasesOf(column).flatMap(phrase => {
      const found = places.get(phrase) ?? []
      return found.length === 1 ? found : []
    })
  const [lefts, rights] = [placesOf(left), placesOf(right)]
  if (Math.min(lefts.length, rights.length) < fewestPhrases) return null
  const wrong = lefts.reduce((sum, place) => sum + rights.filter(other => other < place).length, 0)
  return wrong / (lefts.length * rights.length)
}

function phrasesOf(words: readonly string[]): string[] {
  return words.slice(phraseLength - 1).map((_, index) => words.slice(index, index + phraseLength).join(' '))
}

function run(args: readonly string[]): string {
  return execFileSync('pdftotext', ['-q', ...args], { encoding: 'utf8', maxBuffer: 1e9 })
}

await main()
