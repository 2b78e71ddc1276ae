import { type Frame, isBody, nounAt, nounsAfter, pairs, places, rolesAt, rolesOf } from './clause.ts'
import { holdersOf } from './holder-lists.ts'
import { isPersonal, kin } from './role-nouns.ts'

export const was: Frame = clause => {
  const { predicate, names, chunks } = clause
  const holders = predicate.verb.lemma === 'be' ? holdersOf(clause) : []
  if (holders.length > 0) return holders
  const [subject] = predicate.subjects
  const [first] = predicate.adjuncts
  // "were two of A's founders"
  const object = predicate.objects[0] ?? (first?.preposition === 'of' ? first.nouns[0] : undefined)
  // "which is in A"
  if (
    subject !== undefined &&
    object === undefined &&
    predicate.verb.lemma === 'be' &&
    first?.preposition === 'in' &&
    (predicate.isRelative ||
      (predicate.verb.isPresent &&
        (names.all(first.nouns, 'known place').length > 0 || names.all(first.nouns, 'site').length > 0)))
  )
    return pairs(
      { relation: 'LOCATED_IN', time: 'state' },
      names.all([subject], 'any').filter(({ label }) => label !== 'Person'),
      places(first.nouns, clause),
    )
  // "XeTeX is by A"
  if (
    subject !== undefined &&
    object === undefined &&
    first?.preposition === 'by' &&
    nounAt(clause, subject)?.name != null
  )
    return pairs(
      { relation: 'AUTHORED', time: 'none' },
      names.all(first.nouns, 'person'),
      names.all([subject], 'work'),
    )
  const basis = nounAt(clause, object)
  // "is a Linz-based maker"
  if (subject !== undefined && basis?.words.includes('-based') === true && basis.modifiers.length === 1)
    return pairs(
      { relation: 'LOCATED_IN', time: 'state' },
      names.all([subject], 'any').filter(isBody),
      names.modifierOf(basis, 'known place'),
    )
  // "has been with A since 2017"
  if (
    subject !== undefined &&
    object === undefined &&
    first?.preposition === 'with' &&
    predicate.verb.lemma === 'be'
  )
    return pairs(
      { relation: 'EMPLOYED_BY', time: 'state' },
      names.all([subject], 'person'),
      names.all(first.nouns, 'organisation').filter(isBody),
    )
  if (subject === undefined || object === undefined) return []
  const noun = chunks[object]
  const said = nounAt(clause, subject)
  const time = predicate.verb.lemma === 'become' ? 'begin' : 'state'
  // "Its first acquisition was A".
  if (said !== null && /^(?:acquisition|purchase|takeover)$/.test(said.head ?? ''))
    return pairs(
      { relation: 'ACQUIRED', time: 'event' },
      names.ownerOf(said, 'organisation').filter(isBody),
      names.all(predicate.objects, 'organisation').filter(isBody),
    )
  // "His father was A", "The founder of A is B".
  if (
    said !== null &&
    said.name === null &&
    said.pronoun === null &&
    noun?.type === 'noun' &&
    noun.name !== null
  ) {
    const holders = names.all(predicate.objects, kin.test(said.head ?? '') ? 'kin' : 'person')
    return rolesOf(clause, { at: subject, holders, time: 'none' })
  }
  const personal = noun?.type === 'noun' && isPersonal(noun) ? names.all(predicate.subjects, 'person') : []
  // "A, where he was a partner from 2003 to 2010"
  if (predicate.isRelative && first?.preposition === 'at' && personal.length > 0) {
    const [body] = names.all(first.nouns, 'organisation').filter(isBody)
    return rolesOf(clause, { at: object, holders: personal, time, body, isWhere: true })
  }
  return rolesOf(clause, {
    at: object,
    holders: personal.length > 0 ? personal : names.all(predicate.subjects, 'any'),
    time,
  })
}

/** "has run A as its chief executive since 2014". */
export const ran: Frame = clause => {
  const { predicate, names } = clause
  const [at] = nounsAfter(clause, /^as$/)
  const [body] = names.all(predicate.objects, 'any').filter(({ label }) => label !== 'Person')
  if (predicate.isPassive || at === undefined || body === undefined) return []
  const role = nounAt(clause, at)
  const isOwn = role !== null && (role.owner === 'its' || role.owner === null) && role.modifiers.length === 0
  return isOwn ? rolesAt(clause, body, { preposition: /^as$/, time: 'state' }) : []
}
