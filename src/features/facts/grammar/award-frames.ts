import type { Mention } from '../fact.ts'
import { type Clause, type Frame, isBody, nounAt, nounsAfter, pairs, type Said } from './clause.ts'

const degree = /^(?:degree|doctorate|diploma|phd|ph\.d|mba|ba|bsc|msc|ma|licentiate)$/

/** "The government awarded her the A", "The society gave its B to C", "The university awarded D her doctorate". */
export function gave(clause: Clause): Said[] {
  const { predicate, names } = clause
  if (predicate.isPassive) return []
  const [first] = predicate.objects
  const { second } = predicate
  const dated = (said: Said[], at: number | null) => {
    const year = at === null ? null : names.dateOf(at)
    return said.map(one => (year === null ? one : { ...one, year }))
  }
  if (second !== null) {
    const people = names.all(predicate.objects, 'person')
    if (degree.test(nounAt(clause, second)?.head ?? ''))
      return pairs({ relation: 'EDUCATED_AT', time: 'end' }, people, schoolsOf(clause))
    return dated(pairs({ relation: 'RECEIVED', time: 'event' }, people, names.all([second], 'award')), second)
  }
  const receivers = nounsAfter(clause, /^(?:to|on|upon)$/)
  if (first === undefined || receivers.length === 0) return []
  const people = names.all(receivers, 'person')
  if (degree.test(nounAt(clause, first)?.head ?? ''))
    return pairs({ relation: 'EDUCATED_AT', time: 'end' }, people, schoolsOf(clause))
  return dated(
    pairs({ relation: 'RECEIVED', time: 'event' }, people, names.all(predicate.objects, 'award')),
    first,
  )
}

/** "The A was bestowed on B", "conferred the A on B". */
export const bestowed: Frame = clause => {
  const { predicate, names } = clause
  if (!predicate.isPassive) return gave(clause)
  const prizes = names.all(predicate.subjects, 'award')
  return pairs(
    { relation: 'RECEIVED', time: 'event' },
    names.all(nounsAfter(clause, /^(?:to|on|upon)$/), 'any'),
    prizes,
  )
}

const letters = /^(?:[MOCDKG]BE|CH|OM|KCMG|CMG|GCMG|KCB|CB|OBE|MBE|CBE|DBE|KBE|AM|AO|AC|OAM|FRS)$/

/** "was made a Knight of the Order of A", "was appointed MBE". */
export function ordersOf({ predicate, names, chunks }: Clause): Said[] {
  const [object] = predicate.objects
  if (!predicate.isPassive || object === undefined) return []
  const people = names.all(predicate.subjects, 'person')
  const [of, order] = chunks.slice(object + 1, object + 3)
  const noun = chunks[object]
  const isMember =
    noun?.type === 'noun' &&
    noun.name === null &&
    /^(?:knight|dame|officer|member|commander|companion|chevalier|grand|cross)$/.test(noun.head ?? '') &&
    of?.type === 'mark' &&
    of.text === 'of' &&
    order?.type === 'noun'
  const called = names.textOf(isMember ? object + 2 : object)
  const isOrder = /(?:^| )(?:Order|Legion)(?: |$)/.test(called)
  const prizes: Mention[] = isOrder
    ? names.all([isMember ? object + 2 : object], 'award')
    : letters.test(called)
      ? names.all([object], 'letters')
      : []
  return pairs({ relation: 'RECEIVED', time: 'event' }, people, prizes)
}

function schoolsOf({ predicate, names }: Clause): Mention[] {
  return names.all(predicate.subjects, 'school').filter(isBody)
}
