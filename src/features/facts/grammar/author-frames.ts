import type { Mention } from '../fact.ts'
import { founding } from './body-frames.ts'
import {
  bracketedYear,
  type Clause,
  type Frame,
  nounAt,
  nounsAfter,
  pairs,
  type Said,
  type TimeMode,
} from './clause.ts'
import { nounList } from './find-complements.ts'
import { holdersOf } from './holder-lists.ts'

export const wrote: Frame = clause => {
  const { predicate, names, chunks } = clause
  const things = predicate.isPassive ? predicate.subjects : predicate.objects
  const authors = predicate.isPassive ? nounsAfter(clause, /^by$/) : predicate.subjects
  const works = things
    .flatMap(at => named(clause, at))
    .filter(at => {
      const chunk = chunks[at]
      return (
        chunk?.type === 'noun' &&
        (chunk.name !== null ||
          (chunk.modifiers.length === 1 && !/^an?$/.test(chunk.determiner ?? '')) ||
          (chunk.pronoun === 'it' && predicate.isPassive))
      )
    })
  if (works.length === 0 && !predicate.isPassive) works.push(...titleBehind(clause))
  const isPublished = predicate.verb.lemma === 'publish' || predicate.verb.lemma === 'produce'
  // "the Virgil which A published": by a publisher.
  if (isPublished && (predicate.isPassive || predicate.isRelative)) return []
  const [only, ...others] = works
  const year =
    only === undefined || others.length > 0 || things.includes(only) ? null : bracketedYear(chunks, only)
  const known = names.all(authors, 'person')
  // "Newton published his “A”"
  const isOwn = works.some(at => /^(?:his|her)$/.test(String(nounAt(clause, at)?.owner ?? '')))
  const writers = known.length > 0 || !isOwn ? known : names.all(authors, 'sole')
  return authorship(clause, { authors: writers, named: works, time: 'event' }).map(
    (said): Said => (year === null ? said : { ...said, year }),
  )
}

/** "wrote what is still the standard work, “A” (1972)": the title behind the comma. */
function titleBehind({ predicate, chunks, names }: Clause): number[] {
  for (let at = predicate.at + 1; at < Math.min(chunks.length, predicate.at + 14); at++) {
    const [mark, noun] = [chunks[at], chunks[at + 1]]
    if (mark?.type === 'mark' && /^[;:]$/.test(mark.text)) return []
    if (mark?.type === 'verb' && mark.lemma !== 'be') return []
    const isTitle =
      mark?.type === 'mark' && mark.text === ',' && noun?.type === 'noun' && noun.words.length === 0
    if (isTitle && names.isTitle(at + 1)) return [at + 1]
  }
  return []
}

/** "in [her] “A”". */
function nounAtIsOwn(noun: Clause['chunks'][number] | undefined): boolean {
  return noun?.type === 'noun' && noun.owner !== null
}

/** "described the voyage in “A” (1940)". */
export const described: Frame = ({ predicate, chunks, names }) => {
  if (predicate.isPassive) return []
  const titles = predicate.adjuncts
    .filter(({ preposition }) => preposition === 'in')
    .flatMap(({ nouns }) => nouns)
    .filter(at => names.isTitle(at) && (bracketedYear(chunks, at) !== null || nounAtIsOwn(chunks[at])))
  return pairs(
    { relation: 'AUTHORED', time: 'event' },
    names.all(predicate.subjects, 'person'),
    names.all(titles, 'work'),
  ).map((said): Said => {
    const year = bracketedYear(chunks, titles[0] ?? -1)
    return year === null ? said : { ...said, year }
  })
}

/** The titles behind a noun: "two hits, A and B", "three novels: A, B and C". */
function named(clause: Clause, at: number): number[] {
  const { chunks } = clause
  const [noun, mark, next] = [chunks[at], chunks[at + 1], chunks[at + 2]]
  // "some of his works, including A and B"
  if (noun?.type === 'noun' && /^(?:some|many|most|several|two|three|all)$/.test(noun.head ?? ''))
    return nounsAfter(clause, /^of$/)
  const isList =
    noun?.type === 'noun' &&
    noun.name === null &&
    (works.test(noun.head ?? '') || work.test(noun.head ?? '')) &&
    mark?.type === 'mark' &&
    /^[,:]$/.test(mark.text) &&
    next?.type === 'noun' &&
    next.name !== null
  return isList ? nounList(chunks, at + 2).list : [at]
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

export const works =
  /^(?:books?|novels?|works?|writings|publications|compositions|stories|paintings|plays|poems|operas|films|albums|songs|hits|essays|collections|studies|novellas|memoirs|symphonies|ballets|musicals|sculptures|pamphlets|textbooks|cookbooks|documentaries|singles|pieces|titles)$/
export const work =
  /^(?:book|novel|story|painting|play|poem|opera|film|album|song|hit|essay|collection|study|memoir|memoirs|symphony|autobiography|cookbook|single|ballet|musical|treatise|thesis|dissertation|textbook|biography|monograph|debut|documentary|screenplay|sculpture|composition|pamphlet|novella|trilogy|masterpiece)$/

/** "Her books include A and B", "His awards include C". */
export const included: Frame = clause => {
  const { predicate, names } = clause
  const [at] = predicate.subjects
  const subject = nounAt(clause, at)
  if (subject === null) return []
  const holders = holdersOf(clause)
  if (holders.length > 0) return holders
  const group = groupOf(clause, at)
  if (group.length > 0) return group
  if (subject.owner === null) return []
  const owners = names.ownerOf(subject, 'person')
  const named = predicate.objects.filter(at => nounAt(clause, at)?.name != null)
  if (works.test(subject.head ?? '')) return authorship(clause, { authors: owners, named, time: 'none' })
  if (/^(?:awards?|honou?rs|prizes|distinctions)$/.test(subject.head ?? ''))
    return pairs({ relation: 'RECEIVED', time: 'none' }, owners, awardsAfter(clause))
  return []
}

/** "The alumni of A include B and C", "Winners of the D in 2014 included E", "The members of F were G and H". */
function groupOf({ predicate, names, chunks }: Clause, at: number | undefined): Said[] {
  const noun = at === undefined ? undefined : chunks[at]
  const [of, body] = at === undefined ? [] : chunks.slice(at + 1, at + 3)
  if (noun?.type !== 'noun' || noun.head === null) return []
  const isOf = of?.type === 'mark' && /^(?:of|from|at)$/.test(of.text) && body?.type === 'noun'
  const whole = (kind: 'school' | 'award' | 'organisation') =>
    isOf && at !== undefined
      ? names.all([at + 2], kind)
      : kind === 'award'
        ? []
        : noun.owner === null && /^(?:alumni|alumnae|graduates|founders|members)$/.test(noun.head ?? '')
          ? names.topicBody()
          : names.ownerOf(noun, 'organisation')
  const people = names.all(predicate.objects, 'person')
  const [mark, day] = at === undefined ? [] : chunks.slice(at + 3, at + 5)
  const isDated = mark?.type === 'mark' && mark.text === 'in' && day?.type === 'date'
  const year = isDated ? day.at : body?.type === 'noun' ? body.date : null
  const dated = (said: Said): Said => (year === null ? said : { ...said, year })
  if (/^(?:alumni|alumnae|graduates|students|pupils|alumnus)$/.test(noun.head))
    return pairs({ relation: 'EDUCATED_AT', time: 'none' }, people, whole('school'))
  if (/^(?:laureates|winners|recipients|holders)$/.test(noun.head))
    return pairs({ relation: 'RECEIVED', time: 'event' }, people, whole('award')).map(dated)
  if (/^(?:founders|co-founders)$/.test(noun.head))
    return pairs({ relation: 'FOUNDED', time: 'none' }, people, whole('organisation'))
  if (/^(?:members|fellows)$/.test(noun.head))
    return pairs({ relation: 'MEMBER_OF', time: 'none' }, people, whole('organisation'))
  const owners = noun.owner === null ? [] : names.ownerOf(noun, 'person')
  const bodies = names.all(predicate.objects, 'organisation').filter(({ label }) => label === 'Organisation')
  if (/^(?:employers?)$/.test(noun.head))
    return pairs({ relation: 'EMPLOYED_BY', time: 'none' }, owners, bodies)
  if (/^(?:clubs?|teams?|bands)$/.test(noun.head))
    return pairs({ relation: 'MEMBER_OF', time: 'none' }, owners, bodies)
  return []
}

/** All awards behind the verb, also behind other things: "include fellowships from A, a B and the C". */
function awardsAfter({ chunks, predicate, names }: Clause): Mention[] {
  const found: Mention[] = []
  for (let at = predicate.at + 1; at < chunks.length; at++) {
    const chunk = chunks[at]
    if (chunk?.type === 'verb' || (chunk?.type === 'mark' && /^(?:stop|relative)$/.test(chunk.kind))) break
    const before = chunks[at - 1]
    const isFree = before?.type !== 'mark' || before.kind !== 'preposition' || before.text === 'including'
    if (chunk?.type === 'noun' && chunk.name !== null && isFree) found.push(...names.all([at], 'award'))
  }
  return found
}

/** "created": a body, or a work. */
export const created: Frame = clause => {
  const founded = founding(false)(clause)
  return founded.length > 0 ? founded : wrote(clause)
}

/** "released her first single, “Northern Star”", "released the album Glass". */
export const released: Frame = clause => {
  const { predicate, names } = clause
  const [at] = predicate.objects
  const noun = nounAt(clause, at)
  if (predicate.isPassive || noun === null || at === undefined) return []
  const isWork = [noun.head ?? '', ...noun.words].some(word => work.test(word) || works.test(word))
  return isWork && names.all(predicate.subjects, 'person').length > 0 ? wrote(clause) : []
}
