import { Failure } from '../../../core/model/failure.ts'
import type { Ranked } from '../../../core/model/hit.ts'
import type { DenseQuery, GroupRequest, LexicalQuery, LexicalRanking } from '../../../core/ports/store.ts'
import type { GroupAnswer } from './group-documents.ts'
import type { LexicalWeights } from './rank-by-terms.ts'
import type { CopyPlace } from './scan-copy.ts'
import type { WasmMemory } from './vector-arena.ts'

/** Start data of a reader thread. */
export type ReaderData = { path: string; busyTimeoutMs: number; weights: LexicalWeights; memory: WasmMemory }

/** A copy at the time of the order; valid while `changes` equals `counted`. */
export type SharedCopy = {
  collectionKey: number
  version: number
  place: CopyPlace
  changes: Int32Array
  counted: number
}

export type ReaderOrder =
  | { kind: 'lexical'; query: LexicalQuery }
  | { kind: 'dense'; query: DenseQuery; copies: SharedCopy[] }
  | { kind: 'group'; name: string; request: GroupRequest }

export type ReaderAnswer = LexicalRanking | Ranked[] | GroupAnswer

const code = 'STORE_OVERTAKEN'

/** The store was written to while another thread was ranking: its result may mix two states and is discarded. */
export function overtaken(): Failure {
  return new Failure('conflict', code, 'The store was written to while it was searched.', {
    hint: 'Search again.',
  })
}

export function isOvertaken(error: unknown): boolean {
  return error instanceof Failure && error.code === code
}
