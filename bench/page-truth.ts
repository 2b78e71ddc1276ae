/**
 * Checks that text that is cited from a page is on that page, by comparing it with what OCR reads on a picture of the
 * page, in files that were not used for development (bench/truth/page-truth.json).
 * Usage: npm run measure -- page-truth [--debian <folder>] [--cache <folder>] [--chunks 2] [--only <part of a path>]
 *   [--misses]
 * --debian is the root into which the packages that the list names were unpacked with `dpkg -x`.
 * --cache keeps what OCR has read. --chunks is the number of passages of each file, drawn at random.
 * As a check of the measurement itself, each passage is also searched on the second page after its last one, as
 * pdftotext reads it.
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { findRuns } from '../test/support/pdf-truth/find-runs.ts'
import { chunkSampler } from './sample-passages.ts'

type TrueFile = { file: string; package: string; language: string; kind: string }
type Counts = { passages: number; true: number; runs: number; found: number }
type Reader = 'quire by OCR' | 'quire by pdftotext' | 'pdftotext by OCR' | 'quire by another page'

/** Share of the runs of a passage that must be on its pages. */
const leastShare = 0.9

const { values } = parseArgs({
  options: {
    debian: { type: 'string', default: '/' },
    cache: { type: 'string', default: join(tmpdir(), 'quire-page-truth') },
    chunks: { type: 'string', default: '2' },
    only: { type: 'string' },
    misses: { type: 'boolean' },
  },
})

const totals = new Map<Reader, Counts>()
const work = mkdtempSync(join(tmpdir(), 'quire-page-truth-'))

async function main(): Promise<number> {
  const reason = whyNot()
  if (reason !== null) {
    console.log(`skipped: ${reason}`)
    return 0
  }
  const sampler = chunkSampler({ perFile: Number(values.chunks) })
  for (const file of readTruth()) {
    if (values.only !== undefined && !file.file.includes(values.only)) continue
    const path = unpack(file)
    if (path === null) console.log(`absent: ${file.file}: unpack ${file.package} and see --debian`)
    else await checkFile(file, path, sampler)
  }
  for (const [reader, counts] of totals)
    console.log(
      `${reader}: ${counts.true} of ${counts.passages} passages (${percent(counts.true, counts.passages)}), ${counts.found} of ${counts.runs} runs (${percent(counts.found, counts.runs)})`,
    )
  return 0
}

async function checkFile(
  file: TrueFile,
  path: string,
  sampler: ReturnType<typeof chunkSampler>,
): Promise<void> {
  const passages = await sampler.sample(path, null, [])
  if (typeof passages === 'string') {
    console.log(`${file.file}: ${passages}`)
    return
  }
  let right = 0
  for (const { text, pages } of passages) {
    const read = pages.map(page => readByOcr(path, { page, language: file.language })).join('\n')
    const printed = pages.map(page => readByPoppler(path, page)).join('\n')
    const missed = count('quire by OCR', text, read)
    const isTrue = missed === null
    right += isTrue ? 1 : 0
    count('quire by pdftotext', text, printed)
    count('pdftotext by OCR', printed, read)
    const other = readByPoppler(path, (pages.at(-1) ?? 1) + 2)
    if (other.trim() !== '') count('quire by another page', text, other)
    if (values.misses && missed !== null)
      console.log(
        `  page ${pages.join(', ')}: ${missed.length} runs missed\n    ${missed.slice(0, 12).join('\n    ')}`,
      )
  }
  console.log(`${right} of ${passages.length}`.padStart(8), file.kind.padEnd(40), file.file)
}

/** Counts a text of pages; the missed runs when it is not on them. */
function count(reader: Reader, text: string, pageText: string): string[] | null {
  const { runs, found, missed } = findRuns(text, pageText)
  const isTrue = found >= leastShare * runs
  const counts = totals.get(reader) ?? { passages: 0, true: 0, runs: 0, found: 0 }
  totals.set(reader, {
    passages: counts.passages + 1,
    true: counts.true + (isTrue ? 1 : 0),
    runs: counts.runs + runs,
    found: counts.found + found,
  })
  return isTrue ? null : missed
}

/** What Tesseract reads on a picture of the page with 150 dots per inch. */
function readByOcr(path: string, { page, language }: { page: number; language: string }): string {
  const key = createHash('sha256').update(readFileSync(path)).update(`${page} ${language}`).digest('hex')
  const kept = join(resolve(values.cache), `${key}.txt`)
  if (existsSync(kept)) return readFileSync(kept, 'utf8')
  const picture = join(work, 'page')
  execFileSync('pdftoppm', [
    '-r',
    '150',
    '-gray',
    '-singlefile',
    '-f',
    `${page}`,
    '-l',
    `${page}`,
    path,
    picture,
  ])
  const text = execFileSync('tesseract', [`${picture}.pgm`, '-', '-l', language], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
    maxBuffer: 1 << 26,
  }).toString()
  mkdirSync(resolve(values.cache), { recursive: true })
  writeFileSync(kept, text)
  return text
}

/** Empty when the file has no such page. */
function readByPoppler(path: string, page: number): string {
  try {
    return execFileSync('pdftotext', ['-f', `${page}`, '-l', `${page}`, path, '-'], {
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 26,
    }).toString()
  } catch {
    return ''
  }
}

/** The path of the file, unpacked if it is compressed; null when it is not on this machine. */
function unpack({ file }: TrueFile): string | null {
  const path = join(resolve(values.debian), file)
  if (!existsSync(path)) return null
  if (!path.endsWith('.gz')) return path
  const plain = join(work, basename(path, '.gz'))
  writeFileSync(plain, gunzipSync(readFileSync(path)))
  return plain
}

function readTruth(): TrueFile[] {
  // SAFETY: the file is committed beside this one and has this shape.
  return JSON.parse(readFileSync(join(import.meta.dirname, 'truth/page-truth.json'), 'utf8')) as TrueFile[]
}

/** Why the page cannot be read by other programs on this machine; null when it can. */
function whyNot(): string | null {
  try {
    for (const [program, version] of [
      ['pdftotext', '-v'],
      ['tesseract', '--version'],
    ] as const)
      execFileSync(program, [version], { stdio: 'ignore' })
    return null
  } catch {
    return 'pdftotext or tesseract is not installed (Debian: poppler-utils, tesseract-ocr-eng, -deu, -fra)'
  }
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`
}

try {
  process.exitCode = await main()
} finally {
  rmSync(work, { recursive: true, force: true })
}
