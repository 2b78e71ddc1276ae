import { createHash } from 'node:crypto'

const longestTerm = 200

/**
 * A term as one token of the lexical index.
 *
 * The index's tokenizer keeps `a-z`, `0-9`, `_` and everything beyond ASCII as it is, lower-cases `A-Z` and cuts
 * at all else. So those are spelled out (`=a` becomes `_3da`), which gives back exactly one token per term,
 * different for different terms, and leaves nothing that has a meaning in a MATCH expression. FTS5 cuts tokens at
 * 32 KiB; terms that come near are told apart by a hash.
 */
export function encodeTerm(term: string): string {
  if (plain.test(term)) return term
  if (term.length > longestTerm) return encodeTerm(`${term.slice(0, 40)} ${hash(term)}`)
  return term.replace(unsafe, character => `_${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

const plain = /^[a-z0-9]{1,200}$/
// Lone surrogates have no UTF-8 form: SQLite would make them all the same.
const unsafe = /[^a-z0-9\u0080-\u{10ffff}]|\p{Surrogate}/gu

function hash(term: string): string {
  return createHash('sha256').update(term, 'utf16le').digest('hex')
}
