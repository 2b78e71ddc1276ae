/**
 * Measures how well scripts are checked: `npm run measure -- graph-check [--misses] [--half dev|held] [--set other.jsonl]
 * [--design ours|theirs|judged] [--every n] [--piece i/n] [--site folder] [--modules folder] [--source]`. `theirs` counts every finding of
 * the type checker, `ours` the graph's own check, `judged` what the tool returns. With `--source` npm packages are read as
 * source repositories: without what a build makes. Reads the labelled sets in src/features/code/test/corpus, or another one, and the packages they
 * are about, as installed on this machine or in the given folders.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { sha256 } from '../../../core/model/identity.ts'
import { checkScript, openNamesOf } from '../check/check-script.ts'
import { judgeByFindings } from '../check/judge-by-findings.ts'
import { typeCheckers } from '../checkers/type-checkers.ts'
import { type GraphView, graphView } from '../graph/graph-view.ts'
import { readManifests } from '../graph/read-package.ts'
import { selectFiles } from '../graph/select-files.ts'
import { codeParser } from '../parse/code-parser.ts'
import type { KeptRepository } from '../ports/type-checker.ts'
import { readRepository } from './read-repository.ts'

type Row = {
  id: string
  language: 'python' | 'typescript'
  label: 'correct' | 'error'
  kind: string
  package: string
  code: string
  /** How a snippet of TypeScript is written, where it is no TypeScript. */
  written?: 'javascript' | 'typescript' | 'tsx'
}

type Outcome = Row & {
  flagged: string[]
  isFlaggedRight: boolean
  extra: number
  /** Lines that would be reported without our own inference: findings of the type checker that nothing excuses. */
  without: number[]
}

const { values: options } = parseArgs({
  options: {
    misses: { type: 'boolean', default: false },
    set: { type: 'string' },
    half: { type: 'string' },
    design: { type: 'string', default: 'judged' },
    every: { type: 'string', default: '1' },
    piece: { type: 'string', default: '1/1' },
    language: { type: 'string' },
    source: { type: 'boolean', default: false },
    stdlib: { type: 'string', default: '/usr/lib/python3.11' },
    site: { type: 'string', default: '/usr/lib/python3/dist-packages' },
    modules: { type: 'string', default: join(import.meta.dirname, '../../../../node_modules') },
  },
})

const root = join(import.meta.dirname, '../../../..')
const parser = codeParser()
const checkers = typeCheckers()
const times: number[] = []

type Libraries = { view: GraphView; kept: KeptRepository[] }

async function main(): Promise<void> {
  const started = performance.now()
  const all = options.set
    ? await readSet(options.set)
    : [...(await readRows('python')), ...(await readRows('typescript'))]
  const rows = all
    .filter(row => !options.language || row.language === options.language)
    .filter((_, at) => at % Number(options.every) === 0)
    .filter((_, at, those) => isInPiece(at / those.length))
  const isUsed = (language: string) => rows.some(row => row.language === language)
  const views = {
    python: isUsed('python') ? await pythonView() : none,
    typescript: isUsed('typescript') ? await typescriptView(rows) : none,
  }
  console.log(`graphs read in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  const checking = performance.now()
  const outcomes: Outcome[] = []
  for (const row of rows) {
    const outcome = await judge(row, views[row.language])
    outcomes.push(outcome)
    if (options.misses) listMiss(outcome)
  }
  const perScript = (performance.now() - checking) / rows.length
  const [first = 0, ...warm] = times
  console.log(
    `${rows.length} scripts checked as "${options.design}", ${perScript.toFixed(1)} ms each; first ${first.toFixed(0)} ms, then median ${(warm.sort((a, b) => a - b)[warm.length >> 1] ?? 0).toFixed(0)} ms; this process ${Math.round(process.memoryUsage().rss / 1e6)} MB, children at most ${childMegabytes()} MB\n`,
  )
  await checkers.close()
  for (const language of ['python', 'typescript'] as const) {
    const mine = outcomes.filter(row => row.language === language)
    for (const half of ['dev', 'held'] as const)
      summarize(
        `${language}, ${half} packages`,
        mine.filter(row => halfOf(row) === half),
      )
    summarize(`${language}, all`, mine)
  }
  summarize('both languages', outcomes)
}

/** A long set is measured in pieces: `2/4` is the second quarter. */
function isInPiece(part: number): boolean {
  const [piece = 1, pieces = 1] = options.piece.split('/').map(Number)
  return Math.floor(part * pieces) === piece - 1
}

/** Splits packages by the hash of their name: the checker was tuned on one half only. */
function halfOf(row: Row): 'dev' | 'held' {
  return Number.parseInt(sha256(row.package).slice(0, 2), 16) % 2 === 0 ? 'dev' : 'held'
}

function readRows(language: string): Promise<Row[]> {
  return readSet(join(root, 'src/features/code/test/corpus', `${language}.jsonl`))
}

async function readSet(path: string): Promise<Row[]> {
  const text = await readFile(path, 'utf8')
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Row)
}

const none: Libraries = { view: graphView([]), kept: [] }

async function pythonView(): Promise<Libraries> {
  const isOwn = (path: string) => /\.pyi?$/.test(path) && !/(^|\/)(tests?|idlelib|lib2to3)\//.test(path)
  return libraries([
    await readRepository(parser, 'python/cpython', options.stdlib, { accept: isOwn }),
    await readRepository(parser, 'debian/site', options.site, {
      accept: path => isOwn(path) && !path.includes('/_vendor/'),
    }),
  ])
}

async function typescriptView(rows: readonly Row[]): Promise<Libraries> {
  const names = [...new Set(rows.filter(row => row.language === 'typescript').map(row => row.package))].sort()
  const kept = []
  for (const name of names) {
    const folder = join(options.modules, name)
    kept.push(await readRepository(parser, name, folder, { accept: selectedIn(folder) }))
  }
  return libraries(kept)
}

/** Accepts the files that are parsed of an npm package; with `--source`, those of them that a build did not make. */
function selectedIn(folder: string): (path: string) => boolean {
  const isMade = (path: string) => /\.d\.[cm]?ts$/.test(path) || !path.startsWith('src/')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(one => one.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map(path => ({ path: relative(folder, path), bytes: statSync(path).size }))
    .filter(({ path }) => !(options.source && isMade(path)))
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
  const packages = readManifests([['package.json', manifest]])
  const selected = selectFiles(files, packages, parser.languageOf).files
  const paths = new Set(selected.map(({ path }) => path))
  return path => paths.has(path)
}

function libraries(kept: KeptRepository[]): Libraries {
  return { view: graphView(kept.map(({ repository }) => repository)), kept }
}

/** The largest memory that a child of this process had. */
function childMegabytes(): number {
  try {
    const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
    const peaks = pids.map(
      pid => /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0,
    )
    return Math.round(Math.max(0, ...peaks.map(Number)) / 1000)
  } catch {
    return 0
  }
}

async function judge(row: Row, { view, kept }: Libraries): Promise<Outcome> {
  const source = {
    path: row.language === 'python' ? 'script.py' : 'script.ts',
    language: row.written ?? row.language,
    module: '__main__',
    text: row.code,
  }
  const signal = AbortSignal.timeout(60_000)
  const script = await parser.readScript(source, signal)
  const started = performance.now()
  const checker = options.design === 'ours' ? null : await checkers.of(source)
  const diagnosis = await checker?.diagnose(source, kept, { view, script: script.file, signal })
  const hallucinations =
    options.design === 'theirs'
      ? (diagnosis?.findings ?? []).map(({ kind, line, message }) => ({
          type: kind,
          line,
          description: message,
        }))
      : (await checkScript(script, view, { signal, diagnosis: diagnosis ?? null })).hallucinations
  times.push(performance.now() - started)
  const given = { script, view, openNames: openNamesOf(script) }
  const without = diagnosis ? judgeByFindings([], diagnosis, given).map(({ line }) => line) : []
  const last = row.code.split('\n').length
  const right = hallucinations.filter(({ line }) => line === last)
  return {
    ...row,
    flagged: hallucinations.map(({ type, line, description }) => `${type} line ${line}: ${description}`),
    isFlaggedRight: right.length > 0,
    extra: row.label === 'correct' ? hallucinations.length : hallucinations.length - right.length,
    without,
  }
}

function summarize(title: string, rows: readonly Outcome[]): void {
  const errors = rows.filter(row => row.label === 'error')
  const correct = rows.filter(row => row.label === 'correct')
  if (rows.length === 0) return
  const hits = errors.filter(row => row.isFlaggedRight).length
  const alarms = rows.reduce((sum, row) => sum + (row.extra > 0 ? 1 : 0), 0)
  const alarmed = correct.filter(row => row.extra > 0).length
  console.log(
    `${title}: ${correct.length} correct uses, ${errors.length} planted errors, ${new Set(rows.map(row => row.package)).size} packages`,
  )
  console.log(
    `  precision ${(hits / Math.max(1, hits + alarms)).toFixed(4)}  recall ${(hits / Math.max(1, errors.length)).toFixed(4)}  false alarms ${alarmed} of ${correct.length} (${((100 * alarmed) / Math.max(1, correct.length)).toFixed(2)} %)`,
  )
  const kinds = [...Map.groupBy(errors, row => row.kind)].sort()
  console.log(
    `  recall by class: ${kinds.map(([kind, group]) => `${kind} ${group.filter(row => row.isFlaggedRight).length}/${group.length}`).join(', ')}`,
  )
  if (options.design === 'judged') {
    const lastOf = ({ code }: Row) => code.split('\n').length
    const found = errors.filter(row => row.without.includes(lastOf(row))).length
    const flagged = correct.filter(row => row.without.length > 0).length
    console.log(
      `  without our own inference: ${found} of ${errors.length} errors, false alarms ${flagged} of ${correct.length}`,
    )
  }
  const uses = [...Map.groupBy(correct, row => row.kind)].sort()
  console.log(
    `  alarms by use: ${uses.map(([kind, group]) => `${kind} ${group.filter(row => row.extra > 0).length}/${group.length}`).join(', ')}\n`,
  )
}

function listMiss(row: Outcome): void {
  if (options.half && halfOf(row) !== options.half) return
  if (row.extra > 0)
    console.log(
      `ALARM ${row.label} ${row.kind} ${row.package}\n${row.code}\n   ${row.flagged.join('\n   ')}\n`,
    )
  if (row.label === 'error' && !row.isFlaggedRight)
    console.log(`MISS ${row.kind} ${row.package}\n${row.code}\n`)
}

await main()
