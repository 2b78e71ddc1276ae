import { date } from '../entity-names.ts'
import type { Mention } from '../fact.ts'
import { type Clause, type Frame, nounsAfter, pairs, places } from './clause.ts'

/** Days that have a name: "on Christmas Eve". */
const feast = /(?: Eve| Day|^Christmas|^Easter|^Good Friday|day)$/

/** Where and when: "in Ulm on 14 March 1879". */
function lifeEvent(relation: string): Frame {
  return clause => {
    const { predicate, names, day } = clause
    const known = names.all(predicate.subjects, 'person')
    const subjects = known.length > 0 ? known : names.all(predicate.subjects, 'sole')
    // "was born a year after their wedding in Ulm"
    const apart = predicate.adjuncts.findIndex(({ preposition }) =>
      /^(?:after|before|during|following)$/.test(preposition),
    )
    const where = (apart === -1 ? predicate.adjuncts : predicate.adjuncts.slice(0, apart))
      .filter(({ preposition }) => /^(?:in|at|on)$/.test(preposition))
      .flatMap(({ nouns }) => places(nouns, clause))
      .filter(({ name }) => !feast.test(name))
      .slice(0, 1)
    const when = day === null ? [] : [date(day)]
    return pairs({ relation, time: 'event' }, subjects, [...where, ...when])
  }
}

export const born: Frame = clause => {
  const { predicate, names } = clause
  if (!predicate.isPassive) return []
  const parents = names.all(nounsAfter(clause, /^to$/), 'kin')
  return [
    ...lifeEvent('BORN_IN')(clause),
    ...pairs({ relation: 'CHILD_OF', time: 'none' }, names.all(predicate.subjects, 'person'), parents),
  ]
}

export const died: Frame = clause => (clause.predicate.isPassive ? [] : lifeEvent('DIED_IN')(clause))

export const killed: Frame = clause => {
  const { predicate, names } = clause
  if (predicate.isPassive) return lifeEvent('DIED_IN')(clause)
  // "Pneumonia killed A in Nashville in 2004"
  const isPerson = names.all(predicate.subjects, 'person').length > 0
  return isPerson || names.all(predicate.objects, 'person').length !== 1
    ? []
    : lifeEvent('DIED_IN')({ ...clause, predicate: { ...predicate, subjects: predicate.objects } })
}

export const married: Frame = clause => {
  const { predicate, names } = clause
  const subjects = names.all(predicate.subjects, 'kin')
  if (predicate.isPassive)
    return pairs(
      { relation: 'MARRIED_TO', time: 'begin' },
      subjects,
      names.all(nounsAfter(clause, /^to$/), 'kin'),
    )
  if (predicate.objects.length > 0)
    return pairs({ relation: 'MARRIED_TO', time: 'begin' }, subjects, spouses(clause))
  const [first, second] = subjects
  return first === undefined || second === undefined || subjects.length > 2
    ? []
    : pairs({ relation: 'MARRIED_TO', time: 'begin' }, [first], [second])
}

/** "married Mette Gad", and "married a Danish woman, Mette Gad, …". */
function spouses({ predicate, chunks, names }: Clause): Mention[] {
  const [object] = predicate.objects
  if (object === undefined) return []
  const noun = chunks[object]
  if (noun?.type !== 'noun') return []
  if (noun.name !== null) return names.all([object], 'kin')
  const [comma, next] = [chunks[object + 1], chunks[object + 2]]
  const isNamed = comma?.type === 'mark' && comma.text === ',' && next?.type === 'noun' && next.name !== null
  return isNamed ? names.all([object + 2], 'kin') : []
}

export const divorced: Frame = ({ predicate, names }) =>
  pairs(
    { relation: 'MARRIED_TO', time: 'end' },
    names.all(predicate.subjects, 'kin'),
    names.all(predicate.objects, 'kin'),
  )
