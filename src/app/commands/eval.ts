import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { openProgressBar } from '../../core/contract/shell/progress-bar.ts'
import { createEngine } from '../../core/engine.ts'
import type { App } from '../app.ts'
import { systemClock } from '../clock.ts'
import { type Evaluation, evaluate, modes } from '../eval/evaluate.ts'
import { readBeir } from '../eval/read-beir.ts'
import { openParts } from '../open-parts.ts'

/** `quire eval <folder>`: measures the quality of search on a set with known answers. */
export async function evalSet(
  app: App,
  { values, terminal, signal, wantsJson }: CommandCall,
): Promise<number> {
  const split = String(values.split)
  const set = await readBeir(resolve(app.world.cwd, String(values.folder)), split)
  const config = await app.config()
  await app.offer() // Prints warnings about settings.
  const home = await mkdtemp(join(tmpdir(), 'quire-eval-'))
  const settings = {
    ...config,
    values: { ...config.values, 'store.url': `sqlite:${join(home, 'quire.db')}` },
  }
  const { parts } = await openParts(settings, { ...app.world, clock: systemClock, log: { write() {} } })
  const engine = createEngine(parts)
  const bar = openProgressBar(terminal)
  try {
    const evaluation = await evaluate(engine, { set, split }, { signal, progress: bar.report })
    bar.close()
    terminal.print(wantsJson ? JSON.stringify(evaluation, null, 2) : renderEvaluation(evaluation))
    return 0
  } finally {
    bar.close()
    await engine.close()
    await rm(home, { recursive: true, force: true })
  }
}

function renderEvaluation(evaluation: Evaluation): string {
  const {
    set,
    split,
    model,
    documents,
    chunks,
    queries,
    ingest_seconds,
    hybrid_against_better: gain,
  } = evaluation
  const rows = modes.map(mode => {
    const figures = evaluation.modes[mode]
    return [
      mode.padEnd(8),
      figures.ndcg_at_10.toFixed(4).padStart(8),
      figures.recall_at_100.toFixed(4).padStart(11),
      figures.mrr_at_10.toFixed(4).padStart(7),
      figures.p50_ms.toFixed(1).padStart(7),
      figures.p95_ms.toFixed(1).padStart(7),
    ].join('  ')
  })
  return [
    `${set} (${split}): ${documents} documents, ${chunks} chunks, ${queries} queries, ${model}`,
    ingest_seconds === null
      ? 'ingested before'
      : `ingested in ${ingest_seconds.toFixed(1)} s (${(chunks / ingest_seconds).toFixed(1)} chunks/s)`,
    '',
    'mode       nDCG@10   Recall@100   MRR@10   p50 ms   p95 ms',
    ...rows,
    '',
    `hybrid against ${gain.leg}: ${signed(gain.difference)} nDCG@10 (95 % interval ${signed(gain.low)} to ${signed(gain.high)})`,
  ].join('\n')
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(4)}`
}
