import { isSchool } from '../clauses/name-kinds.ts'
import { ordersOf } from './award-frames.ts'
import {
  type Clause,
  type Frame,
  isBody,
  nounAt,
  nounsAfter,
  pairs,
  rolesAfter,
  rolesOf,
  type Said,
} from './clause.ts'
import { isPersonal } from './role-nouns.ts'

export const inducted: Frame = clause =>
  clause.predicate.isPassive
    ? pairs(
        { relation: 'MEMBER_OF', time: 'begin' },
        clause.names.all(clause.predicate.subjects, 'person'),
        clause.names.all(nounsAfter(clause, /^(?:into|to)$/), 'body'),
      )
    : pairs(
        { relation: 'MEMBER_OF', time: 'begin' },
        clause.names.all(clause.predicate.objects, 'person'),
        clause.names.all(clause.predicate.subjects, 'body'),
      )

export const appointed: Frame = clause => {
  const { predicate, names } = clause
  if (predicate.isPassive) {
    const [first] = predicate.objects
    const own =
      first === undefined
        ? []
        : rolesOf(clause, { at: first, holders: names.all(predicate.subjects, 'person'), time: 'begin' })
    const bodies = /^(?:elect|admit|induct)$/.test(predicate.verb.lemma)
      ? names.all(nounsAfter(clause, /^(?:to|into)$/), 'body')
      : []
    const described =
      first === undefined && predicate.adjuncts.every(({ preposition }) => !/^(?:as|to)$/.test(preposition))
        ? descriptionOf(clause)
        : []
    if (described.length > 0) return described
    return [
      ...ordersOf(clause),
      ...own,
      ...chairAt(clause),
      ...rolesAfter(clause, /^(?:as|to)$/, 'begin'),
      ...pairs({ relation: 'MEMBER_OF', time: 'begin' }, names.all(predicate.subjects, 'person'), bodies),
    ]
  }
  const people = names.all(predicate.objects, 'person')
  if (people.length === 0) return []
  const chairs = chairAt(clause)
  if (chairs.length > 0) return chairs
  // "The Academy elected A, its first woman member": a member.
  const as = predicate.adjuncts.some(({ preposition }) => /^(?:as|to|for)$/.test(preposition))
  if (predicate.verb.lemma === 'elect' && predicate.second === null && !as)
    return pairs(
      { relation: 'MEMBER_OF', time: 'begin' },
      people,
      names.all(predicate.subjects, 'organisation').filter(one => isBody(one) && learned.test(one.name)),
    )
  // "A named B chief executive": of A.
  const body = names.all(predicate.subjects, 'organisation').find(isBody)
  if (predicate.second !== null)
    return rolesOf(clause, { at: predicate.second, holders: people, time: 'begin', body })
  const post = predicate.adjuncts.find(({ preposition }) => /^(?:as|to)$/.test(preposition))?.nouns[0]
  return post === undefined ? [] : rolesOf(clause, { at: post, holders: people, time: 'begin', body })
}

/** "The present director, A, was appointed in 2018": to what the description says. */
function descriptionOf(clause: Clause): Said[] {
  const { predicate, names, chunks } = clause
  const [subject = -1] = predicate.subjects
  if (!/^(?:appoint|elect)$/.test(predicate.verb.lemma)) return []
  const own = chunks[subject]
  if (own?.type === 'noun' && own.name === null && isPersonal(own))
    return rolesOf(clause, { at: subject, holders: names.all([subject], 'person'), time: 'begin' })
  const [head, comma] = [chunks[subject - 2], chunks[subject - 1]]
  const isApart = comma?.type === 'mark' && comma.text === ',' && head?.type === 'noun' && head.name === null
  if (!isApart || !isPersonal(head)) return []
  return rolesOf(clause, { at: subject - 2, holders: names.all([subject], 'person'), time: 'begin' })
}

const learned = /(?:Acad[eé]m|Society|Institut|College|Association|Club|Guild|Akademi)/i

/** "was appointed to a chair at A", "The University of A appointed B to a chair": a job there. */
function chairAt(clause: Clause): Said[] {
  const { predicate, names } = clause
  const [to] = nounsAfter(clause, /^to$/)
  const head = nounAt(clause, to)?.head ?? ''
  if (!/^(?:chair|professorship|lectureship|readership|post|position|staff|faculty|fellowship)$/.test(head))
    return []
  const people = names.all(predicate.isPassive ? predicate.subjects : predicate.objects, 'person')
  const at = nounsAfter(clause, /^(?:at|in)$/)
  const bodies = predicate.isPassive || at.length > 0 ? at : predicate.subjects
  const kind = predicate.isPassive ? 'organisation' : 'school'
  return pairs({ relation: 'EMPLOYED_BY', time: 'begin' }, people, names.all(bodies, kind).filter(isBody))
}

/** "was dismissed by A", "was expelled from B": the end of a job or membership. */
export const dismissed: Frame = clause => {
  const { predicate, names } = clause
  const people = names.all(predicate.isPassive ? predicate.subjects : predicate.objects, 'person')
  const isJob = !/^(?:expel|expelled|suspended|excluded)$/.test(predicate.verb.lemma)
  const bodies = predicate.isPassive ? nounsAfter(clause, isJob ? /^by$/ : /^from$/) : predicate.subjects
  const found = names.all(bodies, 'organisation').filter(isBody)
  if (isJob) return pairs({ relation: 'EMPLOYED_BY', time: 'end' }, people, found)
  return pairs(
    { relation: 'MEMBER_OF', time: 'end' },
    people,
    found.filter(({ name }) => !isSchool(name)),
  )
}
