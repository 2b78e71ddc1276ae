import { workerData } from 'node:worker_threads'
import { serveOrders } from '../../threads/serve-orders.ts'
import { type VectorArena, vectorArena } from '../common/vector-arena.ts'
import type { CollectionRow } from './collections.ts'
import { type Database, openDatabase } from './database.ts'
import { groupMemory } from './group-documents.ts'
import { type Postings, postings } from './postings.ts'
import { proposeDocuments } from './propose-documents.ts'
import { rankByVector } from './rank-by-vector.ts'
import { rankLexicalLeg } from './rank-legs.ts'
import {
  overtaken,
  type ReaderAnswer,
  type ReaderData,
  type ReaderOrder,
  type Shared,
} from './reader-orders.ts'
import { type ScopeKeys, scopeKeys } from './scope-keys.ts'
import { toStoreFailure } from './sqlite-failure.ts'
import { type TermCounts, termCounts } from './term-counts.ts'

type Tools = {
  database: Database
  scopeKeys: ScopeKeys
  termCounts: TermCounts
  postings: Postings
  arena: VectorArena
}

const never = new AbortController().signal

serveOrders<Tools, ReaderOrder, ReaderAnswer>({
  tools: openReader(workerData as ReaderData), // SAFETY: the store starts this file with a ReaderData.
  async serve(order, tools) {
    try {
      const answer = tools.database.read(() => read(order, tools))
      return { answer, moved: buffersOf(answer) }
    } catch (error) {
      throw toStoreFailure(error)
    }
  },
  close: ({ database }) => database.close(),
})

/** Each reader has its own connection: SQLite allows many readers at the same time. */
async function openReader({ path, busyTimeoutMs, memory }: ReaderData): Promise<Tools> {
  const database = await openDatabase(path, {
    busyTimeoutMs,
    mustExist: true,
    prepare: opened => opened.exec('PRAGMA query_only = ON'),
  })
  return {
    database,
    scopeKeys: scopeKeys(database),
    termCounts: termCounts(database),
    postings: postings(database),
    arena: vectorArena(memory),
  }
}

function read(order: ReaderOrder, tools: Tools): ReaderAnswer {
  switch (order.kind) {
    case 'lexical':
      return rankLexicalLeg({ ...tools, sizes: sharedPlaces(order.sizes) }, order.query, never)
    case 'dense':
      return rankByVector(
        { ...tools, copies: { ...sharedPlaces(order.copies), arena: tools.arena } },
        order.query,
      )
    case 'propose':
      return proposeDocuments({ ...tools, sizes: sharedPlaces(order.sizes) }, order.query, never)
    case 'group':
      return groupMemory(tools.database).group(order.name, order.request)
  }
}

/** What holds the numbers of an answer: they are moved to the other thread instead of copied. */
function buffersOf(answer: ReaderAnswer): ArrayBuffer[] {
  const rankings = Array.isArray(answer) ? answer : 'rankings' in answer ? answer.rankings : []
  const compared = 'compared' in answer ? answer.compared : []
  const arrays = [
    ...rankings.flatMap(({ keys, scores, vectors }) => [keys, scores, ...(vectors ?? [])]),
    ...compared.map(({ vector }) => vector),
  ]
  const buffers = new Set<ArrayBuffer>()
  for (const array of arrays) if (array?.buffer instanceof ArrayBuffer) buffers.add(array.buffer)
  return [...buffers]
}

function sharedPlaces<Place>(shared: readonly Shared<Place>[]) {
  const find = (key: number) => shared.find(copy => copy.collectionKey === key)
  return {
    place({ key, version }: CollectionRow): Place {
      const copy = find(key)
      if (copy?.version !== version) throw overtaken()
      return copy.place
    },
    confirm({ key }: CollectionRow): void {
      const copy = find(key)
      if (copy === undefined || Atomics.load(copy.changes, 0) !== copy.counted) throw overtaken()
    },
  }
}
