import { throwIfAborted } from '../../../core/model/failure.ts'
import type { LexicalQuery, RankScope } from '../../../core/ports/store.ts'
import type { WordsRanking } from '../common/join-legs.ts'
import { type ScoredKey, withTies } from '../common/merge-rankings.ts'
import type { SizePlaces } from './chunk-sizes.ts'
import { findCollections } from './collections.ts'
import type { Database } from './database.ts'
import type { OpenPostings, Postings } from './postings.ts'
import { type KeyRanking, packRankings } from './rankings.ts'
import type { Scope, ScopeKeys } from './scope-keys.ts'
import { addSimilarTerms, type TermCounts } from './term-counts.ts'

export type WordTools = {
  database: Database
  scopeKeys: ScopeKeys
  termCounts: TermCounts
  postings: Postings
  sizes: SizePlaces
}

/** The rankings of the collections, and the terms that were used, dropped and added. */
export type KeysByTerms = Pick<WordsRanking, 'terms'> & { rankings: KeyRanking[] }

export type WordsQuery = RankScope & { limit: number; lexical: LexicalQuery }

/** Inside a read transaction. Scores every chunk that contains a term, with the statistics of its own collection. */
export function rankByTerms(tools: WordTools, query: WordsQuery, signal: AbortSignal): KeysByTerms {
  throwIfAborted(signal)
  const { database, termCounts } = tools
  const { words, scoring } = query.lexical
  const collections = findCollections(database, query.collections)
  const { terms, similar } = addSimilarTerms({ database, termCounts, collections }, words)
  const asked = terms.slice(0, scoring.mostTerms)
  const droppedTerms = terms.slice(asked.length)
  if (query.limit <= 0 || asked.length === 0)
    return { rankings: [], terms: { usedTerms: [], droppedTerms: terms, similar, counts: [] } }
  const counts = new Map(asked.map(term => [term, 0]))
  const lists = collections.map(collection => {
    throwIfAborted(signal)
    const postings = tools.postings.open(collection, tools.sizes.place(collection))
    for (const term of asked) counts.set(term, (counts.get(term) ?? 0) + postings.add(term, scoring))
    tools.sizes.confirm(collection)
    const scope = tools.scopeKeys.resolve(collection, query.filter)
    return { collection, rows: findBest(postings, scope, query.limit) }
  })
  return {
    rankings: packRankings(lists, query.limit),
    terms: {
      usedTerms: asked,
      droppedTerms,
      similar,
      counts: [...counts].map(([term, chunks]) => ({ term, chunks })),
    },
  }
}

/** The best chunks, including ties for the last place. */
function findBest(postings: OpenPostings, scope: Scope | null, limit: number): ScoredKey[] {
  const best = scope === null ? postings.best(limit) : postings.bestOf(scope.keys, limit)
  return withTies(
    best.sort((one, other) => other.score - one.score),
    limit,
  )
}
