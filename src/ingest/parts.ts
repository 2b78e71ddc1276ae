import type { Analyzer } from '../ports/analyzer.ts'
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
  converters: Converters
  chunker: Chunker
  analyzer: Analyzer
  clock: Clock
  collectionDefaults: CollectionDefaults
}
