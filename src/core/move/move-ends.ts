import { Failure } from '../model/failure.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { Analyzer } from '../ports/analyzer.ts'
import type { FolderMemory } from '../ports/folders.ts'
import type { Originals } from '../ports/originals.ts'
import type { Store } from '../ports/store.ts'
import type { StoreRemainder } from '../ports/store-remainder.ts'
import type { TokenBook } from '../ports/token-book.ts'

/** A store with everything that belongs to its documents. */
export type MoveEnd = {
  store: Store
  remainder: StoreRemainder
  originals: Originals
  folders: FolderMemory
  tokens: TokenBook
}

export type MoveEnds = { from: MoveEnd; to: MoveEnd }

export type MoveContext = { analyzer: Analyzer; signal: AbortSignal; progress: ReportProgress }

/** MOVE_DIFFERS: what is in the target is not what is in the source. */
export function differs(what: string): Failure {
  return new Failure('conflict', 'MOVE_DIFFERS', `The copy of ${what} differs from the source.`, {
    hint: 'Was one of the stores changed meanwhile? Delete the target, and move again while nothing writes to either.',
  })
}
