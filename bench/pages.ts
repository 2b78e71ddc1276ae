/**
 * Checks that text that is cited from a page is on that page, by comparing it with Poppler's `pdftotext`.
 * By default it searches for words of every PDF and checks the hits.
 * Usage: npm run measure -- pages [folder] [--chunks] [--every] [--embedder hash] [--any] [--loose] [--misses]
 *   [--only <part of a name>]
 * --chunks takes random chunks instead of hits; --every checks all of them, not 25 of each file.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openPdf } from '../src/adapters/converters/pdf/open-pdf.ts'
import { passwordOf } from '../test/corpus/shared-files.ts'
import { chunkSampler, hitSampler, type Passage, type Sampler } from './sample-passages.ts'

/** Readers disagree on reading order: with --any, a run of words may be in any of pdftotext's three orders. */
const orders = [[], ['-layout'], ['-raw']] as const

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chunks: { type: 'boolean' },
    every: { type: 'boolean' },
    embedder: { type: 'string', default: 'hash' },
    misses: { type: 'boolean' },
    any: { type: 'boolean' },
    loose: { type: 'boolean' },
    only: { type: 'string' },
  },
})
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../../shared/data/files'))
const spacing = values.loose ? 'ignored' : 'collapsed'
const perFile = values.every ? Number.MAX_SAFE_INTEGER : 25

async function main(): Promise<number> {
  const reason = existsSync(folder) ? whyNoWitness() : `there is no folder ${folder}`
  if (reason !== null) {
    console.log(`skipped: ${reason}`)
    return 0
  }
  const sampler = values.chunks
    ? chunkSampler({ perFile })
    : await hitSampler({ embedder: values.embedder, perFile: 25 })
  const total = { true: 0, all: 0, ocr: 0, trueOcr: 0 }
  const marked = { true: 0, all: 0 }
  try {
    for (const path of globSync('**/*.pdf', { cwd: folder }).sort()) {
      if (values.only !== undefined && !path.includes(values.only)) continue
      const counted = await checkFile(sampler, path)
      for (const key of ['true', 'all', 'ocr', 'trueOcr'] as const) total[key] += counted[key]
      if (counted.all > 0 && (await hasMarks(join(folder, path))))
        for (const key of ['true', 'all'] as const) marked[key] += counted[key]
      console.log(`${counted.true}/${counted.all}`.padStart(7), path, counted.note)
    }
  } finally {
    await sampler.close()
  }
  const subject = values.chunks ? 'chunks' : 'hits'
  console.log(`page truth: ${sayShare(total)} ${subject}`)
  console.log(`of these, in PDFs with an outline or page labels: ${sayShare(marked)}`)
  console.log(`apart, on pages read by OCR: ${total.trueOcr} of ${total.ocr}`)
  return [total, marked].every(counted => shareOf(counted) >= 0.99) ? 0 : 1
}

function sayShare(counted: { true: number; all: number }): string {
  return `${counted.true} of ${counted.all} (${(100 * shareOf(counted)).toFixed(2)} %)`
}

/** 0 when nothing was checked. */
function shareOf(counted: { true: number; all: number }): number {
  return counted.all === 0 ? 0 : counted.true / counted.all
}

/** Whether a PDF has an outline or page labels. */
async function hasMarks(place: string): Promise<boolean> {
  const document = await openPdf(readFileSync(place), passwordOf(basename(place)))
  try {
    const outline = await document.getOutline().catch(() => null)
    const labels = await document.getPageLabels().catch(() => null)
    return (outline?.length ?? 0) > 0 || labels !== null
  } finally {
    await document.loadingTask.destroy()
  }
}

async function checkFile(sampler: Sampler, path: string) {
  const counted = { true: 0, all: 0, ocr: 0, trueOcr: 0, note: '' }
  const place = join(folder, path)
  const password = passwordOf(basename(path))
  const witnesses = (values.any ? orders : orders.slice(0, 1)).map(mode => readWitness(place, password, mode))
  const passages = await sampler.sample(place, password, witnesses[0] ?? [])
  if (typeof passages === 'string') return { ...counted, note: passages }
  for (const passage of passages) {
    if (passage.pages.length === 0) continue
    const isTrue = judge(passage, witnesses)
    if (passage.ocr) {
      counted.ocr += 1
      counted.trueOcr += isTrue ? 1 : 0
    } else {
      counted.all += 1
      counted.true += isTrue ? 1 : 0
    }
  }
  return { ...counted, note: counted.ocr > 0 ? `(${counted.ocr} on pages read by OCR counted apart)` : '' }
}

function judge({ text, pages, ocr }: Passage, witnesses: readonly string[][]): boolean {
  const pagesText = witnesses
    .map(witness => pages.map(page => witness[page - 1] ?? '').join('\n'))
    .join('\n\f\n')
  if (isPageTrue(text, pagesText, spacing)) return true
  if (values.misses && !ocr) {
    const share = (100 * shareOnPages(text, pagesText, spacing)).toFixed(0)
    console.log(`  ${share} % on page ${pages.join(', ')}: ${JSON.stringify(text)}`)
  }
  return false
}

/** How many words make a shingle, and the share of a text's shingles that must be on its pages. */
const shingleWords = 8
const leastShare = 0.9

/** One reader may see two words where another sees one: `ignored` compares letters without any spaces. */
type Spacing = 'collapsed' | 'ignored'

/**
 * Whether a text is on the pages that it cites: at least nine in ten of its runs of
 * eight words are found, in the same order, in the text that pdftotext returns for those pages. Both
 * are compared as NFKC, without line-end hyphenation, Markdown marks, differences in spacing, and glyphs that
 * have no meaning in Unicode; in right-to-left text, embedded words are put into reading order.
 */
function isPageTrue(text: string, pagesText: string, spacing: Spacing = 'collapsed'): boolean {
  return shareOnPages(text, pagesText, spacing) >= leastShare
}

/** The share of the text's shingles that are on the pages; a text shorter than a shingle is one shingle. */
function shareOnPages(text: string, pagesText: string, spacing: Spacing = 'collapsed'): number {
  const words = normalise(text.replace(/^#{1,6} |^\\(?=#)/gm, ''))
    .split(' ')
    .filter(word => word !== '')
  if (words.length === 0) return 1
  const space = spacing === 'ignored' ? '' : ' '
  const pages = space + normalise(pagesText).replaceAll(' ', space) + space
  const count = Math.max(1, words.length - shingleWords + 1)
  let found = 0
  for (let start = 0; start < count; start += 1) {
    const shingle = words.slice(start, start + shingleWords).join(space)
    if (pages.includes(space + shingle + space)) found += 1
  }
  return found / count
}

function normalise(text: string): string {
  return (
    text
      // pdftotext writes an embedding in visual order: the space before it on paper follows it in reading order.
      .replace(/\u202a(\s+)([^\u202a-\u202e]*)\u202c/g, '$2$1')
      .replace(/[-\u2010\u00ad]\s*\n\s*/g, '')
      .normalize('NFKC')
      // Glyphs without a meaning: pdftotext prints some of them as control characters.
      .replace(/(?!\s)\p{Cc}|[\p{Cf}\p{Co}\p{Cn}\u2010-\u2015-]/gu, '')
      .replace(/\s+/g, ' ')
      .trim()
  )
}

/** Why pdftotext cannot be used on this machine; null when it can. */
function whyNoWitness(): string | null {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })
    return null
  } catch {
    return 'pdftotext is not installed (Debian: poppler-utils)'
  }
}

/** The text of each page in pdftotext's default order; empty when it cannot open the file. */
function readWitness(path: string, password: string | null, mode: readonly string[] = []): string[] {
  const secret = password === null ? [] : ['-upw', password]
  try {
    const output = execFileSync('pdftotext', [...mode, ...secret, path, '-'], {
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return output.toString().split('\f')
  } catch {
    return []
  }
}

process.exitCode = await main()
