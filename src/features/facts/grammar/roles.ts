import { officeWords } from '../clauses/clause-parts.ts'
import type { Mention } from '../fact.ts'
import { callings } from '../words.ts'
import type { Chunk, Noun } from './chunk.ts'
import { afterBrackets, isAnd, isMark } from './chunk-steps.ts'
import { nounList } from './find-complements.ts'
import type { Names } from './names.ts'

/** A noun that says what somebody or something is, with what belongs to it: "[founder] of [A]". */
export type Role = {
  head: string
  noun: Noun
  adjuncts: { preposition: string; nouns: number[] }[]
  to: number
  /** The terms in brackets: "president (1918, 1946–1956) of A". */
  terms?: readonly Term[]
}

/** The first and last year of a term, as numbers of phrases; `to` is null while it lasts. */
export type Term = { from: number; to: number | null }

/** What a role states: the relation, and from whom to whom. */
export type RoleFact = {
  relation: string
  subject: Mention
  object: Mention
  /** How the dates of the clause are meant. */
  time: 'state' | 'none'
  isFormer: boolean
  term?: Term
  year?: number
}

const rank = /^(?:eldest|youngest|oldest|first|second|third|fourth|fifth|sixth|seventh|last|one)$/
const people = /^(?:co-?)?founders?$/
const authors = /^(?:co-)?(?:author|creator|inventor|designer|composer|writer|developer|translator)s?$/
const offices = new RegExp(`(?:^| )(?:${officeWords})$`)
const job = new RegExp(
  `^(?:${callings.join('|')}|developer|researcher|professor|lecturer|manager|analyst|designer|technician|consultant|salesman|employee|postdoc|fellow|instructor|reader|tutor|scientist|curator|apprentice|correspondent|columnist|reporter|critic|officer|executive|secretary|assistant|associate|(?!finalist|semifinalist)[a-z]{3,}(?:ist|ian)|[a-z]{4,}ologist)$`,
)
const area =
  /^(?:city|town|village|suburb|capital|municipality|district|port|borough|county|region|province|company|firm|corporation|brewery|airline|bank|publisher|university|college|school|institute|museum|hospital|newspaper|magazine|manufacturer|club|organization|organisation|charity|foundation|church|theatre|hamlet|parish|resort|settlement|commune|retailer|maker|agency|orchestra|library)$/

/** Nouns in -er and -or that are no trades. */
const notTrades = new Set(
  `member founder daughter sister brother father mother number order center centre successor predecessor competitor
supplier sponsor partner shareholder owner customer offer letter chapter charter theater supporter leader helper
follower neighbour neighbor ancestor donor visitor contender winner holder speaker alternative anchor mentor factor
author inventor creator container character danger power tower river paper cover answer corner dinner summer winter
matter other former later soldier premier carrier manufacturer provider maker retailer producer designer composer
writer developer translator`.split(/\s+/),
)
const player =
  /^(?:singer|vocalist|frontman|drummer|guitarist|bassist|keyboardist|pianist|saxophonist|trumpeter|violinist|cellist|percussionist|striker|midfielder|defender|goalkeeper|forward|player)$/

/** Reads a noun at a place among the chunks as a role; null when it has a name or is none. */
export function roleAt(chunks: readonly Chunk[], at: number): Role | null {
  const noun = chunks[at]
  if (noun?.type !== 'noun' || noun.head === null || noun.pronoun !== null) return null
  const adjuncts: Role['adjuncts'] = []
  let to = afterBrackets(chunks, at + 1)
  for (;;) {
    const isListed = isMark(chunks[to], ',') && isMark(chunks[to + 1], 'including')
    const mark = chunks[isListed ? to + 1 : to]
    const next = chunks[isListed ? to + 2 : to + 1]
    if (mark?.type !== 'mark' || mark.kind !== 'preposition' || next?.type !== 'noun') break
    if (!/^(?:of|at|for|in|to|with|on|from|including)$/.test(mark.text)) break
    const { list, end } = nounList(chunks, isListed ? to + 2 : to + 1)
    const follower = chunks[end]
    if (follower?.type === 'verb' && follower.form === 'finite' && adjuncts.length > 0 && mark.text !== 'of')
      break
    adjuncts.push({ preposition: mark.text, nouns: list })
    to = end
  }
  return { head: noun.head, noun, adjuncts, to, terms: termsIn(chunks.slice(at + 1, to)) }
}

/** The terms in the first brackets that hold nothing but years. */
function termsIn(chunks: readonly Chunk[]): Term[] {
  const open = chunks.findIndex(chunk => isMark(chunk, '('))
  const close = chunks.findIndex((chunk, at) => at > open && isMark(chunk, ')'))
  const terms: Term[] = []
  for (let at = open + 1; open !== -1 && at < close; at++) {
    const [first, dash, last] = chunks.slice(at, at + 3)
    if (first?.type === 'mark' && /^(?:,|;)$/.test(first.text)) continue
    if (first?.type !== 'date') return []
    const isRange = dash?.type === 'mark' && /^[–—-]$/.test(dash.text)
    terms.push({ from: first.at, to: isRange ? (last?.type === 'date' ? last.at : null) : first.at })
    if (isRange) at += last?.type === 'date' ? 2 : 1
  }
  return terms
}

/** The roles joined by "and" from a place on; those without a body of their own have the last one's: "founder and CEO of A". */
export function rolesFrom(chunks: readonly Chunk[], at: number): Role[] {
  const roles: Role[] = []
  for (let from = at; ; ) {
    const role = roleAt(chunks, from)
    if (role === null) break
    roles.push(role)
    const comma = isMark(chunks[role.to], ',') ? 1 : 0
    const joint = isAnd(chunks[role.to + comma])
      ? role.to + comma + 1
      : comma === 1 && roles.length > 0
        ? role.to + 1
        : -1
    // "the grandson of A, governor of B": A is the governor.
    const isOfName =
      /^(?:grand|great-|step)?(?:sons?|daughters?|child|children|nephew|niece|cousin|wife|widow|husband|brother|sister|father|mother|descendant|pupil|student|assistant)$/.test(
        role.head,
      )
    if (isOfName && comma === 1 && !isAnd(chunks[role.to + 1])) break
    const next = joint === -1 ? undefined : chunks[joint]
    if (next?.type !== 'noun' || next.head === null || next.owner !== null) break
    const follower = chunks[joint + 1]
    if (follower?.type === 'verb' && follower.form === 'finite') break
    from = joint
  }
  const body = roles.findLast(({ adjuncts }) => adjuncts.length > 0)
  const last = roles.at(-1)
  if (body === undefined || last === undefined || body !== last) return roles
  return roles.map((role, index) =>
    role.adjuncts.length > 0 || index === roles.length - 1 || !isSimilar(role.head, last.head)
      ? role
      : { ...role, adjuncts: last.adjuncts },
  )
}

/** "founder and president of A" share the body, "a chemist and president of A" do not. */
function isSimilar(one: string, other: string): boolean {
  const needsBody = (head: string) => people.test(head) || offices.test(head) || authors.test(head)
  return needsBody(one) && needsBody(other)
}

/** What a role says of its holders. */
export function factsOfRole(role: Role, holders: readonly Mention[], names: Names): RoleFact[] {
  const { head, noun, adjuncts } = role
  const isFormer = noun.words.some(word =>
    /^(?:former|then|late|ex|past|retired|previous|one-time|onetime)$/.test(word),
  )
  const factsWith = (
    relation: string,
    objects: readonly Mention[],
    { isInverse = false, time = 'none' }: { isInverse?: boolean; time?: RoleFact['time'] } = {},
  ): RoleFact[] =>
    holders.flatMap(holder =>
      objects.flatMap(object =>
        object.key === holder.key
          ? []
          : [
              {
                relation,
                subject: isInverse ? object : holder,
                object: isInverse ? holder : object,
                time,
                isFormer,
              },
            ],
      ),
    )
  const [first] = adjuncts
  const of = first?.preposition === 'of' ? first.nouns : []
  const isChild = rank.test(head) && /^(?:children|sons|daughters)$/.test(names.headOf(first?.nouns[0]))
  const persons = holders.every(({ label }) => label === 'Person')
  const owned = (kind: 'person' | 'organisation' | 'work') => names.ownerOf(noun, kind)
  if (/^(?:half-|step|grand|great-)/.test(head) || /in-law$|^(?:grand|step|god)/.test(head)) return []
  if (
    noun.words.some(
      word =>
        /^(?:adopted|adoptive|foster|spiritual|illegitimate|great|half|alleged|reputed|putative|fictional)$/.test(
          word,
        ) && head !== 'architect',
    ) &&
    /^(?:son|daughter|child|father|mother|brother|sister)$/.test(head)
  )
    return []
  // "one of the four founders of A"
  if (head === 'one' && people.test(names.headOf(first?.nouns[0]))) {
    const body = adjuncts[1]?.preposition === 'of' ? adjuncts[1].nouns : []
    return factsWith('FOUNDED', names.all(body, 'organisation'))
  }
  if (people.test(head))
    return factsWith('FOUNDED', [...names.all(of, 'organisation'), ...owned('organisation')])
  if (persons && (isChild || /^(?:sons?|daughters?|child(?:ren)?|twins)$/.test(head))) {
    const parents = [...names.all(of, 'person'), ...owned('person')]
    return factsWith('CHILD_OF', parents.length > 0 ? parents : childless(adjuncts, names))
  }
  if (persons && /^(?:father|mother|parents?)$/.test(head))
    return factsWith('CHILD_OF', [...names.all(of, 'person'), ...owned('person')], { isInverse: true })
  if (persons && /^(?:wife|husband|widow|widower|spouse)$/.test(head))
    return factsWith('MARRIED_TO', [...names.all(of, 'person'), ...owned('person')])
  if (persons && /^(?:brother|sister|sibling)s?$/.test(head))
    return factsWith('SIBLING_OF', [...names.all(of, 'person'), ...owned('person')])
  if (/^(?:members?|fellows?)$/.test(head))
    return factsWith(
      'MEMBER_OF',
      names
        .all(first?.preposition === 'at' && /^fellows?$/.test(head) ? first.nouns : of, 'organisation')
        .filter(({ label }) => label === 'Organisation'),
      { time: 'state' },
    )
  if (persons && /^(?:graduate|alumnus|alumna|student|pupil|undergraduate)$/.test(head))
    return factsWith(
      'EDUCATED_AT',
      /^(?:of|at|from)$/.test(first?.preposition ?? '') ? names.all(first?.nouns ?? [], 'school') : [],
      { time: 'state' },
    )
  if (persons && authors.test(head)) {
    // "the author of several novels, including A (1994) and B (1993)"
    const listed = adjuncts.find(({ preposition }) => preposition === 'including')?.nouns ?? []
    if (listed.length > 0)
      return listed.flatMap(at => {
        const year = names.yearOf(at)
        return factsWith('AUTHORED', names.all([at], 'work')).map(fact =>
          year === null ? fact : { ...fact, year },
        )
      })
    const works = names.all(of, 'work')
    const [only, ...more] = role.terms ?? []
    const year =
      only === undefined || more.length > 0 || only.to !== only.from || works.length !== 1
        ? undefined
        : only.from
    if (works.length > 0 || adjuncts.length === 0)
      return factsWith('AUTHORED', works).map(fact => (year === undefined ? fact : { ...fact, year }))
  }
  if (/^(?:winner|recipient|laureate|holder|awardee)s?$/.test(head))
    return factsWith('RECEIVED', names.all(of, 'award'))
  if (persons && offices.test(` ${[...noun.words, head].join(' ')}`)) {
    const office = names.office(role)
    const held = office === null ? [] : factsWith('HOLDS_OFFICE', [office], { time: 'state' })
    if (held.length > 0) return withTerms(held, role)
  }
  // "the singer of the band A"
  if (persons && player.test(head) && /^(?:of|for|in|with)$/.test(first?.preposition ?? ''))
    return factsWith(
      'MEMBER_OF',
      (first?.nouns ?? []).some(at => names.isGroup(at)) ? names.all(first?.nouns ?? [], 'organisation') : [],
      { time: 'state' },
    )
  if (persons && (job.test(head) || isTrade(head)) && !/^(?:author|inventor)$/.test(head)) {
    const post = /^(?:professor|lecturer|reader|instructor|fellow|curator|head|teacher)$/.test(head)
    const isNear = (index: number) =>
      index === 0 || post || names.all(adjuncts[0]?.nouns ?? [], 'any').length === 0
    const at = adjuncts.find(
      ({ preposition, nouns }, index) =>
        (isTrade(head) ? /^(?:at|for)$/ : /^(?:at|for|with|in)$/).test(preposition) &&
        isNear(index) &&
        names.all(nouns, 'organisation').length > 0,
    )
    const bodies =
      at === undefined
        ? head === 'employee'
          ? names.all(of, 'organisation')
          : []
        : names.all(at.nouns, at.preposition === 'in' ? 'body' : 'organisation')
    return withTerms(factsWith('EMPLOYED_BY', bodies, { time: 'state' }), role)
  }
  if (!persons && area.test(head)) {
    const place =
      adjuncts.find(
        ({ preposition }, index) =>
          preposition === 'in' &&
          adjuncts.slice(0, index).every(before => /^(?:of|for)$/.test(before.preposition)),
      ) ??
      (/^(?:city|town|village|suburb|capital|municipality|district|port|borough|hamlet)$/.test(head) &&
      first?.preposition === 'of'
        ? first
        : undefined)
    return factsWith('LOCATED_IN', place === undefined ? [] : names.all(place.nouns.slice(0, 1), 'place'), {
      time: 'state',
    })
  }
  return []
}

function withTerms(facts: readonly RoleFact[], { terms = [] }: Role): RoleFact[] {
  return terms.length === 0 ? [...facts] : facts.flatMap(fact => terms.map(term => ({ ...fact, term })))
}

/** "the eldest of seven children of A": the parents come after a number. */
function childless(adjuncts: Role['adjuncts'], names: Names): Mention[] {
  const last = adjuncts.findLast(({ preposition }) => preposition === 'of')
  return adjuncts.length > 1 && last !== undefined ? names.all(last.nouns, 'person') : []
}

/** Whether a noun is a trade by its ending: "an arranger for A". */
function isTrade(head: string): boolean {
  return /^[a-z]{3,}(?:er|or)$/.test(head) && !notTrades.has(head)
}

/** Whether a noun is a role that states something. */
export function isRole(noun: Noun): boolean {
  const { head } = noun
  return (
    head !== null &&
    (people.test(head) ||
      authors.test(head) ||
      offices.test(` ${[...noun.words, head].join(' ')}`) ||
      job.test(head) ||
      area.test(head) ||
      kin.test(head) ||
      rank.test(head) ||
      isTrade(head) ||
      player.test(head) ||
      other.test(head))
  )
}

/** Whether only a person can be this. */
export function isPersonal({ head, words }: Noun): boolean {
  return (
    head !== null &&
    (kin.test(head) ||
      authors.test(head) ||
      job.test(head) ||
      isTrade(head) ||
      player.test(head) ||
      rank.test(head) ||
      /^(?:graduate|alumnus|alumna|student|pupil)$/.test(head) ||
      offices.test(` ${[...words, head].join(' ')}`))
  )
}

/** Whether a noun is a place or a body: "the city of A". */
export function isArea({ head }: Noun): boolean {
  return head !== null && area.test(head)
}

export const kin =
  /^(?:sons?|daughters?|child|children|father|mother|parents?|wife|husband|widow|widower|spouse|brothers?|sisters?|siblings?)$/
const other = /^(?:members?|fellows?|graduate|alumnus|alumna|student|pupil|winner|recipient|laureate)$/
