import { Failure } from '../../../core/model/failure.ts'
import type { GroupRequest, ProposalQuery, Proposals, RankQuery } from '../../../core/ports/store.ts'
import type { CopyPlace } from '../common/scan-copy.ts'
import type { WasmMemory } from '../common/vector-arena.ts'
import type { SizePlace } from './chunk-sizes.ts'
import type { GroupAnswer } from './group-documents.ts'
import type { WordsQuery } from './rank-by-terms.ts'
import type { VectorQuery } from './rank-by-vector.ts'
import type { LexicalKeys } from './rank-legs.ts'
import type { KeyRanking } from './rankings.ts'

/** Start data of a reader thread. */
export type ReaderData = { path: string; busyTimeoutMs: number; memory: WasmMemory }

/** What is held of a collection at the time of the order; valid while `changes` equals `counted`. */
export type Shared<Place> = {
  collectionKey: number
  version: number
  place: Place
  changes: Int32Array
  counted: number
}

export type ReaderOrder =
  | { kind: 'lexical'; query: WordsQuery & Pick<RankQuery, 'dense'>; sizes: Shared<SizePlace>[] }
  | { kind: 'dense'; query: VectorQuery; copies: Shared<CopyPlace>[] }
  | { kind: 'propose'; query: ProposalQuery; sizes: Shared<SizePlace>[] }
  | { kind: 'group'; name: string; request: GroupRequest }

export type ReaderAnswer = LexicalKeys | KeyRanking[] | Proposals | GroupAnswer

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
