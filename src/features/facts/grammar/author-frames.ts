import type { Mention } from '../fact.ts'
import { founding } from './body-frames.ts'
import type { Chunk } from './chunk-sentence.ts'
import { type Clause, type Frame, nounAt, nounsAfter, pairs, type Said, type TimeMode } from './clause.ts'

export const wrote: Frame = clause => {
  const { predicate, names, chunks } = clause
  const things = predicate.isPassive ? predicate.subjects : predicate.objects
  const authors = predicate.isPassive ? nounsAfter(clause, /^by$/) : predicate.subjects
  const works = things.filter(at => {
    const chunk = chunks[at]
    return (
      chunk?.type === 'noun' &&
      (chunk.name !== null || chunk.modifiers.length === 1 || (chunk.pronoun === 'it' && predicate.isPassive))
    )
  })
  const isPublished = predicate.verb.lemma === 'publish' || predicate.verb.lemma === 'produce'
  if (isPublished && predicate.isPassive) return []
  return authorship(clause, { authors: names.all(authors, 'person'), named: works, time: 'event' })
}

/** Works with the years in brackets behind them. */
function authorship(
  { chunks, names }: Clause,
  { authors, named, time }: { authors: readonly Mention[]; named: readonly number[]; time: TimeMode },
): Said[] {
  const isDated = named.length > 1 && named.some(at => bracketedYear(chunks, at) !== null)
  if (!isDated) return pairs({ relation: 'AUTHORED', time }, authors, names.all(named, 'work'))
  return named.flatMap(at => {
    const year = bracketedYear(chunks, at)
    return pairs({ relation: 'AUTHORED', time: 'event' }, authors, names.all([at], 'work')).map(said =>
      year === null ? said : { ...said, year },
    )
  })
}

function bracketedYear(chunks: readonly Chunk[], at: number): number | null {
  const [open, day] = [chunks[at + 1], chunks[at + 2]]
  return open?.type === 'mark' && open.text === '(' && day?.type === 'date' ? day.at : null
}

export const works =
  /^(?:books?|novels?|works?|writings|publications|compositions|stories|paintings|plays|poems|operas|films|albums|essays|collections|studies)$/

/** "Her books include A and B", "His awards include C". */
export const included: Frame = clause => {
  const { predicate, names } = clause
  const subject = nounAt(clause, predicate.subjects[0])
  if (subject === null || subject.owner === null) return []
  const owners = names.ownerOf(subject, 'person')
  const named = predicate.objects.filter(at => nounAt(clause, at)?.name != null)
  if (works.test(subject.head ?? '')) return authorship(clause, { authors: owners, named, time: 'none' })
  if (/^(?:awards?|honou?rs|prizes|distinctions)$/.test(subject.head ?? ''))
    return pairs({ relation: 'RECEIVED', time: 'none' }, owners, names.all(named, 'award'))
  return []
}

/** "created": a body, or a work. */
export const created: Frame = clause => {
  const founded = founding(false)(clause)
  return founded.length > 0 ? founded : wrote(clause)
}
