import { date } from '../entity-names.ts'
import type { Mention } from '../fact.ts'
import type { Noun } from './chunk.ts'
import { isMark } from './chunk-steps.ts'
import { type Clause, type Frame, isBody, nounAt, nounsAfter, pairs, places, rolesAfter } from './clause.ts'
import { nounList } from './find-complements.ts'
import { relativesOf } from './member-frames.ts'
import { kin } from './role-nouns.ts'
import { began } from './work-frames.ts'

export const body =
  /(?:company|firm|business|corporation|club|society|school|college|university|institute|party|movement|band|group|studio|label|church|foundation|association|organi[sz]ation|agency|bank|newspaper|magazine|journal|museum|brewery|laboratory|charity|publisher|house|works|factory|partnership|theatre|orchestra|airline|restaurant|hotel|shop|store|gallery|bar|café|cafe|salon|bakery|boutique|clinic|bookshop|bookstore|winery|distillery|startup|start-up|nonprofit|non-profit|academy)$/

const house =
  / (?:Gym|Dispensary|Nursery|Clinic|Salon|Shop|Bakery|Bookshop|Farm|Academy|School|Brewery|Brewing|Gallery|Galleries|Studios?|Records|Press|Theat(?:re|er)|Films|Pictures|Productions|Motors|Works|Workshop|Restaurant|Café|Hotel|Factory|Mills?|Orchestra|Ensemble|Quartet|Trio|Band|Stores?|Books|Publishing|Publications|Media|Airlines|Project|Times|Herald|Tribune|Journal|Gazette|Post|Advocate|Courier|Observer|Chronicle|Star|Mirror|Telegraph|Examiner|Bulletin|Magazine|Review|World|Record|Leader|News|Sun|Globe|Argus|Mail|Express|Sentinel|Standard|Register|Dispatch|Inquirer)$/u
/** `isAlways`: the verb says that its object is a body ("founded"), not only that something began ("started"). */
export function founding(isAlways: boolean): Frame {
  return clause => {
    const { predicate, names, day } = clause
    const things = predicate.isPassive ? predicate.subjects : predicate.objects
    // "co-founded A with B"
    const founders = predicate.isPassive
      ? nounsAfter(clause, /^by$/)
      : [...predicate.subjects, ...nounsAfter(clause, /^(?:with|alongside)$/)]
    // "formed A Records": people form bodies.
    const isNamed = predicate.objects.some(at => nounAt(clause, at)?.name != null)
    // "incorporated the company": it was there before.
    const isPerson = names.all(predicate.subjects, 'person').length > 0
    if (predicate.verb.lemma === 'incorporate' && !predicate.isPassive && !(isNamed && isPerson)) return []
    // A company launches products: "Acme launched Acme News".
    // "The minister opened A": it was there before.
    if (
      predicate.verb.lemma === 'open' &&
      !predicate.isPassive &&
      names.all(founders, 'person or body').length === 0
    )
      return []
    const isByPerson = predicate.isPassive || names.all(founders, 'person').length > 0
    const isSure =
      isAlways ||
      (/^(?:form|set up|incorporate)$/.test(predicate.verb.lemma) &&
        !predicate.isPassive &&
        names.all(predicate.subjects, 'person').length > 0) ||
      (predicate.isPassive &&
        names.all(nounsAfter(clause, /^by$/), 'person').length > 0 &&
        /^(?:form|set up|start|launch)$/.test(predicate.verb.lemma) &&
        // "LuaTeX was started by A": a program.
        !things.some(at => /\p{Ll}\p{Lu}/u.test(names.textOf(at)))) ||
      (predicate.isPassive && predicate.verb.lemma === 'incorporate')
    const bodies = names
      .all(things, isSure ? 'organisation' : 'body')
      .concat(
        isSure
          ? []
          : things.flatMap(at =>
              body.test(nounAt(clause, at)?.head ?? '') || body.test(nounAt(clause, at)?.words.at(-1) ?? '')
                ? names.all([at], 'organisation')
                : names
                    .all([at], 'organisation')
                    .filter(({ name }) => isDescribed(clause, at) || (isByPerson && house.test(name))),
            ),
      )
    const unique = [...new Map(bodies.map(one => [one.key, one])).values()].filter(
      ({ label }) => label === 'Organisation',
    )
    // "founded A in Brno in 1967"
    const isHere = predicate.isPassive || (unique.length === 1 && !predicate.isRelative)
    const where = isHere ? places(nounsAfter(clause, /^(?:in|at)$/), clause) : []
    return [
      ...pairs({ relation: 'FOUNDED', time: 'event' }, names.all(founders, 'person or body'), unique),
      ...pairs({ relation: 'FOUNDED_IN', time: 'event' }, unique, [
        ...where,
        ...(day === null ? [] : [date(day)]),
      ]),
    ]
  }
}

/** "launched A, a newspaper": the description says that it is a body. */
function isDescribed({ chunks }: Clause, at: number): boolean {
  const [mark, noun] = [chunks[at + 1], chunks[at + 2]]
  return (
    mark?.type === 'mark' &&
    /^[,—–-]$/.test(mark.text) &&
    noun?.type === 'noun' &&
    noun.name === null &&
    body.test(noun.head ?? '')
  )
}

export const acquired: Frame = clause => {
  const { predicate, names } = clause
  const buyers = predicate.isPassive ? nounsAfter(clause, /^by$/) : predicate.subjects
  const things = predicate.isPassive ? predicate.subjects : predicate.objects
  const parts = things.flatMap(at => partOf(clause, at))
  const isListed =
    names.all(things, 'firm').length > 0 &&
    things.every(at =>
      /^(?:companies|firms|businesses|startups|start-ups|rivals|competitors|rival|competitor)$/.test(
        nounAt(clause, at)?.head ?? '',
      ),
    )
  if (parts.length === 0 && !isListed && things.some(at => isPartial(nounAt(clause, at)))) return []
  // "took over as director of A"
  if (!predicate.isPassive && things.length === 0) return rolesAfter(clause, /^as$/, 'begin')
  const bodies = names.all(buyers, 'organisation').filter(isBody)
  const people = bodies.length > 0 ? [] : names.all(buyers, 'person')
  // Bodies buy bodies, also those with a person's name: "Acme bought Dale Mirrors".
  const isFirm =
    bodies.length > 0 &&
    predicate.second === null &&
    things.every(at => /^acquire|^absorb|^purchase/.test(predicate.verb.lemma) || isPlural(clause, at))
  const isPersonal = people.length > 0
  return pairs(
    { relation: 'ACQUIRED', time: 'event' },
    isPersonal ? people : bodies,
    parts.length > 0
      ? parts
      : names
          .all(things, isFirm ? 'firm' : 'organisation')
          .filter(
            ({ name }) =>
              isFirm ||
              !isPersonal ||
              predicate.isPassive ||
              house.test(name) ||
              names.all(things, 'body').length > 0,
          )
          .filter(thing => isBody(thing) && !land.test(thing.name)),
  )
}

/** What is bought but is no body. */
const land =
  / (?:Territory|Islands?|Lands?|Manor|Estate|Farm|Castle|Ranch|Villa|Mansion|Building|Tower|Palace)$/

function isPlural({ names }: Clause, at: number): boolean {
  return names.all([at], 'firm').every(({ name }) => / \p{Lu}\p{Ll}+s$/u.test(name))
}

function partOf(clause: Clause, at: number): Mention[] {
  const noun = nounAt(clause, at)
  const { predicate, names } = clause
  const own = predicate.isPassive ? null : (names.all(predicate.subjects, 'organisation')[0] ?? null)
  const part = noun === null ? null : names.part(noun, predicate.verb.lemma === 'sell' ? own : null)
  return part === null ? [] : [part]
}

const notWhole =
  /^(?:name|title|nickname|rights?|trademark|licen[cs]e|stake|shares?|interest|part|copy|taste|reputation|version|half|percent)$/

/** "a stake in A", "rights": less than the whole. */
function isPartial(noun: Noun | null): boolean {
  return (
    noun === null ||
    noun.words.some(word => notWhole.test(word)) ||
    (noun.head !== null && noun.modifiers.length === 0 && noun.determiner !== 'the')
  )
}

export const sold: Frame = clause => {
  const { predicate, names } = clause
  const sale = predicate.isPassive ? predicate.subjects : predicate.objects
  const parts = sale.flatMap(at => partOf(clause, at))
  const things = parts.length > 0 ? parts : names.all(sale, 'organisation').filter(isBody)
  return pairs(
    { relation: 'ACQUIRED', time: 'event' },
    names.all(nounsAfter(clause, /^to$/), 'organisation').filter(isBody),
    things,
  )
}

export const merged: Frame = clause => {
  const { predicate, names } = clause
  const subjects = names.all(predicate.subjects, 'organisation').filter(isBody)
  const others = names.all(nounsAfter(clause, /^(?:with|into)$/), 'organisation').filter(isBody)
  if (others.length > 0) return pairs({ relation: 'MERGED_WITH', time: 'event' }, subjects, others)
  const [first, second] = subjects
  const isNew = predicate.adjuncts.some(({ preposition }) => preposition === 'into')
  return first === undefined || second === undefined || isNew || predicate.objects.length > 0
    ? []
    : pairs({ relation: 'MERGED_WITH', time: 'event' }, [first], [second])
}

export const located: Frame = clause => {
  const { predicate } = clause
  const isStanding = /^(?:stand|sit)$/.test(predicate.verb.lemma)
  if (!predicate.isPassive && predicate.verb.lemma !== 'lie' && !(isStanding && predicate.verb.isPresent))
    return []
  const isOn = predicate.verb.lemma !== 'base'
  const [near] = predicate.adjuncts
    .filter(
      ({ preposition }) => preposition === 'in' || preposition === 'at' || (isOn && preposition === 'on'),
    )
    .map(({ nouns }) => places(nouns, clause))
    .filter(found => found.length > 0)
  return pairs(
    { relation: 'LOCATED_IN', time: 'state' },
    seated(clause).filter(({ label }) => label !== 'Person'),
    near ?? [],
  )
}

/** What is somewhere: the subject, or the body whose office it is ("A, whose secretariat is based in B"). */
function seated({ predicate, names, chunks }: Clause): Mention[] {
  const [at] = predicate.subjects
  const noun = at === undefined ? undefined : chunks[at]
  const words =
    noun?.type === 'noun'
      ? [...noun.words, noun.head ?? '', noun.name === null ? '' : names.textOf(at ?? -1)].join(' ')
      : ''
  if (
    noun?.type !== 'noun' ||
    noun.owner === null ||
    !/secretariat|headquarters|office|seat|base|home$/i.test(words)
  )
    return names.all(predicate.subjects, 'any')
  if (noun.owner !== 'whose') return names.ownerOf(noun, 'organisation')
  const comma = (at ?? 0) - 2
  return names.all([isMark(chunks[comma], ',') ? comma - 1 : comma], 'organisation').filter(isBody)
}

const seat = /^(?:headquarters|head|office|offices|seat|base|operations|plant|factory)$/

export const moved: Frame = clause => {
  const { predicate, names } = clause
  const object = nounAt(clause, predicate.objects[0])
  if (predicate.isPassive || (object !== null && !seat.test(object.head ?? ''))) return []
  const firms = object === null ? names.all(nounsAfter(clause, /^to$/), 'company') : []
  if (firms.length > 0)
    return pairs({ relation: 'EMPLOYED_BY', time: 'begin' }, names.all(predicate.subjects, 'person'), firms)
  const bodies = names.all(predicate.subjects, 'any').filter(isBody)
  const former = object === null ? [] : places(nounsAfter(clause, /^from$/), clause)
  return [
    ...pairs({ relation: 'LOCATED_IN', time: 'begin' }, bodies, places(nounsAfter(clause, /^to$/), clause)),
    ...pairs({ relation: 'LOCATED_IN', time: 'end' }, bodies, former),
  ]
}

/** "started": a body, or a career. */
export const started: Frame = clause => [...founding(false)(clause), ...began(clause)]

export const had: Frame = clause => {
  const { predicate, names } = clause
  const object = nounAt(clause, predicate.objects[0])
  if (
    object?.head === 'headquarters' ||
    object?.head === 'seat' ||
    (object?.head === 'office' && object.words.some(word => /^(?:head|main)$/.test(word)))
  )
    return pairs(
      { relation: 'LOCATED_IN', time: 'state' },
      names.all(predicate.subjects, 'any').filter(isBody),
      places(nounsAfter(clause, /^(?:in|at)$/), clause),
    )
  // "had a brother named A and three sisters, B and C"
  if (
    object !== null &&
    kin.test(object.head ?? '') &&
    object.owner === null &&
    !/^(?:wife|husband|mother|father|parents?)$/.test(object.head ?? '')
  ) {
    const relatives = relativesOf(clause)
    if (relatives.length > 0) return relatives
  }
  // "had two children, A and B", "had four sons, including C"
  if (
    object !== null &&
    /^(?:sons?|daughters?|child|children|twins)$/.test(object.head ?? '') &&
    object.owner === null
  ) {
    const [at = -1] = predicate.objects
    const isNamed = /^[,:]$/.test(markAt(clause, at + 1)) && nounAt(clause, at + 2)?.name != null
    const children = isNamed ? nounList(clause.chunks, at + 2).list : nounsAfter(clause, /^including$/)
    return pairs(
      { relation: 'CHILD_OF', time: 'none' },
      names.all(children, 'kin').filter(child => isCalled(clause, children, child)),
      names.all(predicate.subjects, 'kin'),
    )
  }
  // "had her training at A"
  if (/^(?:training|education|schooling|lessons)$/.test(object?.head ?? ''))
    return pairs(
      { relation: 'EDUCATED_AT', time: 'none' },
      names.all(predicate.subjects, 'person'),
      names.all(nounsAfter(clause, /^(?:at|in|from)$/), 'school').filter(isBody),
    )
  return []
}

/** Whether a child is named so: "a son, Edwin" is not Edwin Marsh. */
export function isCalled({ chunks, names }: Clause, nouns: readonly number[], { name }: Mention): boolean {
  const said = nouns.flatMap(at => (chunks[at]?.type === 'noun' ? names.textOf(at) : []))
  return said.includes(name) || name.split(' ').length !== 2 || !said.some(one => name.startsWith(`${one} `))
}

function markAt({ chunks }: Clause, at: number): string {
  const chunk = chunks[at]
  return chunk?.type === 'mark' ? chunk.text : ''
}

/** "The band consisted of A and B". */
export const consisted: Frame = clause => {
  const { predicate, names } = clause
  if (predicate.isPassive) return []
  const parts = predicate.verb.lemma === 'consist' ? nounsAfter(clause, /^of$/) : predicate.objects
  return pairs(
    { relation: 'MEMBER_OF', time: 'none' },
    names.all(parts, 'person'),
    names.all(predicate.subjects, 'organisation').filter(isBody),
  )
}
