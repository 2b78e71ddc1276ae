/**
 * Processor time of converting PDF files, against another checkout of this repository, in turns: for each file one
 * process of each checkout, then the next file; all that in several rounds.
 * Usage: npm run measure -- conversion-speed --against <checkout> [--rounds 3] [--only <part of a path>] [--each] [<folder> …]
 * Nothing is recognised. `whole` is the process with its start, `converting` is without the start and the loading of modules.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { pdfConverter } from '../src/adapters/converters/pdf/pdf-converter.ts'
import { passwordOf } from '../test/corpus/shared-files.ts'

const own = resolve(import.meta.dirname, '..')
const shared = join(own, '../shared/data')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    each: { type: 'boolean' },
    /** Internal: the process that converts one file, of this checkout. */
    convert: { type: 'string' },
  },
})

/** Seconds of processor time. */
type Times = { whole: number; converting: number }
type Pair = { ours: Times; theirs: Times }

function main(): void {
  if (values.against === undefined || !existsSync(values.against)) {
    console.log('skipped: name another checkout with --against')
    return
  }
  const theirs = resolve(values.against)
  const folders = positionals.length > 0 ? positionals : [join(shared, 'papers'), join(shared, 'files')]
  const files = folders
    .flatMap(folder => globSync('**/*.pdf', { cwd: folder }).map(file => join(folder, file)))
    .filter(file => file.includes(values.only ?? ''))
    .sort()
  const rounds = Array.from({ length: Number(values.rounds) }, (_, round) => {
    const pairs = files.map((file, index) => measurePair(file, theirs, (round + index) % 2 === 0))
    console.log(`round ${round + 1}: ${say(pairs)}`)
    return pairs
  })
  for (const [index, file] of values.each ? files.entries() : [])
    console.log(`${basename(file)}: ${say(rounds.flatMap(pairs => pairs[index] ?? []))}`)
  console.log(`${files.length} files: ${say(rounds.flat())}`)
}

/** Who is first alternates: the first of a pair reads the file from the disk. */
function measurePair(file: string, against: string, isFirst: boolean): Pair {
  if (!isFirst) {
    const theirs = measure(file, against)
    return { ours: measure(file, own), theirs }
  }
  return { ours: measure(file, own), theirs: measure(file, against) }
}

function measure(file: string, checkout: string): Times {
  const words = [import.meta.filename, '--convert', checkout, file]
  // SAFETY: the process is this file, and prints this object.
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as Times
}

async function convertOne(checkout: string, file: string): Promise<void> {
  const path = pathToFileURL(join(checkout, 'src/adapters/converters/pdf/pdf-converter.ts')).href
  // SAFETY: both checkouts have this function.
  const { pdfConverter: open } = (await import(path)) as { pdfConverter: typeof pdfConverter }
  const converter = open({
    name: 'none',
    recognise: async () => ({ paragraphs: [], warnings: [] }),
    close: async () => {},
  })
  await converter.prepare?.()
  const bytes = readFileSync(file)
  const name = basename(file)
  const raw = { source: file, name, bytes, mediaType: 'application/pdf', charset: null, lastModified: null }
  const begun = seconds()
  const options = { password: passwordOf(name), ocrLanguages: ['en'] }
  const context = { signal: new AbortController().signal, progress: () => {} }
  await converter.convert({ ...raw, fileType: null }, options, context).catch(() => null)
  const ended = seconds()
  console.log(JSON.stringify({ whole: ended, converting: ended - begun } satisfies Times))
  process.exit(0)
}

function seconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

function say(pairs: readonly Pair[]): string {
  const sum = (who: keyof Pair, what: keyof Times): number =>
    pairs.reduce((total, pair) => total + pair[who][what], 0)
  const part = (what: keyof Times): string => {
    const [ours, theirs] = [sum('ours', what), sum('theirs', what)]
    return `${what} ${theirs.toFixed(1)} s there, ${ours.toFixed(1)} s here, speed ${(theirs / ours).toFixed(2)}`
  }
  return `${part('whole')}; ${part('converting')}`
}

if (values.convert === undefined) main()
else await convertOne(resolve(values.convert), positionals[0] ?? '')
