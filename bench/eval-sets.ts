/**
 * Measures the quality of search on several sets, as `quire eval` does, over libraries that are kept between runs:
 *
 *     npm run measure -- eval-sets --data <folder of sets in BEIR layout> --home <where to keep the libraries>
 *       [--sets cranfield,adi] [--split test] [--together cranfield,xquad-de] [--write bench/baselines/eval]
 *
 * Prints nDCG@10 and Recall@100 of each set beside its committed baseline. `--together` asks the questions of each set again,
 * with the libraries of all of them searched together, and prints the difference with its interval. `--write` replaces the
 * baselines.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../src/app/clock.ts'
import { loadConfig } from '../src/app/config/load-config.ts'
import { settingNames } from '../src/app/config/setting-names.ts'
import { type Evaluation, measureSet } from '../src/app/eval/evaluate.ts'
import { ingestSet } from '../src/app/eval/ingest-set.ts'
import { pairedBootstrap } from '../src/app/eval/metrics.ts'
import { readBeir } from '../src/app/eval/read-beir.ts'
import { features } from '../src/app/features.ts'
import { openEngineParts } from '../src/app/open-engine-parts.ts'
import { createEngine, type Engine } from '../src/core/engine.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/data/retrieval' },
    home: { type: 'string' },
    sets: { type: 'string', default: 'nfcorpus,cranfield,cisi,medline1033,adi,xquad-de' },
    split: { type: 'string', default: 'test' },
    together: { type: 'string' },
    write: { type: 'string' },
  },
})
const context = { signal: new AbortController().signal, progress: () => {} }
const baselines = join(import.meta.dirname, 'baselines', 'eval')

async function main(): Promise<void> {
  if (values.home === undefined) return console.log('skipped: --home is needed')
  const home = resolve(values.home)
  const config = loadConfig({
    argv: ['--home', home],
    env: {},
    file: null,
    cwd: process.cwd(),
    homedir: home,
    features,
    names: settingNames(features),
  })
  const parts = await openEngineParts(config.values, { clock: systemClock, path: process.env.PATH ?? '' })
  const engine = createEngine(parts)
  if (values.together === undefined)
    for (const name of values.sets.split(',')) await evaluateAlone(engine, name)
  else await compareTogether(engine, values.together.split(','))
  await engine.close()
}

async function evaluateAlone(engine: Engine, name: string): Promise<void> {
  const set = await readBeir(join(values.data, name), values.split)
  await ingestSet(engine, { library: name, documents: set.documents }, context)
  const { evaluation } = await measureSet(engine, { set, split: values.split, library: name }, context)
  const { lexical, dense, hybrid } = evaluation.modes
  const { leg, difference, low, high } = evaluation.hybrid_against_better
  console.log(
    `${name} (${values.split}): words ${figure(lexical.ndcg_at_10)}, meaning ${figure(dense.ndcg_at_10)}, hybrid ${figure(hybrid.ndcg_at_10)}, Recall@100 ${figure(hybrid.recall_at_100)}; hybrid − ${leg} ${figure(difference)} (${figure(low)} to ${figure(high)})${baselineOf(name)}`,
  )
  if (values.write !== undefined)
    writeFileSync(join(values.write, `${name}.json`), `${JSON.stringify(evaluation, null, 2)}\n`)
}

function baselineOf(name: string): string {
  const file = join(baselines, `${name}.json`)
  if (!existsSync(file)) return ''
  // SAFETY: committed files, written by this program and by `quire eval --json`.
  const { modes } = JSON.parse(readFileSync(file, 'utf8')) as Evaluation
  return `; baseline ${figure(modes.hybrid.ndcg_at_10)}, Recall@100 ${figure(modes.hybrid.recall_at_100)}`
}

async function compareTogether(engine: Engine, names: readonly string[]): Promise<void> {
  const sets = await Promise.all(names.map(name => readBeir(join(values.data, name), values.split)))
  for (const set of sets) await ingestSet(engine, { library: set.name, documents: set.documents }, context)
  for (const set of sets) {
    const asked = { set, split: values.split, library: set.name }
    const beside = names.filter(name => name !== set.name)
    const alone = await measureSet(engine, asked, context)
    const together = await measureSet(engine, { ...asked, beside }, context)
    const { difference, low, high } = pairedBootstrap(together.ndcg, alone.ndcg)
    console.log(
      `${set.name}: alone ${figure(alone.evaluation.modes.hybrid.ndcg_at_10)}, together with ${beside.join(' and ')} ${figure(together.evaluation.modes.hybrid.ndcg_at_10)}: ${figure(difference)} (${figure(low)} to ${figure(high)})`,
    )
  }
}

function figure(value: number): string {
  return value.toFixed(4)
}

await main()
