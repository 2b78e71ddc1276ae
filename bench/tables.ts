/**
 * Cells of Markdown tables against 40 tables that were transcribed by hand (`bench/truth/tables.json`), for the tables used in
 * development and for those kept for judging.
 * Usage: npm run measure -- tables [--data <folder>] [--only <part of a path>] [--set develop|judge] [--print]
 * --print prints the given tables of each page.
 */

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Converted } from '../src/core/model/document.ts'
import { convertBytes, readPdf, readTables, sayScore, scoreOf, type TrueTable } from './read-truth.ts'
import { type CellScore, parseTables, scoreTables } from './score-tables.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string' },
    set: { type: 'string' },
    print: { type: 'boolean' },
  },
})
const data = resolve(values.data ?? join(import.meta.dirname, '../../shared/data'))

async function main(): Promise<void> {
  if (!existsSync(data)) return console.log(`skipped: there is no folder ${data}`)
  const wanted = readTables().filter(
    ({ file, set }) =>
      (values.only === undefined || file.includes(values.only)) && (values.set ?? set) === set,
  )
  const scores: { set: string; score: CellScore }[] = []
  for (const [file, tables] of Map.groupBy(wanted, table => table.file)) {
    const bytes = readPdf(file, { data, debian: null })
    const converted = bytes && (await convertBytes(file, bytes))
    if (converted === null) {
      console.log(`not converted: ${file}`)
      continue
    }
    for (const [page, ofPage] of Map.groupBy(tables, table => table.page))
      scores.push(...measurePage(converted, page, ofPage))
  }
  for (const set of ['develop', 'judge', 'all']) {
    const ofSet = scores.filter(entry => set === 'all' || entry.set === set).map(entry => entry.score)
    const sum = (key: keyof CellScore) => ofSet.reduce((total, score) => total + score[key], 0)
    const mean = ofSet.reduce((total, score) => total + scoreOf(score).f1, 0) / Math.max(1, ofSet.length)
    const good = ofSet.filter(score => scoreOf(score).f1 >= 0.85).length
    const cells = { hits: sum('hits'), given: sum('given'), real: sum('real') }
    console.log(
      `${set}: cells ${sayScore(cells)}; mean F1 of ${ofSet.length} tables ${mean.toFixed(3)}; ${good} of them at least .85`,
    )
  }
}

function measurePage({ markdown, pages }: Converted, number: number, truth: readonly TrueTable[]) {
  const page = pages.find(candidate => candidate.number === number)
  const given = page === undefined ? [] : parseTables(markdown.slice(page.start, page.end))
  if (values.print) for (const table of given) console.log(table.map(row => row.join(' | ')).join('\n'), '\n')
  return scoreTables(
    truth.map(table => table.rows),
    given,
  ).map((score, at) => {
    const { file = '', set = '', label = null } = truth[at] ?? {}
    console.log(`${scoreOf(score).f1.toFixed(2)} ${set} ${file} page ${number}: ${label ?? 'no caption'}`)
    return { set, score }
  })
}

await main()
