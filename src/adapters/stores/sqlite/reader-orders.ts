import { Failure } from '../../../core/model/failure.ts'
import type { Ranked } from '../../../core/model/hit.ts'
import type { DenseQuery, GroupRequest, LexicalQuery, LexicalRanking } from '../../../core/ports/store.ts'
import type { GroupAnswer } from './group-documents.ts'
import type { LexicalWeights } from './rank-by-terms.ts'
import type { CopyPlace } from './scan-copy.ts'
import type { WasmMemory } from './vector-arena.ts'

/** What a reader is started with. */
export type ReaderData = { path: string; busyTimeoutMs: number; weights: LexicalWeights; memory: WasmMemory }

/** A copy as it was when the order was given out; true as long as `changes` counts what it counted then. */
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

/** The store was written to while another thread ranked: nothing wrong, but what it found may be of two states. */
export function overtaken(): Failure {
  return new Failure('conflict', code, 'The store was written to while it was searched.', {
    hint: 'Search again.',
  })
}

export function isOvertaken(error: unknown): boolean {
  return error instanceof Failure && error.code === code
}
