import type { Clause, Frame, Said } from './clause.ts'
import { nounsAfter, pairs, rolesAt } from './clause.ts'

/** "A succeeded B as C", "B was succeeded by his daughter A". */
export const succeeded: Frame = clause => {
  const { predicate, names } = clause
  const [later, earlier] = predicate.isPassive
    ? [nounsAfter(clause, /^by$/), predicate.subjects]
    : [predicate.subjects, predicate.objects]
  const said = pairs(
    { relation: 'SUCCEEDED', time: 'begin' },
    names.all(later, 'person'),
    names.all(earlier, predicate.isPassive ? 'person' : 'kin'),
  )
  const [only, ...others] = said
  if (only === undefined || others.length > 0) return []
  const named = predicate.isPassive ? [] : roles(clause)
  return named.length > 0 ? [...said, ...named] : [...said, ...inOffice(only, clause)]
}

/** "A followed B as C" states a succession, "A followed B" does not. */
export const followed: Frame = clause => {
  const { predicate, names } = clause
  const isPost = predicate.adjuncts.some(({ preposition }) => preposition === 'as')
  const held = names.all(predicate.subjects, 'person').some(one => names.officeOf(one) !== null)
  return isPost || (predicate.isPassive && held) ? succeeded(clause) : []
}

/** "A handed over to B", "The presidency passed from A to B". */
export const handed: Frame = clause => {
  const { predicate, names } = clause
  const { chunks } = clause
  const isDated = chunks.slice(predicate.at, predicate.end).some(({ type }) => type === 'date')
  const isHolder = names.all(predicate.subjects, 'person').some(one => names.officeOf(one) !== null)
  if (predicate.isPassive || !(isDated || isHolder)) return []
  return pairs(
    { relation: 'SUCCEEDED', time: 'begin' },
    names.all(nounsAfter(clause, /^to$/), 'person'),
    names.all(predicate.subjects, 'person'),
  )
}

/** The office that the text has named for one of the two, from the date of the succession on. */
function inOffice({ subject, object }: Said, { predicate, chunks, names }: Clause): Said[] {
  const isDated = chunks.slice(predicate.at, predicate.end).some(({ type }) => type === 'date')
  const office = names.holdingOf(subject) ?? names.holdingOf(object)
  return office === null || !isDated
    ? []
    : [{ relation: 'HOLDS_OFFICE', subject, object: office, time: 'begin' }]
}

function roles(clause: Clause): Said[] {
  return rolesAt(clause, undefined, { preposition: /^as$/, time: 'begin' })
}

const post =
  /^(?:post|position|office|job|role|title|presidency|chair|chairmanship|directorship|see|bishopric|throne|crown|editorship|leadership|helm|seat|mantle|reins|management|firm|business|company|shop|practice)$/

/** "the post went to his son-in-law, A", "the management passed to B": after the last holder whom the text named. */
export const passed: Frame = clause => {
  const { predicate, names, chunks } = clause
  const [at] = predicate.subjects
  const noun = at === undefined ? undefined : chunks[at]
  const isPost = noun?.type === 'noun' && noun.name === null && post.test(noun.head ?? '')
  if (!isPost || predicate.isPassive || predicate.objects.length > 0) return []
  const [holder] = names.lastHolder()
  if (holder === undefined) return []
  const heirs = names.all(nounsAfter(clause, /^to$/), 'person')
  const office = names.holdingOf(holder)
  return heirs.flatMap((heir): Said[] => [
    { relation: 'SUCCEEDED', subject: heir, object: holder, time: 'begin' },
    ...(office === null
      ? []
      : [{ relation: 'HOLDS_OFFICE', subject: heir, object: office, time: 'begin' as const }]),
  ])
}
