/**
 * Measures how well scripts are checked: `npm run measure -- graph-check [--misses] [--half dev|held] [--set other.jsonl]
 * [--site folder] [--modules folder]`. Reads the labelled sets in src/features/code/test/corpus, or another one, and the packages they
 * are about, as installed on this machine or in the given folders.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sha256 } from '../../../core/model/identity.ts'
import { checkScript } from '../check/check-script.ts'
import { type GraphView, graphView } from '../graph/graph-view.ts'
import { codeParser } from '../parse/code-parser.ts'
import { readRepository } from './read-repository.ts'

type Row = {
  id: string
  language: 'python' | 'typescript'
  label: 'correct' | 'error'
  kind: string
  package: string
  code: string
}

type Outcome = Row & { flagged: string[]; isFlaggedRight: boolean; extra: number }

const { values: options } = parseArgs({
  options: {
    misses: { type: 'boolean', default: false },
    set: { type: 'string' },
    half: { type: 'string' },
    stdlib: { type: 'string', default: '/usr/lib/python3.11' },
    site: { type: 'string', default: '/usr/lib/python3/dist-packages' },
    modules: { type: 'string', default: join(import.meta.dirname, '../../../../node_modules') },
  },
})

const root = join(import.meta.dirname, '../../../..')
const parser = codeParser()

async function main(): Promise<void> {
  const started = performance.now()
  const rows = options.set
    ? await readSet(options.set)
    : [...(await readRows('python')), ...(await readRows('typescript'))]
  const views = { python: await pythonView(), typescript: await typescriptView(rows) }
  console.log(`graphs read in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  const checking = performance.now()
  const outcomes: Outcome[] = []
  for (const row of rows) outcomes.push(await judge(row, views[row.language]))
  const perScript = (performance.now() - checking) / rows.length
  console.log(`${rows.length} scripts checked, ${perScript.toFixed(2)} ms each\n`)
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
  if (options.misses) listMisses(outcomes.filter(row => !options.half || halfOf(row) === options.half))
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

async function pythonView(): Promise<GraphView> {
  const isOwn = (path: string) => path.endsWith('.py') && !/(^|\/)(tests?|idlelib|lib2to3)\//.test(path)
  const [standard, site] = [
    await readRepository(parser, 'python/cpython', options.stdlib, { accept: isOwn }),
    await readRepository(parser, 'debian/site', options.site, {
      accept: path => isOwn(path) && !path.includes('/_vendor/'),
    }),
  ]
  return graphView([standard, site])
}

async function typescriptView(rows: readonly Row[]): Promise<GraphView> {
  const names = [...new Set(rows.filter(row => row.language === 'typescript').map(row => row.package))].sort()
  const accept = (path: string) => /\.([cm]?tsx?)$/.test(path)
  const repositories = []
  for (const name of names)
    repositories.push(await readRepository(parser, name, join(options.modules, name), { accept }))
  return graphView(repositories)
}

async function judge(row: Row, view: GraphView): Promise<Outcome> {
  const source = {
    path: row.language === 'python' ? 'script.py' : 'script.ts',
    language: row.language,
    module: '__main__',
    text: row.code,
  }
  const signal = AbortSignal.timeout(60_000)
  const script = await parser.readScript(source, signal)
  const { hallucinations } = await checkScript(script, view, { signal })
  const last = row.code.split('\n').length
  const right = hallucinations.filter(({ line }) => line === last)
  return {
    ...row,
    flagged: hallucinations.map(({ type, line, description }) => `${type} line ${line}: ${description}`),
    isFlaggedRight: right.length > 0,
    extra: row.label === 'correct' ? hallucinations.length : hallucinations.length - right.length,
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
  const uses = [...Map.groupBy(correct, row => row.kind)].sort()
  console.log(
    `  alarms by use: ${uses.map(([kind, group]) => `${kind} ${group.filter(row => row.extra > 0).length}/${group.length}`).join(', ')}\n`,
  )
}

function listMisses(rows: readonly Outcome[]): void {
  for (const row of rows) {
    if (row.extra > 0)
      console.log(
        `ALARM ${row.label} ${row.kind} ${row.package}\n${row.code}\n   ${row.flagged.join('\n   ')}\n`,
      )
    if (row.label === 'error' && !row.isFlaggedRight)
      console.log(`MISS ${row.kind} ${row.package}\n${row.code}\n`)
  }
}

await main()
