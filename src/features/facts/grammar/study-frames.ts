import { isSchool } from '../clauses/name-kinds.ts'
import type { Mention } from '../fact.ts'
import { gave } from './award-frames.ts'
import {
  bracketedYear,
  type Clause,
  type Frame,
  isBody,
  nounAt,
  nounsAfter,
  pairs,
  type Said,
  type TimeMode,
} from './clause.ts'

export function educated(places: RegExp, time: TimeMode, isActive = true): Frame {
  return clause => {
    const { predicate, names } = clause
    const isEither = /^(?:train|school)$/.test(predicate.verb.lemma)
    if (predicate.isPassive === isActive && !isEither) return []
    const schools = predicate.adjuncts
      .filter(({ preposition }) => places.test(preposition))
      .flatMap(({ preposition, nouns }) => {
        const schools = names.all(nouns, 'school')
        return preposition === 'in' || schools.length > 0 ? schools : names.all(nouns, 'organisation')
      })
      .filter(isBody)
    return pairs({ relation: 'EDUCATED_AT', time }, names.all(predicate.subjects, 'person'), schools)
  }
}

export function schoolsOf({ predicate, names }: Clause): Mention[] {
  return predicate.adjuncts
    .filter(({ preposition }) => /^(?:at|from|by|in)$/.test(preposition))
    .flatMap(({ preposition, nouns }) => names.all(nouns, preposition === 'in' ? 'school' : 'organisation'))
    .filter(isBody)
}

/** "went to A School". */
export const went: Frame = clause => {
  const { predicate, names } = clause
  const schools =
    predicate.objects.length > 0
      ? []
      : clause.predicate.adjuncts
          .filter(({ preposition }) => preposition === 'to')
          .flatMap(({ nouns }) => names.all(nouns, 'school'))
          .filter(({ name }) => name.includes(' '))
  // "The A went to B"
  const prizes = names.all(predicate.subjects, 'award')
  if (prizes.length > 0)
    return pairs(
      { relation: 'RECEIVED', time: 'event' },
      names.all(nounsAfter(clause, /^to$/), 'person'),
      prizes,
    ).map((said): Said => {
      const year = names.dateOf(predicate.subjects[0] ?? -1)
      return year === null ? said : { ...said, year }
    })
  return pairs({ relation: 'EDUCATED_AT', time: 'state' }, names.all(predicate.subjects, 'person'), schools)
}

export const studied: Frame = clause => {
  const { predicate } = clause
  const isGraduation =
    predicate.end < clause.chunks.length &&
    clause.chunks.some(
      (chunk, at) =>
        at >= predicate.end &&
        at <= predicate.end + 1 &&
        chunk.type === 'verb' &&
        chunk.lemma === 'graduate' &&
        chunk.form === 'ing',
    )
  return educated(/^(?:at|in|from)$/, isGraduation ? 'none' : 'state')(clause)
}

export const attended: Frame = clause => {
  const { predicate, names } = clause
  if (predicate.isPassive) return []
  // "attended courses at A"
  const isCourse = /^(?:courses?|class(?:es)?|lectures|school|college|university)$/.test(
    nounAt(clause, predicate.objects[0])?.head ?? '',
  )
  const places = isCourse ? nounsAfter(clause, /^(?:at|in)$/) : predicate.objects
  return pairs(
    { relation: 'EDUCATED_AT', time: 'state' },
    names.all(predicate.subjects, 'person'),
    names.all(places, 'school').filter(isBody),
  )
}

export const entered: Frame = clause => {
  const { predicate, names } = clause
  const schools = [
    ...names.all(predicate.objects, 'school'),
    ...names.all(nounsAfter(clause, /^(?:at|in|into|to)$/), 'school'),
    ...(predicate.verb.lemma === 'enter' ? [] : names.all(nounsAfter(clause, /^at$/), 'alma mater')).filter(
      ({ name }) => !isSchool(name),
    ),
  ]
  const people = names.all(predicate.subjects, 'person')
  // "entered Parliament"
  const houses = names
    .all(predicate.objects, 'organisation')
    .filter(({ name }) =>
      /^(?:Parliament|Congress|House of (?:Commons|Lords|Representatives)|U\.?S\.? (?:Senate|Congress))$/.test(
        name,
      ),
    )
  return [
    ...pairs({ relation: 'EDUCATED_AT', time: 'begin' }, people, schools),
    ...pairs({ relation: 'MEMBER_OF', time: 'begin' }, people, houses),
  ]
}

const degree =
  /^(?:degrees?|doctorate|phd|ph\.d|bachelor|master|masters|diploma|mba|ba|bsc|msc|ma|bachelors|education|baccalaureate|licentiate|jd|md|certificate|studies|training|schooling)$/

/** "a degree from A, a master's from B, and her doctorate from C": the schools after the first. */
function furtherSchools({ predicate, chunks, names }: Clause): Mention[] {
  const schools: Mention[] = []
  for (let at = predicate.end; at + 2 < chunks.length; at++) {
    const [mark, noun] = [chunks[at], chunks[at + 1]]
    const isJoint = mark?.type === 'mark' && (mark.text === ',' || mark.kind === 'and')
    if (!isJoint) break
    if (noun?.type !== 'noun') continue
    if (![noun.head ?? '', ...noun.words].some(word => degree.test(word.replace(/[’']s$/, '')))) break
    const from = chunks.findIndex(
      (chunk, index) => index > at + 1 && chunk.type === 'mark' && /^(?:from|at)$/.test(chunk.text),
    )
    if (from === -1 || from > at + 6) break
    schools.push(...names.all([from + 1], 'organisation').filter(isBody))
    at = from + 1
    while (
      chunks[at + 1]?.type === 'date' ||
      (chunks[at + 1]?.type === 'mark' && chunks[at + 2]?.type === 'date')
    )
      at++
  }
  return schools
}

/** The year in brackets behind a school: "a degree from A (1994)". */
function yearBehind({ predicate, chunks, names }: Clause, name: string): number | null {
  const at = chunks.findIndex((_, index) => index > predicate.at && names.textOf(index) === name)
  if (at === -1) return null
  const [mark, day] = chunks.slice(at + 1, at + 3)
  const isDated = mark?.type === 'mark' && mark.text === 'in' && day?.type === 'date'
  return isDated ? day.at : bracketedYear(chunks, at)
}

const post =
  /^(?:chair|professorship|lectureship|positions?|posts?|jobs?|appointments?|readership|assistantship|instructorship|faculty|roles?|fellowship)$/

/** Degrees, posts and prizes. */
export const received: Frame = clause => {
  const { predicate, names, chunks } = clause
  const isGiven =
    predicate.verb.lemma === 'award' ||
    predicate.verb.lemma === 'give' ||
    predicate.verb.lemma === 'present' ||
    predicate.verb.lemma === 'grant'
  if (predicate.isPassive && predicate.verb.lemma === 'share')
    return pairs(
      { relation: 'RECEIVED', time: 'event' },
      names.all(nounsAfter(clause, /^(?:by|between|among)$/), 'person'),
      names.all(predicate.subjects, 'award'),
    )
  if (isGiven && !predicate.isPassive) return gave(clause)
  if (predicate.isPassive !== isGiven) return []
  const [first] = predicate.objects
  const noun = nounAt(clause, first)
  if (noun === null && predicate.isPassive)
    return pairs(
      { relation: 'RECEIVED', time: 'event' },
      names.all(nounsAfter(clause, /^to$/), 'any'),
      names.all(predicate.subjects, 'award'),
    )
  if (noun === null) return []
  if (predicate.verb.lemma === 'complete' && /^(?:acquisition|purchase|takeover)$/.test(noun.head ?? ''))
    return pairs(
      { relation: 'ACQUIRED', time: 'event' },
      names.all(predicate.subjects, 'organisation').filter(isBody),
      names.all(nounsAfter(clause, /^of$/), 'organisation').filter(isBody),
    )
  // "The book earned her the A"
  const prize = predicate.second
  if (!predicate.isPassive && prize !== null && /^(?:win|earn|bring|gain)$/.test(predicate.verb.lemma)) {
    const people = names.all(predicate.objects, 'person')
    const prizes = names.all([prize], 'award')
    const titles = predicate.subjects.filter(at => names.isTitle(at))
    return [
      ...pairs({ relation: 'RECEIVED', time: 'event' }, people, prizes),
      // "“A” brought her the B": it is hers.
      ...(prizes.length > 0
        ? pairs({ relation: 'AUTHORED', time: 'none' }, people, names.all(titles, 'work'))
        : []),
    ]
  }
  const isHonorary = noun.words.includes('honorary')
  const isDegree =
    (!isHonorary && [noun.head ?? '', ...noun.words].some(word => degree.test(word.replace(/[’']s$/, '')))) ||
    (typeof noun.owner === 'object' && degree.test(noun.owner?.head ?? ''))
  const together = /^(?:share|split)$/.test(predicate.verb.lemma)
    ? names.all(nounsAfter(clause, /^with$/), 'person')
    : []
  const people = [...names.all(predicate.subjects, 'any'), ...together]
  const holders = names.all(predicate.subjects, 'person')
  if (isDegree) {
    const schools = predicate.adjuncts
      .filter(
        ({ preposition }) =>
          /^(?:from|at|by)$/.test(preposition) ||
          (preposition === 'of' && /^(?:certificate|diploma|degree)$/.test(noun.head ?? '')),
      )
      .flatMap(({ preposition, nouns }) => names.all(nouns, preposition === 'of' ? 'school' : 'alma mater'))
      .filter(isBody)
    return pairs({ relation: 'EDUCATED_AT', time: 'end' }, holders, [
      ...schools,
      ...furtherSchools(clause),
    ]).map((said, index): Said => {
      const year = yearBehind(clause, said.object.name)
      if (year !== null) return { ...said, year }
      return index < holders.length * schools.length ? said : { ...said, time: 'none' }
    })
  }
  if (post.test(noun.head ?? '')) {
    const bodies = predicate.adjuncts
      .filter(({ preposition }) => /^(?:at|with|in)$/.test(preposition))
      .flatMap(({ preposition, nouns }) => names.all(nouns, preposition === 'in' ? 'body' : 'organisation'))
      .filter(isBody)
    return predicate.isPassive && !isGiven
      ? []
      : pairs(
          { relation: 'EMPLOYED_BY', time: predicate.verb.lemma === 'hold' ? 'state' : 'begin' },
          holders,
          bodies,
        )
  }
  if (/^(?:complete|do|pursue|finish)$/.test(predicate.verb.lemma)) return []
  // "shared half of the A"
  const isShare = /^(?:half|quarter|third|share|part)$/.test(noun.head ?? '')
  const prizes = names.all(
    (isShare ? nounsAfter(clause, /^of$/) : predicate.objects).filter(at => {
      const chunk = chunks[at]
      return chunk?.type === 'noun' && (chunk.name !== null || chunk.modifiers.length === 1)
    }),
    'award',
  )
  const years = predicate.objects.map(at => bracketedYear(chunks, at))
  if (predicate.objects.length > 1 && years.some(year => year !== null))
    return predicate.objects.flatMap((at, index) => {
      const year = years[index] ?? null
      return pairs({ relation: 'RECEIVED', time: 'event' }, people, names.all([at], 'award')).map(said =>
        year === null ? said : { ...said, year },
      )
    })
  const year = noun.date
  return pairs({ relation: 'RECEIVED', time: 'event' }, people, prizes).map(said =>
    year === null ? said : { ...said, year },
  )
}

export const honoured: Frame = clause =>
  clause.predicate.isPassive
    ? pairs(
        { relation: 'RECEIVED', time: 'event' },
        clause.names.all(clause.predicate.subjects, 'any'),
        clause.names.all(nounsAfter(clause, /^(?:with|by)$/), 'award'),
      )
    : pairs(
        { relation: 'RECEIVED', time: 'event' },
        clause.names.all(clause.predicate.objects, 'person'),
        clause.names.all(nounsAfter(clause, /^with$/), 'award'),
      )
