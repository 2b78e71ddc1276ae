import type { Nearness, TermCount } from '../../../core/model/lexical-scoring.ts'
import type { QueryWord, SimilarTerms } from '../../../core/ports/store.ts'
import { editDistance } from '../../../core/text/nearest.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import { prefixEnd } from './condition-to-sql.ts'
import type { Database } from './database.ts'
import { encodeTerm, lexicalNames } from './lexical-table.ts'

/** Number of chunks of a collection that contain a term, cached until the next write to the collection. */
export type TermCounts = { count(collection: CollectionRow, term: string): number }

const rememberedTerms = 50_000

/** Inside a read transaction. FTS5 reads every entry of a term to count it: milliseconds for the most common ones. */
export function termCounts(database: Database): TermCounts {
  const memory = new Map<number, { version: number; counts: Map<string, number> }>()

  function countsOf({ key, version }: CollectionRow): Map<string, number> {
    const known = memory.get(key)
    if (known?.version === version && known.counts.size < rememberedTerms) return known.counts
    const counts = new Map<string, number>()
    memory.set(key, { version, counts })
    return counts
  }

  return {
    count(collection, term) {
      const counts = countsOf(collection)
      const known = counts.get(term)
      if (known !== undefined) return known
      const sql = `SELECT doc AS chunks FROM ${lexicalNames(collection.key).vocabulary} WHERE term = ?`
      const chunks = database.get<{ chunks: number }>(sql, encodeTerm(term))?.chunks ?? 0
      counts.set(term, chunks)
      return chunks
    },
  }
}

type Tools = { database: Database; termCounts: TermCounts }

type Place = Tools & { collections: readonly CollectionRow[] }

/** Inside a read transaction. How many chunks contain each term. */
export function countTerms(
  { database, termCounts }: Tools,
  { collections, terms }: { collections: readonly string[]; terms: readonly string[] },
): TermCount[] {
  const place = { database, termCounts, collections: findCollections(database, collections) }
  return [...new Set(terms)].map(term => ({ term, chunks: countIn(place, term) }))
}

function countIn({ termCounts, collections }: Place, term: string): number {
  return collections.reduce((sum, collection) => sum + termCounts.count(collection, term), 0)
}

/** Inside a read transaction. The different terms of a question, with similar ones for words that no chunk contains. */
export function addSimilarTerms(
  place: Place,
  words: readonly QueryWord[],
): { terms: string[]; similar: SimilarTerms[] } {
  const similar = words.flatMap(({ forms, near }) => {
    const [word] = forms
    if (word === undefined || near === null || forms.some(form => countIn(place, form) > 0)) return []
    const terms = findSimilarTerms(place, forms, near)
    return terms.length === 0 ? [] : [{ word, terms }]
  })
  const all = [...words.flatMap(({ forms }) => forms), ...similar.flatMap(({ terms }) => terms)]
  return { terms: [...new Set(all)].filter(term => term !== ''), similar }
}

type NearTerm = TermCount & { distance: number }

function findSimilarTerms(place: Place, forms: readonly string[], near: Nearness): string[] {
  const found = forms.flatMap(form =>
    listTerms(place, form.slice(0, near.prefix))
      .map(known => ({ ...known, distance: editDistance(form, known.term, near.edits) }))
      .filter(({ distance }) => distance <= near.edits),
  )
  const terms = found.sort(nearestFirst).map(({ term }) => term)
  return [...new Set(terms)].slice(0, near.most)
}

function nearestFirst(one: NearTerm, other: NearTerm): number {
  return one.distance - other.distance || other.chunks - one.chunks || (one.term < other.term ? -1 : 1)
}

/** How many terms with the same first letters are compared. */
const mostCompared = 5_000

/** The vocabulary is ordered by term, so a prefix is a range of it. Leaves out identifiers that are indexed whole. */
function listTerms({ database, collections }: Place, prefix: string): TermCount[] {
  const from = encodeTerm(prefix)
  const to = prefixEnd(from)
  const counts = new Map<string, number>()
  for (const { key } of collections) {
    const { vocabulary } = lexicalNames(key)
    // Encoded terms are exact names; only they contain an underscore.
    const sql = `SELECT term, doc AS chunks FROM ${vocabulary}
      WHERE term >= ? AND (? IS NULL OR term < ?) AND instr(term, '_') = 0 ORDER BY term LIMIT ?`
    for (const { term, chunks } of database.all<TermCount>(sql, from, to, to, mostCompared))
      counts.set(term, (counts.get(term) ?? 0) + chunks)
  }
  return [...counts].map(([term, chunks]) => ({ term, chunks }))
}
