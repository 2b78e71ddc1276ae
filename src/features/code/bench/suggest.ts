/**
 * Measures how often the right name is suggested: `npm run measure -- graph-suggest [--part dev|test|fresh] [--rows] [--no-model]`.
 * Reads src/features/code/test/corpus/synonyms.jsonl (wrong names by synonym, and nonsense that must get no suggestion), Python's
 * standard library as installed on this machine, and packages of this repository's node_modules. `dev` was used for tuning,
 * `test` was measured once before the threshold was raised, `fresh` was written before that and measured after it.
 */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedder } from '../../../adapters/embedders/index.ts'
import { checkScript } from '../check/check-script.ts'
import { nameSuggester } from '../check/name-suggester.ts'
import { type GraphView, graphView } from '../graph/graph-view.ts'
import { codeParser } from '../parse/code-parser.ts'
import { readRepository } from './read-repository.ts'

type Row = {
  part: 'dev' | 'test' | 'fresh'
  language: 'python' | 'typescript'
  package: string
  code: string
  wrong: string
  /** Any of these is right; empty for nonsense. */
  right: string[]
}
type Outcome = Row & { suggested: readonly string[] }

const { values: options } = parseArgs({
  allowNegative: true,
  options: {
    part: { type: 'string' },
    rows: { type: 'boolean', default: false },
    model: { type: 'boolean', default: true },
    stdlib: { type: 'string', default: '/usr/lib/python3.11' },
    modules: { type: 'string', default: join(import.meta.dirname, '../../../../node_modules') },
  },
})
const parser = codeParser()
const signal = AbortSignal.timeout(600_000)

async function main(): Promise<void> {
  const path = join(import.meta.dirname, '../test/corpus/synonyms.jsonl')
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  const rows = lines
    .map(line => JSON.parse(line) as Row)
    .filter(({ part }) => options.part === undefined || part === options.part)
  const views = { python: await pythonView(), typescript: await typescriptView(rows) }
  const embedder = options.model ? await openEmbedder('gte-small') : null
  await Promise.all([1, 2].map(text => embedder?.embedDocuments([`text ${text}`], signal)))
  const outcomes: Outcome[] = []
  for (const row of rows)
    outcomes.push({ ...row, suggested: await suggested(row, views[row.language], nameSuggester(embedder)) })
  for (const part of ['dev', 'test', 'fresh']) summarize(part, outcomes)
  await measureLongReport(rows, views.python, embedder)
  await embedder?.close()
}

function pythonView(): Promise<GraphView> {
  const accept = (path: string) =>
    path.endsWith('.py') && !/(^|\/)(tests?|idlelib|lib2to3|dist-packages|pydoc_data)\//.test(path)
  return readRepository(parser, 'python/cpython', options.stdlib, { accept }).then(({ repository }) =>
    graphView([repository]),
  )
}

async function typescriptView(rows: readonly Row[]): Promise<GraphView> {
  const names = new Set(rows.filter(({ language }) => language === 'typescript').map(row => row.package))
  const accept = (path: string) => /\.[cm]?tsx?$/.test(path)
  const repositories = []
  for (const name of names)
    repositories.push(
      (await readRepository(parser, name, join(options.modules, name), { accept })).repository,
    )
  return graphView(repositories)
}

type Suggester = ReturnType<typeof nameSuggester>

async function suggested(row: Row, view: GraphView, suggest: Suggester): Promise<readonly string[]> {
  const { language, code, wrong } = row
  const path = language === 'python' ? 'script.py' : 'script.ts'
  const script = await parser.readScript({ path, language, module: '__main__', text: code }, signal)
  const { items } = await checkScript(script, view, { suggest, signal })
  const item = items.find(({ name, status }) => status === 'NOT_FOUND' && name.endsWith(`.${wrong}`))
  if (!item) throw new Error(`${wrong} of ${row.package} was not found wrong`)
  return item.suggestions
}

function summarize(part: string, all: readonly Outcome[]): void {
  const mine = all.filter(row => row.part === part)
  if (mine.length === 0) return
  const pairs = mine.filter(({ right }) => right.length > 0)
  const nonsense = mine.filter(({ right }) => right.length === 0)
  const within = (first: number) =>
    pairs.filter(({ right, suggested }) => suggested.slice(0, first).some(name => right.includes(name)))
      .length
  const silent = nonsense.filter(({ suggested }) => suggested.length === 0).length
  console.log(
    `${part}: right name first ${within(1)}, in the first three ${within(3)}, in five ${within(5)} of ${pairs.length}; no suggestion for nonsense ${silent} of ${nonsense.length}`,
  )
  if (!options.rows) return
  for (const { wrong, right, suggested } of mine)
    console.log(`  ${wrong} (${right.join(' | ') || 'nonsense'}): ${suggested.join(', ')}`)
}

/** Times a script with twenty wrong names of one half's classes, first with unknown and then with known vectors. */
async function measureLongReport(
  rows: readonly Row[],
  view: GraphView,
  embedder: Parameters<typeof nameSuggester>[0],
): Promise<void> {
  const wrong = rows.filter(({ language, right }) => language === 'python' && right.length > 0).slice(-14)
  const text = [...wrong, ...wrong.slice(0, 6)].map(({ code }) => code).join('\n')
  const script = await parser.readScript(
    { path: 's.py', language: 'python', module: '__main__', text },
    signal,
  )
  const suggest = nameSuggester(embedder)
  const time = async (by: Suggester) => {
    const [started, used] = [performance.now(), process.cpuUsage()]
    const { hallucinations } = await checkScript(script, view, { suggest: by, signal })
    const { user, system } = process.cpuUsage(used)
    const cost = `${(performance.now() - started).toFixed(0)} ms (${((user + system) / 1000).toFixed(0)} of CPU)`
    return { cost, wrong: hallucinations.length }
  }
  await time(nameSuggester(null))
  const without = await time(nameSuggester(null))
  const first = await time(suggest)
  const again = await time(suggest)
  console.log(
    `${first.wrong} wrong names: ${without.cost} without meaning, ${first.cost} with it, ${again.cost} again`,
  )
}

await main()
