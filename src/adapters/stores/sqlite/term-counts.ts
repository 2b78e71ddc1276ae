import type { Nearness, TermCount } from '../../../core/model/lexical-scoring.ts'
import type { QueryWord, SimilarTerms } from '../../../core/ports/store.ts'
import { prefixEnd } from '../common/condition-to-sql.ts'
import { chooseSimilar, mostCompared } from '../common/similar-terms.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Database } from './database.ts'
import { encodeTerm, lexicalNames } from './lexical-table.ts'

/** What the index knows of a term, cached until the next write to the collection. */
export type TermCounts = {
  /** The number of chunks that contain the term. FTS5 reads every entry of it: milliseconds for common terms. */
  count(collection: CollectionRow, term: string): number
  /** Whether any chunk contains it: reads one entry. */
  contains(collection: CollectionRow, term: string): boolean
}

const rememberedTerms = 50_000

/** Inside a read transaction. */
export function termCounts(database: Database): TermCounts {
  const counts = rememberTerms<number>()
  const presence = rememberTerms<boolean>()
  return {
    count: counts(({ key }, term) => {
      const sql = `SELECT doc AS chunks FROM ${lexicalNames(key).vocabulary} WHERE term = ?`
      return database.get<{ chunks: number }>(sql, encodeTerm(term))?.chunks ?? 0
    }),
    contains: presence(({ key }, term) => {
      const { table } = lexicalNames(key)
      const sql = `SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT 1`
      return term !== '' && database.get(sql, `"${encodeTerm(term)}"`) !== undefined
    }),
  }
}

type ByTerm<Value> = (collection: CollectionRow, term: string) => Value

function rememberTerms<Value>(): (find: ByTerm<Value>) => ByTerm<Value> {
  const memory = new Map<number, { version: number; values: Map<string, Value> }>()
  const valuesOf = ({ key, version }: CollectionRow) => {
    const known = memory.get(key)
    if (known?.version === version && known.values.size < rememberedTerms) return known.values
    const values = new Map<string, Value>()
    memory.set(key, { version, values })
    return values
  }
  return find => (collection, term) => {
    const values = valuesOf(collection)
    const value = values.get(term) ?? find(collection, term)
    values.set(term, value)
    return value
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

function isIn({ termCounts, collections }: Place, term: string): boolean {
  return collections.some(collection => termCounts.contains(collection, term))
}

/** Inside a read transaction. The different terms of a question, with similar ones for words that no chunk contains. */
export function addSimilarTerms(
  place: Place,
  words: readonly QueryWord[],
): { terms: string[]; similar: SimilarTerms[] } {
  const similar = words.flatMap(({ forms, near }) => {
    const [word] = forms
    if (word === undefined || near === null || forms.some(form => isIn(place, form))) return []
    const terms = findSimilarTerms(place, forms, near)
    return terms.length === 0 ? [] : [{ word, terms }]
  })
  const all = [...words.flatMap(({ forms }) => forms), ...similar.flatMap(({ terms }) => terms)]
  return { terms: [...new Set(all)].filter(term => term !== ''), similar }
}

function findSimilarTerms(place: Place, forms: readonly string[], near: Nearness): string[] {
  return chooseSimilar(
    forms.map(form => ({ form, terms: listTerms(place, form.slice(0, near.prefix)) })),
    near,
  )
}

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
