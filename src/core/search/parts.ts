import type { Analyzer } from '../ports/analyzer.ts'
import type { Clock } from '../ports/clock.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Store } from '../ports/store.ts'

/** What the read walk needs from the world. */
export type SearchParts = { store: Store; embedder: Embedder; analyzer: Analyzer; clock: Clock }
