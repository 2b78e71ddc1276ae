import type { VectorMemory } from '../../core/ports/cache.ts'
import type { Embedder } from '../../core/ports/embedder.ts'

/** At once: enough to hide the way to a model elsewhere, few enough that a search need not wait behind them. */
const concurrency = 4

/** What a process that ends too early has made so far is not lost. */
const savedEvery = 40

/**
 * As questions and not as documents: for so few texts the workers of bulk embedding, each with a model of its own, would
 * cost more memory than the whole server. Not aborted with the question that came first: the next ones need it too.
 */
export async function embedTexts(
  texts: readonly string[],
  embedder: Embedder,
  memory: VectorMemory | undefined,
): Promise<Float32Array[]> {
  const { signal } = new AbortController()
  const all = { model: embedder.id, dimensions: embedder.dimensions, texts }
  const vectors = (await memory?.load(all)) ?? texts.map(() => null)
  const missing = [...vectors.keys()].filter(place => vectors[place] === null)
  for (let start = 0; start < missing.length; start += concurrency) {
    const places = missing.slice(start, start + concurrency)
    const made = await Promise.all(places.map(place => embedder.embedQuery(texts[place] ?? '', signal)))
    for (const [at, place] of places.entries()) vectors[place] = made[at] ?? null
    const isLast = start + concurrency >= missing.length
    if (isLast || (start + concurrency) % savedEvery === 0) await memory?.save(all, vectors)
  }
  return vectors.map(vector => vector ?? new Float32Array(embedder.dimensions))
}
