/**
 * Extracts facts from the real record and from the samples: how many, how fast, and a sample to be judged by
 * src/features/facts/test/corpus/RULES.md.
 *
 *     npm run measure -- facts [hansard folder] [--seed one] [--sample 200] [--home folder] [--out sample.json]
 *
 * `--home` keeps the library, so that a second run only builds facts; `--embedder hash` runs without the model;
 * `--members folder` resolves parties and electorates by tables.
 */

import { existsSync, globSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { seededByText } from '../../../../bench/seeded-by-text.ts'
import { testProcess } from '../../../../test/contract/world.ts'
import { servicesOf } from '../../../../test/support/services-of.ts'
import { readConfig } from '../../../app/config/read-config.ts'
import { type Wired, wire } from '../../../app/wire.ts'
import { invoke } from '../../../core/contract/invoke.ts'
import type { silent } from '../../../core/model/progress.ts'
import type { Fact } from '../fact.ts'
import type { Facts } from '../facts.ts'
import type { Services as FactsServices } from '../services.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: 'one' },
    sample: { type: 'string', default: '200' },
    home: { type: 'string' },
    embedder: { type: 'string', default: 'hash' },
    members: { type: 'string' },
    out: { type: 'string' },
  },
})
const root = join(import.meta.dirname, '../../../..')
const record = resolve(positionals[0] ?? join(root, '../shared/data/hansard/xml'))

async function main(): Promise<void> {
  if (!existsSync(record)) return console.log(`skipped: there is no folder ${record}`)
  const home = values.home ?? (await mkdtemp(join(tmpdir(), 'quire-facts-')))
  const members = values.members === undefined ? [] : ['--hansard-members', values.members]
  const flags = [
    '--home',
    home,
    '--embedder',
    values.embedder,
    '--graph-facts',
    '--toolsets',
    'all',
    ...members,
  ]
  const process = testProcess(root, flags)
  const wired = await wire(await readConfig(process), process, { quietLevel: 'error' })
  await fill(wired)
  const facts = await (await servicesOf<FactsServices>(wired, 'facts')).facts.open()
  for (const library of ['hansard', 'samples']) await measure(facts, library)
  await draw(wired, facts)
  await wired.close()
  if (values.home === undefined) await rm(home, { recursive: true })
}

async function fill(wired: Wired): Promise<void> {
  await call(wired, 'import_hansard', { source: record })
  for (const path of globSync(join(root, 'samples/*')).filter(path => basename(path) !== 'README.md'))
    await call(wired, 'ingest_file', { path, library: 'samples' })
}

async function call(wired: Wired, tool: string, input: object): Promise<void> {
  const row = wired.table.find(tool)
  if (row === undefined) throw new Error(`There is no tool ${tool}.`)
  const caller = { surface: 'cli', isLocal: true } as const
  const outcome = await invoke(row, { input, caller, patienceMs: Number.POSITIVE_INFINITY }, wired.runtime)
  if (!outcome.ok) throw outcome.failure
}

async function measure(facts: Facts, library: string): Promise<void> {
  const startedAt = performance.now()
  const cpuAt = process.cpuUsage()
  let readMs = 0
  let readCpu = 0
  const progress: typeof silent = ({ message }) => {
    if (message !== 'Reading facts') return
    readMs = performance.now() - startedAt
    readCpu = process.cpuUsage(cpuAt).user / 1e6
  }
  const report = await facts.build(
    { collections: [library] },
    { signal: new AbortController().signal, progress },
  )
  const seconds = (performance.now() - startedAt) / 1000
  const count = await facts.count({ collections: [library] })
  const perSecond = (amount: number, seconds: number) => Math.round(amount / Math.max(0.001, seconds))
  console.log(
    `${library}: ${report.documents} documents, ${count.observations} observations, ${count.facts} facts, ${count.entities} entities; ${report.errors.length} errors`,
  )
  console.log(
    `  read in ${(readMs / 1000).toFixed(1)} s (${readCpu.toFixed(1)} s of CPU): ${perSecond(count.observations, readMs / 1000)} observations/s, ${perSecond(count.facts, readMs / 1000)} facts/s, ${perSecond(report.documents, readMs / 1000)} documents/s; with vectors ${seconds.toFixed(1)} s`,
  )
}

/** Half of the sample from sentences, half from the record's own data; random, but the same in every run. */
async function draw(wired: Wired, facts: Facts): Promise<void> {
  const all: Fact[] = []
  for (const library of ['hansard', 'samples']) all.push(...(await listFacts(wired, facts, library)))
  const bySentence = all.filter(({ supports }) => supports[0]?.origin === 'text')
  const byRecord = all.filter(({ supports }) => supports[0]?.origin !== 'text')
  console.log(`${bySentence.length} facts of sentences, ${byRecord.length} of records and references`)
  const counted = Map.groupBy(all, ({ relation, supports }) => `${supports[0]?.origin} ${relation}`)
  for (const [kind, found] of [...counted].sort()) console.log(`  ${kind}: ${found.length}`)
  const half = Math.floor(Number(values.sample) / 2)
  const random = seededByText(values.seed)
  const sample = [...pick(bySentence, half, random), ...pick(byRecord, half, random)]
  const lines = await Promise.all(sample.map(fact => describe(wired, fact)))
  if (values.out !== undefined) writeFileSync(values.out, `${JSON.stringify(lines, null, 1)}\n`)
  for (const [index, line] of lines.entries())
    console.log(
      `${index + 1}. ${line.fact} [${line.valid_at ?? '…'} – ${line.invalid_at ?? '…'}] ${line.subject} ${line.relation} ${line.object}\n     ${line.document}: «${line.quote}»${line.record === null ? '' : ` ${line.record}`}`,
    )
}

async function listFacts(wired: Wired, facts: Facts, library: string): Promise<Fact[]> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(wired.parts.store.description.replace('sqlite:', ''), { readOnly: true })
  const names = database
    .prepare(
      'SELECT DISTINCT fact_entities.name FROM fact_entities JOIN collections ON collections.key = collection_key WHERE collections.name = ? ORDER BY 1',
    )
    .all(library)
  database.close()
  const found = new Map<string, Fact>()
  for (const { name } of names) {
    const about = await facts.about({ collections: [library], name: String(name), limit: 100_000 })
    for (const fact of about.facts) found.set(fact.id, fact)
  }
  return [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
}

function pick(facts: readonly Fact[], count: number, random: () => number): Fact[] {
  const left = [...facts]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [taken] = left.splice(Math.floor(random() * left.length), 1)
    return taken
  }).filter(fact => fact !== undefined)
}

async function describe(wired: Wired, fact: Fact) {
  const [support] = fact.supports
  const document = support === undefined ? null : await wired.parts.store.readSummary(support.documentId)
  const { speaker, party, electorate, state, chamber, role, date } = document?.metadata ?? {}
  return {
    id: fact.id,
    fact: fact.fact,
    relation: fact.relation,
    subject: `${fact.subject.label}: ${fact.subject.name}`,
    object: `${fact.object.label}: ${fact.object.name}`,
    valid_at: fact.validAt,
    invalid_at: fact.invalidAt,
    supports: fact.supportCount,
    document: `${document?.title ?? ''} (${document?.source ?? ''})`,
    quote: (support?.quote ?? '').slice(0, 600),
    record:
      support?.origin === 'record'
        ? JSON.stringify({ speaker, party, electorate, state, chamber, role, date })
        : null,
  }
}

await main()
