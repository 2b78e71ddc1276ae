import type { Analyzer } from '../ports/analyzer.ts'
import type { Cache } from '../ports/cache.ts'
import type { Chunker } from '../ports/chunker.ts'
import type { Clock } from '../ports/clock.ts'
import type { Converters } from '../ports/converter.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Store } from '../ports/store.ts'
import type { CollectionDefaults } from './types.ts'

/** What the write walk needs from the world. */
export type Parts = {
  store: Store
  embedder: Embedder
  /** Opens another model by how users choose one; without it, projects can use this one only. */
  openEmbedder?: (choice: string) => Promise<Embedder>
  converters: Converters
  chunker: Chunker
  analyzer: Analyzer
  /** Remembers answers to repeated questions; without it every question is searched. */
  cache?: Cache | null
  clock: Clock
  collectionDefaults: CollectionDefaults
}
