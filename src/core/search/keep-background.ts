import type { CollectionSummary } from '../model/collection.ts'
import { Failure } from '../model/failure.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Store } from '../ports/store.ts'
import { type Background, measureModel, readBackground, writeBackground } from './background.ts'

type Parts = { store: Store; embedder: Embedder }

/** Collections to measure, and all that the store has: what one knows of a model serves the others. */
type Measured = { chosen: readonly CollectionSummary[]; all: readonly CollectionSummary[] }

/** A collection is measured again when its size has changed by this factor. */
const growth = 1.5

/** Measures a collection after a write, when it has no background yet or its size has changed much. */
export async function keepBackground(name: string, parts: Parts, signal: AbortSignal): Promise<void> {
  const all = await parts.store.describeCollections()
  const collection = all.find(described => described.name === name)
  if (collection === undefined || collection.model !== parts.embedder.id) return
  const known = readBackground(collection)
  const chunks = await countChunks(collection, parts)
  if (known !== null && chunks <= known.chunks * growth && known.chunks <= chunks * growth) return
  await measureCollection(collection, { all, chunks }, { ...parts, signal })
}

/**
 * The background of each collection. Those that have none yet, because an earlier version wrote them, are measured. A
 * model that does not answer leaves them out.
 */
export async function backgroundsOf(
  { chosen, all }: Measured,
  parts: Parts,
  signal: AbortSignal,
): Promise<Background[]> {
  const found: Background[] = []
  for (const collection of chosen) {
    const known = readBackground(collection) ?? unwritten.get(parts.store)?.get(keyOf(collection))
    if (known !== undefined) {
      found.push(known)
      continue
    }
    const chunks = await countChunks(collection, parts)
    const measured = await measureCollection(collection, { all, chunks }, { ...parts, signal })
    if (measured !== null) found.push(measured)
  }
  return found
}

function countChunks({ name }: CollectionSummary, { store }: Parts): Promise<number> {
  return store.countChunks({ collections: [name], filter: [] })
}

async function measureCollection(
  collection: CollectionSummary,
  { all, chunks }: Pick<Measured, 'all'> & { chunks: number },
  { store, embedder, signal }: Parts & { signal: AbortSignal },
): Promise<Background | null> {
  const { name, model } = collection
  const known = all.flatMap(other => (other.model === model ? (readBackground(other) ?? []) : []))
  const measured = known[0] ?? (await unlessFailed(measureModel(embedder, signal)))
  if (measured === null) return null
  const background = { ...measured, chunks }
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

/** Backgrounds that could not be stored, because the store is read-only. */
const unwritten = new WeakMap<Store, Map<string, Background>>()

function remember(store: Store, collection: CollectionSummary, background: Background): void {
  const known = unwritten.get(store) ?? new Map<string, Background>()
  unwritten.set(store, known.set(keyOf(collection), background))
}

function keyOf({ name, version }: CollectionSummary): string {
  return `${name} ${version}`
}
