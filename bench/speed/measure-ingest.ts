import { availableParallelism } from 'node:os'
import { gteSmallModel } from '../../src/adapters/embedders/local-embedder.ts'
import { percentile } from '../../src/app/eval/metrics.ts'
import type { Engine } from '../../src/core/engine.ts'
import { openBareEmbedder } from './bare-embedder.ts'
import type { Text } from './build-library.ts'

const rounds = 10
/** Few, so that both sides of a round see the same noise, and no thread is idle long enough to be stopped. */
const textsPerRound = 60
/** The default concurrency of `ingest_folder`. */
const concurrency = 4

/** Texts per second; medians of alternating rounds. */
export type IngestFigures = { ingested: number; bare: number; share: number; threads: number }

/** Ingests texts of about 230 tokens into the engine, alternating with the bare model over the same texts. */
export async function measureIngest(engine: Engine, texts: readonly Text[]): Promise<IngestFigures> {
  const threads = availableParallelism()
  const bare = await openBareEmbedder(gteSmallModel, threads)
  const chosen = texts.filter(({ body }) => body.length > 1_000).map(shorten)
  const rates = { ingested: [] as number[], bare: [] as number[], share: [] as number[] }
  try {
    await ingest(engine, 'warm-up', chosen.slice(0, 8))
    for (let round = 0; round < rounds; round++) {
      const start = (round * textsPerRound) % Math.min(300, chosen.length)
      const share = chosen.slice(start, start + textsPerRound)
      const measured = { ingested: 0, bare: 0 }
      const sides = [
        async () => {
          measured.ingested = await rateOf(share.length, () => ingest(engine, `round-${round}`, share))
        },
        async () => {
          measured.bare = await rateOf(share.length, () => bare.embed(share))
        },
      ]
      for (const measure of round % 2 === 0 ? sides : sides.reverse()) await measure()
      rates.ingested.push(measured.ingested)
      rates.bare.push(measured.bare)
      rates.share.push(measured.ingested / measured.bare)
    }
  } finally {
    await bare.close()
  }
  const median = (values: readonly number[]) => percentile(values, 0.5)
  return { ingested: median(rates.ingested), bare: median(rates.bare), share: median(rates.share), threads }
}

function shorten({ title, body }: Text): string {
  return `# ${title}\n\n${body.slice(0, 1_000)}`
}

async function rateOf(count: number, work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (1000 * count) / (performance.now() - startedAt)
}

async function ingest(engine: Engine, collection: string, texts: readonly string[]): Promise<void> {
  const items = texts.map((text, number) => ({
    name: `${number}.md`,
    request: {
      collection,
      metadata: {},
      options: { password: null, ocrLanguages: [] },
      read: async () => ({
        source: `${number}.md`,
        name: `${number}.md`,
        bytes: new TextEncoder().encode(text),
        mediaType: 'text/markdown',
        charset: 'utf-8',
        lastModified: null,
        fileType: null,
      }),
    },
  }))
  const { signal } = new AbortController()
  const outcomes = await engine.ingestMany(items, {
    signal,
    concurrency,
    progress: () => {},
    onOutcome: () => {},
  })
  for (const outcome of outcomes) if (!outcome.ok) throw outcome.failure
}
