/**
 * Titles and section headings of PDF files against lists made by reading (`bench/truth/structure.json`).
 * A heading is right when its text and its page are; its level counts apart, relative to the heading before it.
 * Usage: npm run measure -- structure [--data <folder>] [--debian <folder>] [--set untouched|judge|develop|last]
 *   [--only <part of a path>] [--misses]
 * With --debian, a folder of unpacked Debian packages, the files of `structure-untouched.json` are measured instead, or
 * with --set one part of those of `structure-debian.json`:
 * `apt-get download <package>` for each `package` of the list, and `dpkg -x` into the folder.
 */

import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { titleOf } from '../src/core/ingest/convert-source.ts'
import type { Converted } from '../src/core/model/document.ts'
import { outlineFromHeadings } from '../src/core/text/outline.ts'
import { type GivenHeading, letters, scoreHeadings } from '../test/support/pdf-truth/score-headings.ts'
import {
  convertBytes,
  readDebianStructures,
  readPdf,
  readStructures,
  sayScore,
  type TrueStructure,
} from './read-truth.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    debian: { type: 'string' },
    set: { type: 'string', default: 'untouched' },
    only: { type: 'string' },
    misses: { type: 'boolean' },
  },
})
const debian = values.debian === undefined ? null : resolve(values.debian)
const data = resolve(values.data ?? join(import.meta.dirname, '../../shared/data'))

type Sums = {
  titles: number
  titled: number
  hits: number
  given: number
  real: number
  pairs: number
  nested: number
}

async function main(): Promise<void> {
  const folder = debian ?? data
  if (!existsSync(folder)) return console.log(`skipped: there is no folder ${folder}`)
  const groups = { papers: noSums(), others: noSums(), untouched: noSums() }
  for (const truth of debian === null ? readStructures() : readDebianStructures(values.set)) {
    if (values.only !== undefined && !truth.file.includes(values.only)) continue
    const bytes = readPdf(truth.file, { data, debian })
    const converted = bytes && (await convertBytes(truth.file, bytes))
    if (converted === null) {
      console.log(`not converted: ${truth.file}`)
      continue
    }
    const sums = measure(truth, converted)
    const group = debian !== null ? 'untouched' : truth.file.startsWith('papers/') ? 'papers' : 'others'
    for (const key of Object.keys(sums) as (keyof Sums)[]) groups[group][key] += sums[key]
  }
  if (debian !== null) return console.log(`${values.set}: ${say(groups.untouched)}`)
  console.log(`papers: ${say(groups.papers)}`)
  console.log(`others: ${say(groups.others)}`)
  const all = noSums()
  for (const key of Object.keys(all) as (keyof Sums)[]) all[key] = groups.papers[key] + groups.others[key]
  console.log(`all: ${say(all)}`)
}

function measure(truth: TrueStructure, converted: Converted): Sums {
  const last = truth.upTo ?? Number.POSITIVE_INFINITY
  const titles = truth.title === null ? [] : [truth.title, ...(truth.otherTitles ?? [])]
  const title = titleOf(converted, basename(truth.file))
  const isTitled = titles.some(other => letters(other) === letters(title))
  const headings = headingsOf(converted).filter(heading => heading.page <= last)
  const score = scoreHeadings(truth.headings, headings, titles)
  const titleNote =
    truth.title === null ? 'no title' : isTitled ? 'title right' : `title wrong: ${JSON.stringify(title)}`
  console.log(
    `${truth.file}: ${score.hits} of ${score.real} headings, ${score.wrong.length} wrong, nesting ${score.nested}/${score.pairs}; ${titleNote}`,
  )
  if (values.misses) {
    for (const { page, text } of score.missing) console.log(`  missing, page ${page}: ${text}`)
    for (const { page, text } of score.wrong) console.log(`  wrong, page ${page}: ${text}`)
  }
  const { hits, given, real, pairs, nested } = score
  return { titles: isTitled ? 1 : 0, titled: titles.length > 0 ? 1 : 0, hits, given, real, pairs, nested }
}

/** What a reader of the document sees as its headings: the declared outline, else those of the Markdown. */
function headingsOf({ outline, markdown, pages }: Converted): GivenHeading[] {
  const entries = outline.length > 0 ? outline : outlineFromHeadings(markdown)
  return entries.flatMap(({ title, level, start }) => {
    const page = pages.findLast(candidate => candidate.start <= start)
    return page === undefined ? [] : [{ text: title, level, page: page.number }]
  })
}

function noSums(): Sums {
  return { titles: 0, titled: 0, hits: 0, given: 0, real: 0, pairs: 0, nested: 0 }
}

function say(sums: Sums): string {
  const share = (part: number, whole: number) =>
    `${part} of ${whole} (${whole === 0 ? '-' : ((100 * part) / whole).toFixed(1)} %)`
  return `titles ${share(sums.titles, sums.titled)}; headings ${sayScore(sums)}; nesting ${share(sums.nested, sums.pairs)}`
}

await main()
