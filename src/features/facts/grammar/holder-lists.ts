import type { Chunk, Noun } from './chunk.ts'
import { closing, isMark } from './chunk-steps.ts'
import type { Clause, Said } from './clause.ts'
import { type Term, termsIn } from './read-roles.ts'

const plural =
  /^(?:(?:vice-)?presidents|directors|conductors|editors|chairmen|chairs|mayors|rectors|principals|bishops|archbishops|abbots|headmasters|headmistresses|governors|deans|chancellors|premiers|managers|coaches|curators|secretaries|treasurers)$/
const irregular: Readonly<Record<string, string>> = {
  chairmen: 'chairman',
  headmistresses: 'headmistress',
  coaches: 'coach',
  secretaries: 'secretary',
}

/** "Directors of A have been B (1948–61), C (1961–80) and D (since 1980)": the holders of an office with their terms. */
export function holdersOf({ predicate, chunks, names }: Clause): Said[] {
  const [at] = predicate.subjects
  const noun = at === undefined ? undefined : chunks[at]
  if (at === undefined || noun?.type !== 'noun' || !plural.test(noun.head ?? '')) return []
  const many = noun.head ?? ''
  const head = irregular[many] ?? many.slice(0, -1)
  const isOf = isMark(chunks[at + 1], 'of') && chunks[at + 2]?.type === 'noun'
  const one: Noun = {
    ...noun,
    head,
    determiner: 'the',
    words: noun.words.filter(word => !ordinal.test(word)),
  }
  const office = names.office({
    head,
    noun: one,
    adjuncts: isOf ? [{ preposition: 'of', nouns: [at + 2] }] : [],
    to: at + 1,
  })
  if (office === null) return []
  // "were A (1920–1934) and B, who led it until 1950": another clause says when.
  const isDated = predicate.objects.some(person => termsBehind(chunks, person)[0] !== null)
  return predicate.objects.flatMap(person =>
    names.all([person], 'person').flatMap(subject =>
      termsBehind(chunks, person).flatMap((term): Said[] => {
        const said: Said = { relation: 'HOLDS_OFFICE', subject, object: office, time: 'state' }
        if (term === null) return isDated ? [] : [{ ...said, time: 'none' }]
        return [{ ...said, term }]
      }),
    ),
  )
}

const ordinal = /^(?:first|later|early|former|past|previous|recent|notable|other|successive|subsequent)$/

function termsBehind(chunks: readonly Chunk[], person: number): (Term | null)[] {
  if (!isMark(chunks[person + 1], '(')) return [null]
  const since = chunks[person + 3]
  if (isMark(chunks[person + 2], 'since') && since?.type === 'date') return [{ from: since.at, to: null }]
  const terms = termsIn(chunks.slice(person + 1, closing(chunks, person + 1) + 1))
  return terms.length > 0 ? terms : [null]
}
