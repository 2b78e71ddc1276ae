import { type Frame, isBody, nounAt, nounsAfter, pairs, rolesAfter, rolesAt, rolesOf } from './clause.ts'
import { schoolsOf } from './study-frames.ts'

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
