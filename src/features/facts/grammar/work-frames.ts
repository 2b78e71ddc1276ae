import { isSchool } from '../clauses/name-kinds.ts'
import { ordersOf } from './award-frames.ts'
import {
  type Clause,
  type Frame,
  isBody,
  nounAt,
  nounsAfter,
  pairs,
  places,
  rolesAfter,
  rolesAt,
  rolesOf,
  type Said,
} from './clause.ts'
import { isPersonal, kin } from './role-nouns.ts'
import { schoolsOf } from './study-frames.ts'

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

export const worked: Frame = clause => {
  const { predicate, names } = clause
  if (predicate.isPassive) return []
  const bodies = predicate.adjuncts
    .filter(({ preposition }) => /^(?:at|for)$/.test(preposition))
    .flatMap(({ nouns }) => names.all(nouns, 'organisation'))
    .filter(isBody)
  return [
    ...pairs({ relation: 'EMPLOYED_BY', time: 'state' }, names.all(predicate.subjects, 'person'), bodies),
    ...rolesAt(clause, bodies[0], { preposition: /^as$/, time: 'state' }),
  ]
}

const trade =
  /^(?:company|firm|corporation|business|airline|bank|newspaper|magazine|university|laboratory|publisher|studio)$/

/** A name that says that people belong there. */
const society =
  /(?:Party|Society|Club|Union|Academy|Association|Church|Army|Navy|Air Force|Corps|Guard|Order|League|Council|Committee|Parliament|Board|Movement|Front|Guild|Lodge|Legion|Brigade|Regiment|Congress|NATO|Alliance|Band|Orchestra|Quartet|Trio|Choir|Team|Cabinet|Nations|Federation|Resistance)$/

/** A name that says that people work there. */
const employer =
  / (?:University|College|Institute|Company|Corporation|Corp|Inc|Ltd|Limited|LLC|GmbH|Airlines|Airways|Bank|Laborator(?:y|ies)|Labs|Museum|Hospital|Observatory|Ministry|Department|Press|Times|Post|Herald|Tribune)\b|^(?:The )?(?:[A-Z]\p{L}+ )?(?:University|College|Institute|Ministry|Department) of /u

export const joined: Frame = clause => {
  const { predicate, names } = clause
  if (predicate.isPassive) return []
  const [object] = predicate.objects
  const noun = nounAt(clause, object)
  if (noun === null) return []
  /** "joined Lee and Marr": persons whom the text has named in full. */
  const isKnownPerson = (name: string) =>
    !name.includes(' ') && names.all(predicate.objects, 'person').length > 0
  const bodies = names
    .all(predicate.objects, 'organisation')
    .filter(one => isBody(one) && !isKnownPerson(one.name))
  const members = names.all(predicate.subjects, 'any')
  const people = members.filter(({ label }) => label === 'Person')
  const [own] = bodies
  const roles = rolesAt(clause, own, { preposition: /^as$/, time: 'begin' })
  const isClub = names.hasPlayers() || noun.determiner === 'the' || society.test(own?.name ?? '')
  const isJob =
    (!isClub && people.length > 0) ||
    predicate.adjuncts.some(({ preposition, nouns }) => preposition === 'as' && nouns.length > 0) ||
    trade.test(noun.head ?? '') ||
    bodies.some(({ name }) => employer.test(name))
  const isStaff = /^(?:faculty|staff)$/.test(noun.head ?? '')
  if (isStaff) {
    const named = names.all(nounsAfter(clause, /^(?:of|at)$/), 'organisation')
    const staff = [...named, ...names.ownerOf(noun, 'organisation')].filter(isBody)
    return pairs({ relation: 'EMPLOYED_BY', time: 'begin' }, people, staff)
  }
  // "joined A from B"
  const former = predicate.adjuncts.some(({ preposition }) => preposition === 'from')
    ? names.all(nounsAfter(clause, /^from$/), 'organisation').filter(isBody)
    : []
  return [
    ...pairs({ relation: isJob ? 'EMPLOYED_BY' : 'MEMBER_OF', time: 'none' }, people, former),
    ...pairs(
      { relation: isJob ? 'EMPLOYED_BY' : 'MEMBER_OF', time: 'begin' },
      isJob ? people : members,
      bodies,
    ),
    ...roles,
  ]
}

export const hired: Frame = clause => {
  const { predicate, names } = clause
  const employers = predicate.isPassive ? nounsAfter(clause, /^(?:by|at)$/) : predicate.subjects
  const people = predicate.isPassive ? predicate.subjects : predicate.objects
  return [
    ...pairs(
      { relation: 'EMPLOYED_BY', time: 'begin' },
      names.all(people, 'person'),
      names.all(employers, 'organisation').filter(isBody),
    ),
    ...(predicate.isPassive
      ? rolesAt(clause, names.all(employers, 'organisation').find(isBody), {
          preposition: /^(?:as|to)$/,
          time: 'begin',
        })
      : nounsAfter(clause, /^as$/)
          .slice(0, 1)
          .flatMap(at =>
            rolesOf(clause, {
              at,
              holders: names.all(people, 'person'),
              time: 'begin',
              body: names.all(employers, 'organisation').find(isBody),
            }),
          )),
  ]
}

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

export const was: Frame = clause => {
  const { predicate, names, chunks } = clause
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

const forces =
  /(?:^|\b)(?:Army|Navy|Air Force|Marines?|Marine Corps|Corps|Guards?|Regiment|Legion|Brigade|Battalion|Infantry|Cavalry|Artillery|Fusiliers|Militia|Reserves?|RAF|Luftwaffe|Wehrmacht|Merchant Marine|Peace Corps|Royal Engineers|Signals|Commission|Council|Committee|Senate|Assembly|Legislature|Parliament|House of Representatives|House of Commons|House of Lords|Congress|Cabinet)$/

/** "served as director", "served in the Royal Navy". */
export const served: Frame = clause => {
  const { predicate, names } = clause
  if (predicate.isPassive) return []
  const bodies = predicate.adjuncts
    .filter(({ preposition }) => /^(?:in|with|on)$/.test(preposition))
    .flatMap(({ nouns }) => names.all(nouns.slice(0, 1), 'organisation'))
    .filter(one => isBody(one) && forces.test(one.name))
  return [
    ...rolesAfter(clause, /^as$/, 'state'),
    ...pairs(
      { relation: 'MEMBER_OF', time: 'state' },
      names.all(predicate.subjects, 'person'),
      bodies.slice(0, 1),
    ),
  ]
}

export const resigned: Frame = clause => rolesAfter(clause, /^(?:as|from)$/, 'end')

/** "continued his work at A", "began her career with A". */
export const began: Frame = clause => {
  const { predicate, names } = clause
  const object = nounAt(clause, predicate.objects[0])
  if (predicate.isPassive) return []
  // "continued at A as a lecturer"
  if (object === null)
    return predicate.adjuncts.some(({ preposition }) => preposition === 'as')
      ? pairs(
          { relation: 'EMPLOYED_BY', time: 'begin' },
          names.all(predicate.subjects, 'person'),
          names.all(nounsAfter(clause, /^(?:at|with)$/), 'organisation').filter(isBody),
        )
      : []
  if (/^(?:studies|education|training|schooling|study)$/.test(object.head ?? ''))
    return pairs(
      { relation: 'EDUCATED_AT', time: 'begin' },
      names.all(predicate.subjects, 'person'),
      schoolsOf(clause),
    )
  if (!/^(?:work|career|job|employment|practice|apprenticeship)$/.test(object.head ?? '')) return []
  const isPlayer = names.hasPlayers() && object.head === 'career'
  const bodies = names
    .all(nounsAfter(clause, /^(?:at|with|for)$/), isPlayer ? 'club' : 'organisation')
    .filter(isBody)
  const relation = isPlayer ? 'MEMBER_OF' : 'EMPLOYED_BY'
  return pairs({ relation, time: 'begin' }, names.all(predicate.subjects, 'person'), bodies)
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
