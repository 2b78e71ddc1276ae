/**
 * Checks that what we cite from a page stands on that page, by Poppler's `pdftotext` as an independent witness.
 * Usage: node scripts/page-truth.ts [folder] [--chunks] [--any] [--loose] [--misses] [--only <part of a name>]
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { markdownChunker } from '../src/adapters/chunkers/markdown-chunker.ts'
import type { Ocr } from '../src/adapters/converters/ocr/ocr.ts'
import { pdfConverter } from '../src/adapters/converters/pdf/pdf-converter.ts'
import { documentsPolicy } from '../src/model/collection.ts'
import type { Converted } from '../src/model/document.ts'
import { Failure } from '../src/model/failure.ts'
import { isPageTrue, shareOnPages } from './is-page-true.ts'
import { passwordOf } from './survey-list.ts'

const perFile = 25

/** Reading order is a matter of taste: with --any, a run of words may stand in any of the witness's own orders. */
const orders = [[], ['-layout'], ['-raw']] as const

type Window = { start: number; end: number }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chunks: { type: 'boolean' },
    misses: { type: 'boolean' },
    any: { type: 'boolean' },
    loose: { type: 'boolean' },
    only: { type: 'string' },
  },
})
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../../shared/data/files'))
const spacing = values.loose ? 'ignored' : 'collapsed'
const modes = values.any ? orders : orders.slice(0, 1)

async function main(): Promise<number> {
  const reason = whyNot()
  if (reason !== null) {
    console.log(`skipped: ${reason}`)
    return 0
  }
  const total = { true: 0, all: 0 }
  for (const path of globSync('**/*.pdf', { cwd: folder }).sort()) {
    if (values.only !== undefined && !path.includes(values.only)) continue
    const counted = await checkFile(join(folder, path))
    if (counted === null) continue
    total.true += counted.true
    total.all += counted.all
    console.log(`${counted.true}/${counted.all}`.padStart(7), path, counted.note)
  }
  // Nothing checked is nothing shown.
  const share = total.all === 0 ? 0 : total.true / total.all
  console.log(`page truth: ${total.true} of ${total.all} (${(100 * share).toFixed(2)} %)`)
  return share >= 0.99 ? 0 : 1
}

function whyNot(): string | null {
  if (!existsSync(folder)) return `there is no folder ${folder}`
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' })
    return null
  } catch {
    return 'pdftotext is not installed (Debian: poppler-utils)'
  }
}

async function checkFile(path: string): Promise<{ true: number; all: number; note: string } | null> {
  const password = passwordOf(basename(path))
  const converted = await convert(path, password)
  if (typeof converted === 'string') return { true: 0, all: 0, note: converted }
  const witnesses = modes.map(mode => pdftotext(path, password, mode))
  const ocrPages = converted.pages.filter(page => page.ocr).length
  const counted = { true: 0, all: 0, note: ocrPages > 0 ? `(${ocrPages} pages by OCR left out)` : '' }
  for (const window of pickWindows(converted, basename(path))) {
    const pages = converted.pages.filter(page => page.start < window.end && page.end > window.start)
    if (pages.length === 0 || pages.some(page => page.ocr)) continue
    const text = converted.markdown.slice(window.start, window.end)
    const pagesText = witnesses
      .map(witness => pages.map(page => witness[page.number - 1] ?? '').join('\n'))
      .join('\n\f\n')
    counted.all += 1
    if (isPageTrue(text, pagesText, spacing)) counted.true += 1
    else if (values.misses) {
      const share = (100 * shareOnPages(text, pagesText, spacing)).toFixed(0)
      console.log(
        `  ${share} % on page ${pages.map(page => page.number).join(', ')}: ${JSON.stringify(text)}`,
      )
    }
  }
  return counted
}

async function convert(path: string, password: string | null): Promise<Converted | string> {
  const raw = { source: path, name: basename(path), bytes: readFileSync(path), mediaType: 'application/pdf' }
  try {
    return await pdfConverter(withoutOcr).convert(
      { ...raw, charset: null, lastModified: null, fileType: null },
      { password, ocrLanguages: ['en'] },
      { signal: new AbortController().signal, progress: () => {} },
    )
  } catch (error) {
    if (error instanceof Failure) return `refused: ${error.code}: ${error.message}`
    throw error
  }
}

/** Only text layers are checked, so pictures need not be read. */
const withoutOcr: Ocr = {
  name: 'none',
  recognise: async () => ({ paragraphs: [], warnings: [] }),
  close: async () => {},
}

function pdftotext(path: string, password: string | null, mode: readonly string[]): string[] {
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

function pickWindows(converted: Converted, seed: string): Window[] {
  const random = randomFrom(seed)
  const candidates = values.chunks ? chunksOf(converted) : windowsOf(converted, random)
  return candidates
    .map(window => ({ window, order: random() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, perFile)
    .map(({ window }) => window)
}

/** What search really returns: the chunks of the default policy. */
function chunksOf({ markdown, pages, outline }: Converted): Window[] {
  const countTokens = (text: string) => Math.ceil(text.length / 4)
  return markdownChunker().chunk({ markdown, pages, outline, policy: documentsPolicy, countTokens })
}

/** Runs of 60 to 200 words anywhere in the document, on at most two pages. */
function windowsOf({ markdown, pages }: Converted, random: () => number): Window[] {
  const words = [...markdown.matchAll(/\S+/g)]
  const windows: Window[] = []
  for (let attempt = 0; attempt < 4 * perFile && windows.length < perFile; attempt += 1) {
    const length = Math.min(words.length, 60 + Math.floor(random() * 141))
    const first = Math.floor(random() * (words.length - length + 1))
    const last = words[first + length - 1]
    const start = words[first]?.index ?? 0
    const end = last ? last.index + last[0].length : start
    if (pages.filter(page => page.start < end && page.end > start).length <= 2) windows.push({ start, end })
    if (words.length <= 60) break
  }
  return windows
}

/** Numbers between 0 and 1 that are the same in every run (mulberry32, seeded by the file's name). */
function randomFrom(seed: string): () => number {
  let state = [...seed].reduce(
    (hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01000193),
    0x811c9dc5,
  )
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

process.exitCode = await main()
