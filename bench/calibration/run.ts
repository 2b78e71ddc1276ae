/**
 * Measures whether scores mean what they claim: how many hits of each score are relevant, how many answerable questions
 * are said to have no answer, and how many nonsense questions are.
 * Usage: npm run measure -- calibration --data ../shared/data/retrieval [--home folder] [--mode hybrid|lexical|dense]
 *        [--sets medline1033,adi,xquad-de] [--more folder,folder] [--plot docs/reliability.svg] [--list]
 * `--home` keeps the ingested sets between runs; `--more` adds sets in BEIR layout; `--list` prints the questions that were
 * judged wrongly.
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../../src/app/clock.ts'
import { loadConfig } from '../../src/app/config/load-config.ts'
import { settingNames } from '../../src/app/config/setting-names.ts'
import { ingestSet } from '../../src/app/eval/ingest-set.ts'
import { type BeirSet, readBeir } from '../../src/app/eval/read-beir.ts'
import { features } from '../../src/app/features.ts'
import { openEngineParts } from '../../src/app/open-engine-parts.ts'
import { createEngine, type Parts } from '../../src/core/engine.ts'
import type { SearchMode } from '../../src/core/search/search-request.ts'
import { type Asked, askAnswerable, askLeftOut, askNonsense } from './ask-set.ts'
import { bandsOf, drawReliability } from './draw-reliability.ts'
import { makeNonsense } from './make-nonsense.ts'

/** The function was fitted on the first three; the development questions of NFCorpus, and its test questions apart. */
const sets = [
  { name: 'nfcorpus', split: 'dev', isFitted: true },
  { name: 'cranfield', split: 'test', isFitted: true },
  { name: 'cisi', split: 'test', isFitted: true },
  { name: 'nfcorpus', split: 'test', isFitted: false },
  { name: 'medline1033', split: 'test', isFitted: false },
  { name: 'adi', split: 'test', isFitted: false },
  { name: 'xquad-de', split: 'test', isFitted: false },
]

const most = { answerable: 400, leftOut: 100, nonsense: 100 }

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/retrieval' },
    home: { type: 'string' },
    embedder: { type: 'string' },
    mode: { type: 'string', default: 'hybrid' },
    sets: { type: 'string' },
    more: { type: 'string' },
    plot: { type: 'string' },
    seed: { type: 'string', default: '26' },
    list: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  const home = values.home ?? mkdtempSync(join(tmpdir(), 'quire-calibration-'))
  mkdirSync(home, { recursive: true })
  const parts = await openParts(resolve(home))
  const wanted = values.sets?.split(',')
  const known = await Promise.all(sets.map(({ name, split }) => readBeir(join(values.data, name), split)))
  const more = await Promise.all((values.more?.split(',') ?? []).map(folder => readBeir(folder, 'test')))
  const plotted: { name: string; bands: ReturnType<typeof bandsOf> }[] = []
  for (const [index, set] of [...known, ...more].entries()) {
    const { split, isFitted } = sets[index] ?? { split: 'test', isFitted: false }
    if (wanted !== undefined && !wanted.includes(set.name)) continue
    await ingestSet(
      createEngine(parts),
      { library: set.name, documents: set.documents },
      { signal: new AbortController().signal, progress: () => {} },
    )
    const asked = await askSet(parts, { set, others: known })
    const hits = asked.flatMap(({ kind, hits: found }) => (kind === 'left out' ? [] : found))
    plotted.push({ name: split === 'dev' ? `${set.name} (dev)` : set.name, bands: bandsOf(hits) })
    print(`${set.name} (${split}${isFitted ? ', fitted' : ''})`, asked)
  }
  if (values.plot !== undefined) writeFileSync(values.plot, drawReliability(plotted))
  await parts.embedder.close()
  await parts.store.close()
  if (values.home === undefined) rmSync(home, { recursive: true, force: true })
}

function openParts(home: string): Promise<Parts> {
  const config = loadConfig({
    argv: ['--home', home, ...(values.embedder === undefined ? [] : ['--embedder', values.embedder])],
    env: {},
    file: null,
    cwd: process.cwd(),
    homedir: home,
    features,
    names: settingNames(features),
  })
  return openEngineParts(config.values, { clock: systemClock, path: process.env.PATH ?? '' })
}

async function askSet(
  parts: Parts,
  { set, others }: { set: BeirSet; others: readonly BeirSet[] },
): Promise<Asked[]> {
  // SAFETY: the usage above lists the modes; another one finds nothing.
  const asking = { library: set.name, set, mode: values.mode as SearchMode }
  const nonsense = makeNonsense(set.name, others, { count: most.nonsense, seed: Number(values.seed) })
  const texts = nonsense.map(({ text }) => text)
  return [
    ...(await askAnswerable(parts, { ...asking, most: most.answerable })),
    ...(await askLeftOut(parts, { ...asking, most: most.leftOut })),
    ...(await askNonsense(parts, { ...asking, texts })),
  ]
}

function print(name: string, asked: readonly Asked[]): void {
  const of = (kind: Asked['kind']) => asked.filter(question => question.kind === kind)
  const answerable = of('answerable')
  const found = answerable.filter(({ hits }) => hits.some(({ isRelevant }) => isRelevant))
  const rows: [string, readonly Asked[]][] = [
    ['answerable', answerable],
    ['… and a relevant hit among ten', found],
    ['left out', of('left out')],
    ['nonsense', of('nonsense')],
  ]
  console.log(`\n${name}`)
  for (const [label, questions] of rows) console.log(`  ${label.padEnd(32)} ${flagged(questions)}`)
  const judged = [...answerable, ...of('nonsense')].flatMap(({ hits }) => hits)
  console.log(`  hits: ${judged.length}, calibration error ${calibrationError(judged).toFixed(3)}`)
  for (const { score, relevant, hits } of bandsOf(judged))
    console.log(`    score ${score.toFixed(2)}: ${relevant.toFixed(2)} relevant of ${hits}`)
  if (!values.list) return
  for (const { text, hits } of found.filter(({ nothingFits }) => nothingFits))
    console.log(`  flagged though found: ${text} (${hits[0]?.score})`)
  for (const { text, hits } of of('nonsense').filter(({ nothingFits }) => !nothingFits))
    console.log(`  not flagged: ${text} (${hits[0]?.score})`)
}

function flagged(questions: readonly Asked[]): string {
  const count = questions.filter(({ nothingFits, hits }) => nothingFits || hits.length === 0).length
  const share = questions.length === 0 ? 0 : (100 * count) / questions.length
  return `${count} of ${questions.length} flagged (${share.toFixed(1)} %)`
}

/** The mean distance between score and share of relevant hits, over bands of a tenth. */
function calibrationError(hits: readonly { score: number; isRelevant: boolean }[]): number {
  const bands = bandsOf(hits, 1)
  return bands.reduce((sum, band) => sum + band.hits * Math.abs(band.score - band.relevant), 0) / hits.length
}

await main()
