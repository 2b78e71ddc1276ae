/**
 * Compares the order of text on 40 pages with the order in which a person reads them. The order was written down from
 * pictures of the pages (bench/truth/page-order.json), not from the text of any program.
 * Usage: npm run measure -- page-order [--data <folder>] [--debian <folder>] [--baselines] [--misses]
 *   [--only <part of a path or a kind>] [--show <folder>]
 * --data is the folder that has files/, papers/, regressions/ (default ../shared/data).
 * --debian is the root into which the packages that the list names were unpacked with `dpkg -x` (default /, that is,
 *   packages that are installed); pages of files that are absent are skipped.
 * --baselines judges `pdftotext` and `pdftotext -raw` in the same way.
 * --show writes the text of each page into a folder instead, also of the 60 pages that are judged by eye
 *   (bench/truth/page-kinds.json), each below the description of its order.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { pdfConverter } from '../src/adapters/converters/pdf/pdf-converter.ts'
import type { Converted } from '../src/core/model/document.ts'
import { Failure } from '../src/core/model/failure.ts'
import { judgePageOrder, type TruePage, type Verdict } from './judge-page-order.ts'

type Place = Pick<TruePage, 'file' | 'package' | 'page' | 'kind'>
type DescribedPage = Place & { order: string }
type PagedText = Pick<Converted, 'markdown' | 'pages'>
type Total = Record<
  'pages' | 'right' | 'pairs' | 'inOrder' | 'joins' | 'held' | 'snippets' | 'missing',
  number
>

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(import.meta.dirname, '../../shared/data') },
    debian: { type: 'string', default: '/' },
    baselines: { type: 'boolean' },
    misses: { type: 'boolean' },
    only: { type: 'string' },
    show: { type: 'string' },
  },
})

const witnesses = { pdftotext: [], 'pdftotext -raw': ['-raw'] } as const

async function main(): Promise<number> {
  const pages: TruePage[] = readTruth('page-order.json')
  if (values.show !== undefined) {
    const shown = pages.map(page => ({ ...page, order: page.note }))
    await showPages([...shown, ...readTruth<DescribedPage>('page-kinds.json')], resolve(values.show))
    return 0
  }
  const totals = new Map<string, Map<string, Total>>()
  await eachPage(pages, (page, converted) => {
    const verdict = judgePageOrder(page, textOfPage(converted, page.page))
    addVerdict(totals, { reader: 'quire', kind: page.kind, verdict })
    console.log(sayVerdict(verdict).padEnd(46), `${page.kind}: ${page.file}, page ${page.page}`)
    if (values.misses) for (const miss of verdict.misses) console.log(`  ${miss}`)
    if (values.baselines)
      for (const [reader, mode] of Object.entries(witnesses))
        addVerdict(totals, {
          reader,
          kind: page.kind,
          verdict: judgePageOrder(page, readWitness(page, mode)),
        })
  })
  for (const [reader, kinds] of totals) {
    console.log(`\n${reader}`)
    for (const [kind, total] of kinds) console.log(`  ${kind.padEnd(14)} ${sayTotal(total)}`)
  }
  const total = totals.get('quire')?.get('all')
  return total === undefined || total.inOrder >= 0.99 * total.pairs ? 0 : 1
}

function readTruth<Page extends Place>(name: string): Page[] {
  // SAFETY: the file belongs to this measurement and has this shape.
  const pages = JSON.parse(readFileSync(join(import.meta.dirname, 'truth', name), 'utf8')) as Page[]
  return pages.filter(
    ({ file, kind }) => values.only === undefined || `${kind} ${file}`.includes(values.only),
  )
}

async function showPages(pages: readonly DescribedPage[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await eachPage(pages, (page, converted) => {
    const name = `${page.kind}-${basename(page.file).replace(/\.pdf.*$/, '')}-${page.page}.txt`
    const text = `${page.file}, page ${page.page}\n${page.order}\n\n${textOfPage(converted, page.page)}\n`
    writeFileSync(join(folder, name), text)
    console.log(name)
  })
}

/** Each file is converted once. */
async function eachPage<Page extends Place>(
  pages: readonly Page[],
  judge: (page: Page, converted: PagedText) => void,
): Promise<void> {
  for (const [place, ofFile] of Map.groupBy(pages, placeOf)) {
    if (!existsSync(place)) {
      for (const page of ofFile) console.log(`skipped: ${whyAbsent(page)}`)
      continue
    }
    const converted = await convert(place)
    for (const page of ofFile) judge(page, converted)
  }
}

function placeOf(page: Place): string {
  return join(resolve(page.package === undefined ? values.data : values.debian), page.file)
}

function whyAbsent({ file, package: name, page }: Place): string {
  const remedy = name === undefined ? 'see --data' : `unpack the Debian package ${name} and see --debian`
  return `page ${page} of ${file}: there is no such file; ${remedy}`
}

/** A file that is refused has no text: all its snippets are missing. */
async function convert(place: string): Promise<PagedText> {
  const withoutOcr = {
    name: 'none',
    recognise: async () => ({ paragraphs: [], warnings: [] }),
    close: async () => {},
  }
  const raw = { source: place, name: basename(place), bytes: readPdf(place), mediaType: 'application/pdf' }
  try {
    return await pdfConverter(withoutOcr).convert(
      { ...raw, charset: null, lastModified: null, fileType: null },
      { password: null, ocrLanguages: ['en'] },
      { signal: new AbortController().signal, progress: () => {} },
    )
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    console.log(`refused: ${error.message}`)
    return { markdown: '', pages: [] }
  }
}

function readPdf(place: string): Uint8Array {
  const bytes = readFileSync(place)
  return place.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

function textOfPage({ markdown, pages }: PagedText, number: number): string {
  const page = pages.find(candidate => candidate.number === number)
  return page === undefined ? '' : markdown.slice(page.start, page.end)
}

function readWitness(page: TruePage, mode: readonly string[]): string {
  const range = ['-f', String(page.page), '-l', String(page.page)]
  const output = execFileSync('pdftotext', [...mode, ...range, placeOf(page), '-'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return output.toString()
}

function addVerdict(
  totals: Map<string, Map<string, Total>>,
  { reader, kind, verdict }: { reader: string; kind: string; verdict: Verdict },
): void {
  const kinds = totals.get(reader) ?? new Map<string, Total>([['all', emptyTotal()]])
  totals.set(reader, kinds)
  for (const key of ['all', kind]) {
    const total = kinds.get(key) ?? emptyTotal()
    kinds.set(key, total)
    total.pages += 1
    total.right += verdict.misses.length === 0 ? 1 : 0
    for (const part of ['pairs', 'inOrder', 'joins', 'held', 'snippets', 'missing'] as const)
      total[part] += verdict[part]
  }
}

function emptyTotal(): Total {
  return { pages: 0, right: 0, pairs: 0, inOrder: 0, joins: 0, held: 0, snippets: 0, missing: 0 }
}

function sayTotal(total: Total): string {
  const share = total.pairs === 0 ? 0 : (100 * total.inOrder) / total.pairs
  return `${total.right} of ${total.pages} pages without a miss; ${sayVerdict(total)} (${share.toFixed(1)} % of pairs)`
}

function sayVerdict(
  counted: Pick<Total, 'pairs' | 'inOrder' | 'joins' | 'held' | 'snippets' | 'missing'>,
): string {
  const { pairs, inOrder, joins, held, snippets, missing } = counted
  return `order ${inOrder}/${pairs}, joins ${held}/${joins}, missing ${missing}/${snippets}`
}

process.exitCode = await main()
