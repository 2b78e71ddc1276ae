import type { TermCount } from '../../../core/model/lexical-scoring.ts'
import type { QueryWord, SimilarTerms } from '../../../core/ports/store.ts'
import { prefixEnd } from '../common/condition-to-sql.ts'
import { chooseSimilar, mostCompared } from '../common/similar-terms.ts'
import { type CollectionRow, findCollections } from './collections.ts'
import type { Sql } from './database.ts'
import { termKey } from './postings-codec.ts'

const countByTerm = `SELECT term, sum(chunks)::bigint AS chunks FROM quire.postings
  WHERE collection = ANY(?::bigint[]) AND term = ANY(?::text[]) GROUP BY term`
const listByPrefix = `SELECT term, sum(chunks)::bigint AS chunks FROM quire.postings
  WHERE collection = ? AND term >= ? AND (?::text IS NULL OR term < ?) GROUP BY term ORDER BY term LIMIT ?`

/** Inside a transaction, as all functions of this file. How many chunks contain each term, by the term as stored. */
export async function countStoredTerms(
  sql: Sql,
  collections: readonly CollectionRow[],
  terms: readonly string[],
): Promise<Map<string, number>> {
  if (terms.length === 0 || collections.length === 0) return new Map()
  const rows = await sql.all<TermCount>(
    countByTerm,
    collections.map(({ key }) => key),
    [...new Set(terms.map(termKey))],
  )
  return new Map(rows.map(({ term, chunks }) => [term, chunks]))
}

export async function countTerms(
  sql: Sql,
  { collections: names, terms }: { collections: readonly string[]; terms: readonly string[] },
): Promise<{ chunks: number; terms: TermCount[] }> {
  const collections = await findCollections(sql, names)
  const counts = await countStoredTerms(sql, collections, terms)
  return {
    chunks: collections.reduce((sum, { chunks }) => sum + chunks, 0),
    terms: [...new Set(terms)].map(term => ({ term, chunks: counts.get(termKey(term)) ?? 0 })),
  }
}

/** The different terms of a question, with similar ones for words that no chunk contains. */
export async function addSimilarTerms(
  sql: Sql,
  collections: readonly CollectionRow[],
  words: readonly QueryWord[],
): Promise<{ terms: string[]; similar: SimilarTerms[] }> {
  const doubtful = words.filter(({ near }) => near !== null)
  const counts = await countStoredTerms(
    sql,
    collections,
    doubtful.flatMap(({ forms }) => forms),
  )
  const similar: SimilarTerms[] = []
  for (const { forms, near } of doubtful) {
    const [word] = forms
    if (word === undefined || near === null || forms.some(form => counts.has(termKey(form)))) continue
    const known: Parameters<typeof chooseSimilar>[0][number][] = []
    for (const form of forms)
      known.push({ form, terms: await listTerms(sql, collections, form.slice(0, near.prefix)) })
    const terms = chooseSimilar(known, near)
    if (terms.length > 0) similar.push({ word, terms })
  }
  const all = [...words.flatMap(({ forms }) => forms), ...similar.flatMap(({ terms }) => terms)]
  return { terms: [...new Set(all)].filter(term => term !== ''), similar }
}

/** Identifiers that are indexed whole have other characters too; they are not proposed for misspelt words. */
const isWord = /^[a-z0-9\u0080-\u{10ffff}]+$/u

/** Terms are in order, so a prefix is a range of them. */
async function listTerms(
  sql: Sql,
  collections: readonly CollectionRow[],
  prefix: string,
): Promise<TermCount[]> {
  const end = prefixEnd(prefix)
  const counts = new Map<string, number>()
  for (const { key } of collections) {
    const rows = await sql.all<TermCount>(listByPrefix, key, prefix, end, end, 2 * mostCompared)
    for (const { term, chunks } of rows.filter(row => isWord.test(row.term)).slice(0, mostCompared))
      counts.set(term, (counts.get(term) ?? 0) + chunks)
  }
  return [...counts].map(([term, chunks]) => ({ term, chunks }))
}
