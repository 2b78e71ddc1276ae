/**
 * Compares our BibTeX reader with libraries from npm: on our own tests, on real exports, on hostile files, and in speed and
 * size. Installs the candidates into a temporary folder; the repository does not depend on them.
 *
 *     npm run measure -- bibtex [--exports <folder of .bib files>] [--only retorquere] [--inputs authors] [--differences]
 *
 * `--differences` prints every field of the exports that ours and a candidate read differently.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { installCandidate, sizeOf } from '../../../../../bench/install-candidate.ts'
import type { Draft } from '../../../../core/references/finish-reference.ts'
import { type ReadBibtex, readBibtex } from '../../references/bibtex/read-bibtex.ts'
import { candidates, openCandidate } from './bibtex-candidates.ts'

const { values } = parseArgs({
  options: {
    exports: {
      type: 'string',
      default: join(import.meta.dirname, '../../../../../../shared/data/zotero/export'),
    },
    only: { type: 'string' },
    inputs: { type: 'string', default: '' },
    differences: { type: 'boolean', default: false },
    child: { type: 'string' },
    input: { type: 'string' },
  },
})

const names = values.only === undefined ? Object.keys(candidates) : values.only.split(',')
const root = join(import.meta.dirname, '../../../../..')
const tests = globSync(
  'src/features/citations/references/{bibtex,bibtex-broken,exports,reference-reader,bibtex/parse-names,bibtex/tex-to-text}.test.ts',
  { cwd: root },
).sort()

/** Each input is read in a process of its own, with a limit of processor time. */
const mostSeconds = 30

async function main(): Promise<void> {
  if (values.child !== undefined) return readInChild(values.child, values.input ?? '')
  if (values.inputs !== '') return showRuns()
  for (const name of names)
    console.log(
      `${name}: ${JSON.stringify(sizeOf(installCandidate(candidates[name]?.packages ?? [])))} installed`,
    )
  for (const name of ['ours', ...names]) showTests(name)
  for (const name of names) await showExports(name)
  showRuns()
}

function showRuns(): void {
  for (const input of Object.keys(inputs).filter(key => key.includes(values.inputs)))
    for (const name of ['ours', ...names]) showRun(name, input)
}

function showTests(name: string): void {
  const counts = tests.map(path => {
    const hook =
      name === 'ours' ? [] : ['--import', './src/features/citations/bench/bibtex/use-bibtex-candidate.ts']
    const { stdout } = spawnSync(
      process.execPath,
      [...hook, '--test', '--test-reporter=tap', '--test-timeout=60000', path],
      {
        cwd: root,
        env: { ...process.env, CANDIDATE: name },
        maxBuffer: 1 << 28,
      },
    )
    const countOf = (word: string) =>
      Number(new RegExp(`^# ${word} (\\d+)`, 'm').exec(stdout.toString())?.[1] ?? 0)
    return `${basename(path, '.test.ts')} ${countOf('pass')}/${countOf('tests') - countOf('skipped')}`
  })
  console.log(`tests, ${name}: ${counts.join(', ')}`)
}

const compared = [
  'type',
  'genre',
  'title',
  'authors',
  'editors',
  'issued',
  'accessed',
  'container',
  'publisher',
  'place',
  'volume',
  'issue',
  'number',
  'pages',
  'edition',
  'doi',
  'isbn',
  'url',
  'language',
  'tags',
  'files',
] as const satisfies readonly (keyof Draft)[]

async function showExports(name: string): Promise<void> {
  if (!existsSync(values.exports)) return console.log(`skipped: there is no folder ${values.exports}`)
  const read = await openCandidate(name)
  const differing = new Map<string, number>()
  const total = { files: 0, unreadable: 0, entries: 0, found: 0, refused: 0 }
  for (const path of globSync('**/*.{bib,bibtex,biblatex}', { cwd: values.exports }).sort()) {
    const text = readFileSync(join(values.exports, path), 'utf8').replace(/\r\n?/g, '\n')
    const ours = readBibtex(text)
    total.files += 1
    total.entries += ours.drafts.length
    const theirs = tryReading(read, text)
    if (theirs === null) {
      total.unreadable += 1
      continue
    }
    total.refused += theirs.refused.length
    const byKey = Map.groupBy(theirs.drafts, draft => draft.citekey)
    for (const draft of ours.drafts) {
      const other = byKey.get(draft.citekey)?.shift()
      if (other === undefined) continue
      total.found += 1
      for (const field of compared) {
        const [mine, its] = [JSON.stringify(draft[field]), JSON.stringify(other[field])]
        if (mine === its) continue
        differing.set(field, (differing.get(field) ?? 0) + 1)
        if (values.differences)
          console.log(`  ${path} ${draft.citekey} ${field}\n    ours ${mine}\n    ${name} ${its}`)
      }
    }
  }
  console.log(
    `exports, ${name}: ${JSON.stringify(total)}, fields read differently: ${JSON.stringify(Object.fromEntries(differing))}`,
  )
}

function tryReading(read: (text: string) => ReadBibtex, text: string): ReadBibtex | null {
  try {
    return read(text)
  } catch {
    return null
  }
}

const entry = (at: number) =>
  `@article{key${at},\n  title = {On the {DNA} of {\\"U}bung $\\alpha_${at % 10}$: part ${at}},\n  author = {M{\\"u}ller, Jörg and van der Meer, Gerard and {World Health Organization}},\n  journal = {Journal of Things}, year = {${1900 + (at % 120)}}, month = jul, volume = ${at}, pages = {1--${at}},\n  doi = {10.1000/${at}}, keywords = {one, two}\n}\n`
const many = (count: number) => Array.from({ length: count }, (_, at) => entry(at)).join('\n')

/** The inputs, and how many entries each contains. A broken entry may be refused, but not its neighbours. */
const inputs: Readonly<Record<string, () => { text: string; entries: number }>> = {
  'one entry': () => ({ text: entry(1), entries: 1 }),
  '1,000 entries': () => ({ text: many(1_000), entries: 1_000 }),
  '20,000 entries': () => ({ text: many(20_000), entries: 20_000 }),
  'one open brace before 1,000 entries': () => ({
    text: `@book{bad, title = {never closed,\n${many(1_000)}`,
    entries: 1_000,
  }),
  'every second of 1,000 entries broken': () => ({
    text: Array.from({ length: 1_000 }, (_, at) =>
      at % 2 === 0 ? entry(at) : entry(at).replace('},\n  author', ',\n  author'),
    ).join('\n'),
    entries: 500,
  }),
  '100,000 open braces': () => ({ text: `@book{a, title = ${'{'.repeat(100_000)}\n${entry(1)}`, entries: 1 }),
  '20,000 groups in each other': () => ({
    text: `@book{a, title = {${'{'.repeat(20_000)}x${'}'.repeat(20_000)}}}\n${entry(1)}`,
    entries: 1,
  }),
  '50,000 accents': () => ({ text: `@book{a, title = {${"\\'".repeat(50_000)}}}\n${entry(1)}`, entries: 1 }),
  '20,000 formulas': () => ({
    text: `@book{a, title = {${'$x^{2}$ '.repeat(20_000)}}}\n${entry(1)}`,
    entries: 2,
  }),
  'a field of 10 MB': () => ({
    text: `@book{a, title = {T}, abstract = {${'word '.repeat(2_000_000)}}}\n${entry(1)}`,
    entries: 2,
  }),
  '20,000 authors': () => ({
    text: `@book{a, title = {T}, author = {${Array(20_000).fill('Doe, Jane').join(' and ')}}}\n${entry(1)}`,
    entries: 2,
  }),
  '10,000 open comments': () => ({ text: `${'@comment{x,\n'.repeat(10_000)}${entry(1)}`, entries: 1 }),
  '2,000 parents of parents': () => ({
    text: Array.from(
      { length: 2_000 },
      (_, at) => `@book{k${at}, title = {T}, crossref = {k${at + 1}}}`,
    ).join('\n'),
    entries: 2_000,
  }),
}

function showRun(name: string, input: string): void {
  const command = `ulimit -t ${mostSeconds}; exec "$@"`
  const args = [process.execPath, join(import.meta.dirname, 'bibtex.ts'), '--child', name, '--input', input]
  const { stdout, stderr, status } = spawnSync('sh', ['-c', command, 'sh', ...args])
  const reason = /^\w*Error.*$/m.exec(stderr.toString())?.[0].slice(0, 90) ?? 'no reason'
  const failed = status === null ? `not done after ${mostSeconds} s of processor time` : `throws: ${reason}`
  console.log(`${input} | ${name} | ${status === 0 ? stdout.toString().trim() : failed}`)
}

/** Measures processor time, because other programs run at the same time. */
async function readInChild(name: string, input: string): Promise<void> {
  const made = inputs[input]?.()
  if (made === undefined) throw new Error(`there is no input called "${input}"`)
  const atStart = process.cpuUsage()
  const read = name === 'ours' ? readBibtex : await openCandidate(name)
  const loading = process.cpuUsage(atStart)
  const before = process.cpuUsage()
  const { drafts, refused } = read(made.text)
  const reading = process.cpuUsage(before)
  const ms = ({ user, system }: NodeJS.CpuUsage) => Math.round((user + system) / 1000)
  const found = new Set(drafts.map(draft => draft.citekey)).size
  console.log(
    `${found} keys, at least ${made.entries} expected, ${refused.length} refused, ${ms(reading)} ms, loading ${ms(loading)} ms, ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  )
}

await main()
