import { isPersonName } from '../clauses/name-kinds.ts'
import type { Mention } from '../fact.ts'
import type { Names } from './names.ts'
import type { Role, Term } from './read-roles.ts'
import { area, authors, founders, isTrade, job, offices, player, rank } from './role-nouns.ts'

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

/** Jobs before which the employer is named: "an Acme engineer". */
const staff =
  /^(?:employee|executive|engineer|researcher|scientist|professor|reporter|correspondent|columnist|economist|lecturer)$/

const sportsman =
  /^(?:striker|midfielder|defender|goalkeeper|winger|fullback|full-back|halfback|quarterback|pitcher|batsman|bowler|outfielder|shortstop|catcher|flanker|sweeper)$/

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
  if (head === 'one' && founders.test(names.headOf(first?.nouns[0]))) {
    const body = adjuncts[1]?.preposition === 'of' ? adjuncts[1].nouns : []
    return factsWith('FOUNDED', names.all(body, 'organisation'))
  }
  if (founders.test(head))
    return factsWith('FOUNDED', [
      ...names.all(of, 'organisation'),
      ...owned('organisation'),
      ...(adjuncts.length === 0 ? names.modifierOf(noun, 'organisation') : []),
    ])
  if (persons && (isChild || /^(?:sons?|daughters?|child(?:ren)?|twins)$/.test(head))) {
    const parents = [...names.all(of, 'kin'), ...owned('person')]
    return factsWith('CHILD_OF', parents.length > 0 ? parents : parentsOfMany(adjuncts, names))
  }
  if (persons && /^(?:father|mother|parents?)$/.test(head))
    return factsWith('CHILD_OF', [...names.all(of, 'kin'), ...owned('person')], { isInverse: true })
  if (persons && /^(?:wife|husband|widow|widower|spouse)$/.test(head))
    return factsWith('MARRIED_TO', [...names.all(of, 'kin'), ...owned('person')])
  if (persons && /^(?:brother|sister|sibling)s?$/.test(head))
    return factsWith('SIBLING_OF', [...names.all(of, 'kin'), ...owned('person')])
  const isResearcher =
    head === 'fellow' &&
    noun.words.some(word =>
      /^(?:research|postdoctoral|teaching|senior|clinical|visiting|junior)$/.test(word),
    ) &&
    first?.preposition === 'at'
  if (/^(?:members?|fellows?)$/.test(head) && !isResearcher)
    return factsWith(
      'MEMBER_OF',
      names
        .all(first?.preposition === 'at' && /^fellows?$/.test(head) ? first.nouns : of, 'organisation')
        .concat(adjuncts.length === 0 ? ownBody(role, names) : [])
        .filter(({ label }) => label === 'Organisation'),
      { time: 'state' },
    )
  if (persons && /^(?:graduate|alumnus|alumna|student|pupil|undergraduate)$/.test(head))
    return factsWith(
      'EDUCATED_AT',
      /^(?:of|at|from)$/.test(first?.preposition ?? '')
        ? names.all(first?.nouns ?? [], 'school')
        : names.modifierOf(noun, /^(?:student|pupil|undergraduate)$/.test(head) ? 'school' : 'alma mater'),
      { time: 'state' },
    )
  if (persons && authors.test(head)) {
    // "the author of several novels, including A (1994) and B (1993)"
    const listed = adjuncts.find(({ preposition }) => preposition === 'including')?.nouns ?? []
    if (listed.length > 0)
      return listed.flatMap(at => {
        const year = names.yearOf(at)
        const works = names.all([at], 'work').filter(work => !isPersonName(work.name))
        return factsWith('AUTHORED', works).map(fact => (year === null ? fact : { ...fact, year }))
      })
    const isMany = /^(?:co-)?(?:creator|inventor|developer|designer)s?$/.test(head) && of.length > 1
    const works = (
      isMany ? of.flatMap(at => names.all([at], 'work')) : [...names.all(of, 'work'), ...owned('work')]
    ).filter(work => !isPersonName(work.name))
    const [only, ...more] = role.terms ?? []
    const year =
      only === undefined || more.length > 0 || only.to !== only.from || works.length !== 1
        ? undefined
        : only.from
    if (works.length > 0 || adjuncts.length === 0)
      return factsWith('AUTHORED', works).map(fact => (year === undefined ? fact : { ...fact, year }))
  }
  if (persons && /^(?:successor|predecessor)$/.test(head))
    return factsWith('SUCCEEDED', [...names.all(of, 'person'), ...owned('person')], {
      isInverse: head === 'predecessor',
    })
  if (/^(?:winner|recipient|laureate|holder|awardee)s?$/.test(head))
    return factsWith(
      'RECEIVED',
      of.length > 0 ? names.all(of, 'award') : names.modifierOf(noun, 'award'),
    ).map(fact => {
      const year = of.length === 1 ? names.dateOf(of[0] ?? -1) : noun.date
      return year === null ? fact : { ...fact, year }
    })
  // "an editor at A" is a job, "the editor of A" an office.
  const isOneOfMany =
    /^an?$/.test(noun.determiner ?? '') && /^(?:editor|manager|secretary|curator|conductor|coach)$/.test(head)
  if (persons && !isOneOfMany && offices.test(` ${[...noun.words, head].join(' ')}`)) {
    const office = names.office(role)
    const held = office === null ? [] : factsWith('HOLDS_OFFICE', [office], { time: 'state' })
    if (held.length > 0) return withTerms(held, role)
  }
  // "the singer of the band A"
  if (persons && sportsman.test(head))
    return withTerms(
      factsWith(
        'MEMBER_OF',
        /^(?:of|for|with|at)$/.test(first?.preposition ?? '') ? names.all(first?.nouns ?? [], 'club') : [],
        { time: 'state' },
      ),
      role,
    )
  if (persons && player.test(head) && /^(?:of|for|in|with)$/.test(first?.preposition ?? ''))
    return factsWith(
      'MEMBER_OF',
      (first?.nouns ?? []).some(at => names.isGroup(at) || names.isPluralGroup(at))
        ? names.all(first?.nouns ?? [], 'organisation')
        : [],
      { time: 'state' },
    )
  if (persons && (job.test(head) || isTrade(head)) && !/^(?:author|inventor)$/.test(head)) {
    const post = /^(?:professor|lecturer|reader|instructor|fellow|curator|head|teacher)$/.test(head)
    const isNear = (index: number) =>
      index === 0 || post || names.all(adjuncts[0]?.nouns ?? [], 'any').length === 0
    const at = adjuncts.find(
      ({ preposition, nouns }, index) =>
        (isTrade(head) && !job.test(head) ? /^(?:at|for)$/ : /^(?:at|for|with|in)$/).test(preposition) &&
        isNear(index) &&
        names.all(nouns, 'organisation').length > 0,
    )
    const bodies =
      at === undefined
        ? role.body !== undefined && adjuncts.length === 0 && !/^an?$/.test(noun.determiner ?? 'a')
          ? []
          : role.isWhere === true && role.body !== undefined && adjuncts.length === 0
            ? [role.body]
            : head === 'employee'
              ? names.all(of, 'organisation')
              : staff.test(head) && adjuncts.length === 0
                ? names.modifierOf(noun, 'organisation')
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
    // "A, a San Francisco-based startup"
    if (place === undefined && noun.words.includes('-based'))
      return factsWith('LOCATED_IN', names.modifierOf(noun, 'known place'), { time: 'state' })
    return factsWith('LOCATED_IN', place === undefined ? [] : names.all(place.nouns.slice(0, 1), 'place'), {
      time: 'state',
    })
  }
  return []
}

function withTerms(facts: readonly RoleFact[], { terms = [] }: Role): RoleFact[] {
  return terms.length === 0 ? [...facts] : facts.flatMap(fact => terms.map(term => ({ ...fact, term })))
}

/** "elected him [a member]", "as [a member]": of the body that the clause names. */
function ownBody({ body, noun }: Role, names: Names): Mention[] {
  if (body !== undefined) return [body]
  return noun.owner === null ? [] : names.ownerOf(noun, 'organisation')
}

/** "the eldest of seven children of A": the parents come after a number. */
function parentsOfMany(adjuncts: Role['adjuncts'], names: Names): Mention[] {
  if (
    !/^(?:children|siblings|sons|daughters|brothers|sisters)$|^(?:two|three|four|five|six|seven|eight|nine|ten)$/.test(
      names.headOf(adjuncts[0]?.nouns[0]),
    )
  )
    return []
  const last = adjuncts.findLast(({ preposition }) => preposition === 'of')
  return adjuncts.length > 1 && last !== undefined ? names.all(last.nouns, 'kin') : []
}
