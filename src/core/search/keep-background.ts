import type { CollectionSummary } from '../model/collection.ts'
import { Failure } from '../model/failure.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Store } from '../ports/store.ts'
import {
  type Background,
  measureModel,
  measureVectors,
  readBackground,
  writeBackground,
} from './background.ts'

type Parts = { store: Store; embedder: Embedder }

/** Vectors that are sampled; with more, mean and spread hardly change. */
const sampleSize = 256

/** A collection is measured again when its size has changed by this factor. */
const growth = 1.3

/**
 * Measures a collection after a write, when it has no background yet or its size has changed much. A model or a store
 * that fails is not an error: the next search or write tries again.
 */
export async function keepBackground(name: string, parts: Parts, signal: AbortSignal): Promise<void> {
  const { store, embedder } = parts
  const all = await store.describeCollections()
  const collection = all.find(described => described.name === name)
  if (collection === undefined || collection.model !== embedder.id) return
  const known = readBackground(collection)
  const chunks = await store.countChunks({ collections: [name], filter: [] })
  if (known !== null && chunks <= known.chunks * growth && known.chunks <= chunks * growth) return
  await measureCollection({ collection, all, chunks }, parts, signal)
}

/** Backgrounds of collections that could not be written, by collection and version. */
const unwritten = new WeakMap<Store, Map<string, Background>>()

/** The background of each collection; those that have none yet are measured. Empty collections have none. */
export async function backgroundsOf(
  { chosen, all }: { chosen: readonly CollectionSummary[]; all: readonly CollectionSummary[] },
  parts: Parts,
  signal: AbortSignal,
): Promise<Background[]> {
  const found: Background[] = []
  for (const collection of chosen) {
    const known = readBackground(collection) ?? unwritten.get(parts.store)?.get(keyOf(collection)) ?? null
    const background = known ?? (await measureNow({ collection, all }, parts, signal))
    if (background !== null) found.push(background)
  }
  return found
}

async function measureNow(
  { collection, all }: { collection: CollectionSummary; all: readonly CollectionSummary[] },
  parts: Parts,
  signal: AbortSignal,
): Promise<Background | null> {
  const chunks = await parts.store.countChunks({ collections: [collection.name], filter: [] })
  return measureCollection({ collection, all, chunks }, parts, signal)
}

/** Null when the collection has no vectors, or the model does not answer. */
async function measureCollection(
  {
    collection,
    all,
    chunks,
  }: { collection: CollectionSummary; all: readonly CollectionSummary[]; chunks: number },
  { store, embedder }: Parts,
  signal: AbortSignal,
): Promise<Background | null> {
  const { name, model } = collection
  const sample = await store.sampleVectors(name, sampleSize)
  if (sample.length === 0) return null
  const measured = all.flatMap(other => (other.model === model ? (readBackground(other) ?? []) : []))
  const general = measured[0]?.general ?? (await unlessFailed(measureModel(embedder, signal)))
  if (general === null) return null
  const background = { general, own: measureVectors(sample, general), chunks }
  const calibration = writeBackground(background, model)
  const written = await unlessFailed(store.updateCollection(name, { calibration }))
  if (written === null) remember(store, collection, background)
  return background
}

async function unlessFailed<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Failure && error.kind !== 'cancelled') return null
    throw error
  }
}

function remember(store: Store, collection: CollectionSummary, background: Background): void {
  const known = unwritten.get(store) ?? new Map<string, Background>()
  unwritten.set(store, known.set(keyOf(collection), background))
}

function keyOf({ name, version }: CollectionSummary): string {
  return `${name} ${version}`
}
