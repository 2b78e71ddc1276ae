/**
 * Checks printed page labels and section paths of PDF chunks against other programs: `mutool` for the outline and the
 * destinations of its entries, `qpdf` for page labels, `pdftotext -bbox` for the positions of words.
 * A section path is right when its last title is the deepest outline entry whose destination precedes the passage.
 * Usage: npm run measure -- sections [folder] [--misses]
 */

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { markdownChunker } from '../src/adapters/chunkers/markdown-chunker.ts'
import { pdfConverter } from '../src/adapters/converters/pdf/pdf-converter.ts'
import { documentsPolicy } from '../src/core/model/collection.ts'
import type { Converted } from '../src/core/model/document.ts'
import { Failure } from '../src/core/model/failure.ts'
import { passwordOf } from '../test/corpus/shared-files.ts'

type Entry = { title: string; page: number; y: number | null }
type Word = { text: string; x: number; y: number }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { misses: { type: 'boolean' } },
})
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../../shared/data/files'))

async function main(): Promise<number> {
  const missing = ['mutool', 'qpdf', 'pdftotext'].filter(tool => run('which', [tool]) === '')
  if (missing.length > 0 || !existsSync(folder)) {
    console.log(
      `skipped: ${missing.length > 0 ? `${missing.join(', ')} not installed` : `no folder ${folder}`}`,
    )
    return 0
  }
  const sections = { right: 0, all: 0 }
  const labels = { right: 0, all: 0 }
  for (const path of globSync('**/*.pdf', { cwd: folder }).sort()) {
    const file = join(folder, path)
    const converted = await convert(file)
    if (converted === null) continue
    const ofLabels = checkLabels(file, converted)
    const ofSections = checkSections(file, converted)
    add(labels, ofLabels)
    add(sections, ofSections)
    if (ofLabels.all + ofSections.all > 0)
      console.log(
        `labels ${ofLabels.right}/${ofLabels.all}  sections ${ofSections.right}/${ofSections.all}  ${path}`,
      )
  }
  console.log(`printed labels: ${shareOf(labels)}; section paths: ${shareOf(sections)}`)
  return labels.right === labels.all && sections.right >= 0.95 * sections.all ? 0 : 1
}

async function convert(file: string): Promise<Converted | null> {
  const raw = { source: file, name: basename(file), bytes: readFileSync(file), mediaType: 'application/pdf' }
  const withoutOcr = {
    name: 'none',
    recognise: async () => ({ paragraphs: [], warnings: [] }),
    close: async () => {},
  }
  try {
    return await pdfConverter(withoutOcr).convert(
      { ...raw, charset: null, lastModified: null, fileType: null },
      { password: passwordOf(basename(file)), ocrLanguages: ['en'] },
      { signal: new AbortController().signal, progress: () => {} },
    )
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** Compares the label of each page with qpdf's. */
function checkLabels(file: string, { pages }: Converted): { right: number; all: number } {
  const witness = readLabels(file, pages.length)
  if (witness === null) return { right: 0, all: 0 }
  const wrong = pages.filter(page => (page.label ?? '') !== (witness[page.number - 1] ?? ''))
  if (values.misses)
    for (const page of wrong.slice(0, 5))
      console.log(`  page ${page.number}: ours ${page.label}, witness ${witness[page.number - 1]}`)
  return { right: pages.length - wrong.length, all: pages.length }
}

function checkSections(file: string, converted: Converted): { right: number; all: number } {
  const outline = readOutline(file)
  if (outline.length === 0) return { right: 0, all: 0 }
  const words = new Map<number, Word[]>()
  const chunks = markdownChunker().chunk({
    ...converted,
    policy: documentsPolicy,
    countTokens: text => Math.ceil(text.length / 4),
  })
  const counted = { right: 0, all: 0 }
  for (const chunk of chunks) {
    const page = chunk.pages?.first
    if (page === undefined) continue
    if (!words.has(page)) words.set(page, readWords(file, page))
    const place = findPlace(bodyOf(converted.markdown.slice(chunk.start, chunk.end)), words.get(page) ?? [])
    if (place === null) continue
    const expected = deepestBefore(outline, page, place)
    const found = chunk.sectionPath.at(-1) ?? null
    counted.all += 1
    if (same(expected, found)) counted.right += 1
    else if (values.misses) console.log(`  page ${page}: ours ${found}, witness ${expected}`)
  }
  return counted
}

/** The passage without the headings at its start: its section is that of the text below them. */
function bodyOf(text: string): string {
  return text.replace(/^(?:#{1,6} .*\n+)+/, '')
}

/** The position of the first words of a passage; null unless pdftotext has these words together exactly once. */
function findPlace(text: string, words: readonly Word[]): Word | null {
  const first = text.split(/\s+/).filter(Boolean).slice(0, 6).map(plain)
  if (first.length < 4) return null
  const places = words.filter((_, at) =>
    first.every((word, offset) => plain(words[at + offset]?.text ?? '') === word),
  )
  return places.length === 1 ? (places[0] ?? null) : null
}

/** The last entry of the outline whose destination precedes the passage, with half a line of tolerance. */
function deepestBefore(outline: readonly Entry[], page: number, place: Word): string | null {
  const before = outline.filter(
    entry => entry.page < page || (entry.page === page && (entry.y === null || entry.y <= place.y + 6)),
  )
  return before.at(-1)?.title ?? null
}

function readOutline(file: string): Entry[] {
  return run('mutool', ['show', ...secret(file, '-p'), file, 'outline'])
    .split('\n')
    .flatMap(line => {
      const [, title, page, rest] = /^[-+|]\s*"(.*)"\s+#page=(\d+)(.*)$/.exec(line) ?? []
      if (title === undefined || page === undefined) return []
      const y =
        /zoom=[^,]*,[^,]*,([-\d.]+)/.exec(rest ?? '')?.[1] ?? /view=FitB?H,([-\d.]+)/.exec(rest ?? '')?.[1]
      return [
        {
          title: title.replaceAll(/\\[rnt]/g, ' '),
          page: Number(page),
          y: y === undefined ? null : Number(y),
        },
      ]
    })
    .sort((a, b) => a.page - b.page || (a.y ?? 0) - (b.y ?? 0))
}

function readWords(file: string, page: number): Word[] {
  const html = run('pdftotext', [
    '-bbox',
    '-f',
    `${page}`,
    '-l',
    `${page}`,
    ...secret(file, '-upw'),
    file,
    '-',
  ])
  return [...html.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)"[^>]*>(.*?)<\/word>/g)].map(
    ([, x, y, text = '']) => ({ text: decode(text), x: Number(x), y: Number(y) }),
  )
}

/** Null when the file declares none. */
function readLabels(file: string, count: number): string[] | null {
  const key = passwordOf(basename(file))
  const output = run('qpdf', [
    ...(key === null ? [] : [`--password=${key}`]),
    '--json',
    '--json-key=pagelabels',
    file,
  ])
  if (output === '') return null
  const { pagelabels } = JSON.parse(output) as {
    pagelabels: { index: number; label: Record<string, unknown> }[]
  }
  if (pagelabels.length === 0) return null
  return Array.from({ length: count }, (_, index) => {
    const range = pagelabels.findLast(entry => entry.index <= index)
    if (range === undefined) return ''
    const { '/S': style, '/P': prefix, '/St': start } = range.label
    const number = Number(start ?? 1) + index - range.index
    return `${typeof prefix === 'string' ? prefix.replace(/^u:/, '') : ''}${numeral(String(style ?? ''), number)}`
  })
}

function numeral(style: string, number: number): string {
  if (style === '/D') return String(number)
  if (style === '/r' || style === '/R') return style === '/r' ? roman(number).toLowerCase() : roman(number)
  if (style !== '/a' && style !== '/A') return ''
  const letter = String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26))
  return style === '/A' ? letter.toUpperCase() : letter
}

function roman(number: number): string {
  const steps: [number, string][] = [
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ]
  let rest = number
  return steps
    .map(([value, sign]) => {
      const times = Math.floor(rest / value)
      rest -= times * value
      return sign.repeat(times)
    })
    .join('')
}

function same(one: string | null, other: string | null): boolean {
  return plain(one ?? '') === plain(other ?? '')
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function decode(text: string): string {
  return text
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
}

function secret(file: string, flag: string): string[] {
  const password = passwordOf(basename(file))
  return password === null ? [] : [flag, password]
}

/** Empty when the tool fails on this file. */
function run(tool: string, args: readonly string[]): string {
  try {
    return execFileSync(tool, args, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] }).toString()
  } catch {
    return ''
  }
}

function add(sum: { right: number; all: number }, more: { right: number; all: number }): void {
  sum.right += more.right
  sum.all += more.all
}

function shareOf({ right, all }: { right: number; all: number }): string {
  return `${right} of ${all}${all === 0 ? '' : ` (${((100 * right) / all).toFixed(2)} %)`}`
}

process.exitCode = await main()
