/**
 * Reads every file of parliamentary record in a folder and compares the result with counts by other means:
 * xmllint's count of elements, and the words of the speech elements after stripping the tags.
 * Usage: npm run measure -- hansard [folder] [--only <part of a name>] [--show]
 */

import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { RawSource } from '../../../core/model/source.ts'
import { type HansardFile, hansardReader } from '../record/hansard-reader.ts'
import { loadMembers } from '../record/members/load-members.ts'
import { type Speech, unknown } from '../speech.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, show: { type: 'boolean' } },
})
const folder = resolve(positionals[0] ?? join(import.meta.dirname, '../../../../../shared/data/hansard/xml'))
const { signal } = new AbortController()

/** The tables of members, beside the folder of the record. */
function memberTables() {
  const cwd = join(folder, '..')
  return globSync('{csv/lookup_*,hansard-proj/*lookup*,openaustralia/data__*}.csv', { cwd })
    .sort()
    .map(path => sourceOf(join(cwd, path)))
}

async function main(): Promise<void> {
  if (!existsSync(folder)) return console.log(`skipped: there is no folder ${folder}`)
  const { directory } = loadMembers(memberTables())
  const reader = hansardReader({ members: directory })
  const header =
    'file chamber date elements cut speeches other procedural words counted_words covered in_order extra speakers party seat page turns named pairs problems MB/CPU-second'
  console.log(header.replaceAll(' ', ' | '))
  for (const name of readdirSync(folder).toSorted()) {
    if (!name.endsWith('.xml') || (values.only !== undefined && !name.includes(values.only))) continue
    const file = sourceOf(join(folder, name))
    await reader.read(file, signal)
    const started = process.cpuUsage()
    const read = await reader.read(file, signal)
    const { user, system } = process.cpuUsage(started)
    const seconds = (user + system) / 1e6
    console.log(describe(name, read, file, seconds))
    if (values.show === true) show(read)
  }
}

function describe(name: string, read: HansardFile, file: RawSource, seconds: number): string {
  const { speeches, procedural, problems } = read
  const text = new TextDecoder().decode(file.bytes)
  const cut = speeches.filter(({ kind }) => kind === 'speech' || kind === 'question' || kind === 'answer')
  const elements = speechElements(text).filter(words => words.length > 0)
  const compared = compare(elements, cut)
  const turns = speeches.flatMap(speech => speech.turns)
  const [first] = speeches
  return [
    name,
    first?.chamber === 'Senate' ? 'S' : 'H',
    first?.date,
    countElements(file, text),
    cut.length,
    speeches.length,
    speeches.length - cut.length,
    procedural.length,
    cut.reduce((sum, speech) => sum + wordsOf(speech.text).length, 0),
    compared.words,
    percent(compared.covered, compared.words),
    percent(compared.inOrder, compared.words),
    percent(compared.extra, compared.words),
    new Set(speeches.map(({ speaker }) => speaker)).size,
    percent(speeches.filter(({ party }) => party !== unknown).length, speeches.length),
    percent(speeches.filter(hasSeat).length, speeches.length),
    percent(speeches.filter(({ page }) => page !== null).length, speeches.length),
    turns.length,
    percent(turns.filter(({ speaker }) => speaker !== null).length, turns.length),
    speeches.filter(({ answerTo }) => answerTo !== null).length,
    problems.length,
    (file.bytes.length / 1e6 / seconds).toFixed(1),
  ].join(' | ')
}

function hasSeat({ chamber, electorate, state }: Speech): boolean {
  return chamber === 'Senate' ? state !== unknown : electorate !== unknown
}

/** Counts elements with xmllint; in files that are not XML, counts tags. */
function countElements({ source }: RawSource, text: string): string {
  const xpath = 'concat(count(//speech)," ",count(//question)," ",count(//answer))'
  const counted = spawnSync('xmllint', ['--huge', '--xpath', xpath, source], { encoding: 'utf8' })
  const counts =
    counted.status === 0
      ? counted.stdout.trim().split(' ').map(Number)
      : ['speech', 'question', 'answer'].map(
          name => text.match(new RegExp(`<${name}[\\s>]`, 'gi'))?.length ?? 0,
        )
  return `${counts.reduce((sum, count) => sum + count, 0)} (${counts.join('+')})`
}

/** The words of every outermost speech, question and answer, without the talkers' particulars. */
function speechElements(text: string): string[][] {
  const found: string[][] = []
  let depth = 0
  let start = 0
  for (const tag of text.matchAll(/<(\/?)(?:speech|question|answer)(?=[\s>])[^>]*>/gi)) {
    if (tag[1] === '/') {
      depth -= 1
      if (depth === 0) found.push(wordsOf(stripTags(text.slice(start, tag.index))))
      continue
    }
    if (depth === 0) start = tag.index + tag[0].length
    depth += 1
  }
  return found
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  mdash: '—',
}

function stripTags(markup: string): string {
  return markup
    .replaceAll(/<talker\b[\s\S]*?<\/talker>/gi, ' ')
    .replaceAll(/<\/?(?:inline|span|a|emphasis)(?:\s[^>]*)?>/gi, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(\w+);/g, (whole, name: string) => named[name] ?? whole)
    .replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(word => word !== '')
}

/** How many of the counted words are in the speeches, and how many in order within their own speech. */
function compare(elements: string[][], speeches: readonly Speech[]) {
  const all = elements.flat()
  const ours = new Map<string, number>()
  for (const word of speeches.flatMap(({ text }) => wordsOf(text))) ours.set(word, (ours.get(word) ?? 0) + 1)
  let covered = 0
  for (const word of all) {
    const left = ours.get(word) ?? 0
    if (left > 0) covered += 1
    ours.set(word, left - 1)
  }
  const extra = [...ours.values()].reduce((sum, count) => sum + Math.max(0, count), 0)
  const inOrder = elements.reduce(
    (sum, words, index) => sum + longestRun(words, speeches[index]?.text ?? ''),
    0,
  )
  return { words: all.length, covered, inOrder, extra }
}

/** How many words of a list are in a text in the same order; other words of the text are skipped. */
function longestRun(words: readonly string[], text: string): number {
  const ours = wordsOf(text)
  let at = 0
  let matched = 0
  for (const word of words) {
    const next = ours.indexOf(word, at)
    if (next === -1 || next - at > 60) continue
    matched += 1
    at = next + 1
  }
  return matched
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((part / whole) * 100).toFixed(2)}%`
}

function show({ speeches, problems }: HansardFile): void {
  for (const problem of problems) console.log(`    ! ${problem.line ?? '-'}: ${problem.message}`)
  for (const speech of speeches.filter(each => each.party === unknown || !hasSeat(each)))
    console.log(
      `    ? line ${speech.line} ${speech.kind}: ${speech.speaker} (${speech.speakerId}, ${speech.role}) ${speech.party} ${speech.electorate} ${speech.state}`,
    )
}

function sourceOf(path: string): RawSource {
  return {
    source: path,
    name: path.split('/').at(-1) ?? path,
    bytes: readFileSync(path),
    mediaType: null,
    charset: null,
    lastModified: null,
    fileType: null,
  }
}

await main()
