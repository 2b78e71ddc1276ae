import type { Mention } from '../fact.ts'
import { isMark } from './chunk-steps.ts'
import { type Clause, type Frame, isBody, nounAt, nounsAfter, pairs, rolesAt, type Said } from './clause.ts'
import { nounList } from './find-complements.ts'
import { isRole, kin } from './role-nouns.ts'

/** "belonged to A". */
export const belonged: Frame = ({ predicate, names, chunks }) =>
  predicate.isPassive
    ? []
    : pairs(
        { relation: 'MEMBER_OF', time: 'state' },
        names.all(predicate.subjects, 'person'),
        names.all(nounsAfter({ predicate, names, chunks, day: null }, /^to$/), 'organisation').filter(isBody),
      )

/** "played for A (1973–1978) and B", "played bass in the band C", "sang with D". */
export const played: Frame = clause => {
  const { predicate, names, chunks } = clause
  if (predicate.isPassive) return []
  const people = names.all(predicate.subjects, 'person')
  return predicate.adjuncts
    .filter(({ preposition }) => /^(?:for|in|with)$/.test(preposition))
    .flatMap(({ preposition, nouns }) =>
      nouns.flatMap(at => {
        const isNamed = nounAt(clause, at)?.name != null
        if (!isNamed || (preposition !== 'for' && !names.isGroup(at) && !names.isPluralGroup(at))) return []
        const [open, from, dash, to] = chunks.slice(at + 1, at + 5)
        const isTerm =
          open !== undefined && isMark(open, '(') && from?.type === 'date' && /^[–—-]$/.test(markOf(dash))
        return pairs({ relation: 'MEMBER_OF', time: 'state' }, people, names.all([at], 'club')).map(
          (said): Said =>
            isTerm ? { ...said, term: { from: from.at, to: to?.type === 'date' ? to.at : null } } : said,
        )
      }),
    )
}

function markOf(chunk: Clause['chunks'][number] | undefined): string {
  return chunk?.type === 'mark' ? chunk.text : ''
}

/** "signed with A": a player. */
export const signed: Frame = clause => {
  const { predicate, names } = clause
  const isClub = (name: string) =>
    / (?:F\.?C\.?|United|City|Rovers|Athletic|Albion|Wanderers|Town|Club|Hotspur|Villa|Rangers|County|Records)$|^(?:FC|AC|AS|Real) /.test(
      name,
    )
  const [people, bodies] = predicate.isPassive
    ? [predicate.subjects, nounsAfter(clause, /^(?:by|to)$/)]
    : predicate.objects.length > 0
      ? [predicate.objects, predicate.subjects]
      : [predicate.subjects, nounsAfter(clause, /^(?:with|for)$/)]
  return pairs(
    { relation: 'MEMBER_OF', time: 'begin' },
    names.all(people, 'person'),
    names
      .all(bodies, 'club')
      .filter(one => isBody(one) && !/ Records$/.test(one.name) && (names.hasPlayers() || isClub(one.name))),
  )
}

/** "moved to A as professor", "returned to B as director": a post, and the body that has it. */
export const tookPost: Frame = clause => {
  const { predicate, names } = clause
  const isPost = predicate.adjuncts.some(({ preposition }) => preposition === 'as')
  if (predicate.isPassive || !isPost) return []
  const [body] = names.all(nounsAfter(clause, /^(?:to|at)$/), 'organisation').filter(isBody)
  if (body === undefined) return []
  const roles = rolesAt(clause, body, { preposition: /^as$/, time: 'begin' })
  const people = names.all(predicate.subjects, 'person')
  return roles.some(({ object }) => object.key === body.key) || roles.length > 0
    ? roles
    : isStudent(clause)
      ? []
      : pairs({ relation: 'EMPLOYED_BY', time: 'begin' }, people, [body])
}

function isStudent(clause: Clause): boolean {
  const [at] = nounsAfter(clause, /^as$/)
  const noun = nounAt(clause, at)
  return (
    noun === null ||
    !isRole(noun) ||
    /^(?:student|undergraduate|freshman|pupil|scholar|fellow|guest|visitor|child|boy|girl|man|woman)$/.test(
      noun.head ?? '',
    )
  )
}

/** "is survived by his wife, A; two sons, B and C; and a sister, D". */
export const survived: Frame = clause => (clause.predicate.isPassive ? relativesOf(clause) : [])

/** The relatives whom the words after a verb name: "two sons, A and B, a brother named C". */
export function relativesOf(clause: Clause): Said[] {
  const { predicate, chunks, names } = clause
  const [person, ...others] = names.all(predicate.subjects, 'kin')
  if (person === undefined) return []
  if (others.length > 0) return othersOf(clause, [person, ...others])
  const said: Said[] = []
  for (let at = predicate.at + 1; at < chunks.length; at++) {
    const noun = chunks[at]
    if (noun?.type === 'verb' && !/^(?:name|call|called)$/.test(noun.lemma)) break
    if (noun?.type !== 'noun' || noun.name !== null || noun.head === null || !kin.test(noun.head)) continue
    const next = chunks[at + 1]
    const isCalled = next?.type === 'verb' && /^(?:name|call|called)$/.test(next.lemma)
    const isApart = isMark(next, ',') || isMark(next, ':') || isCalled
    const { list } = nounList(chunks, isApart ? at + 2 : at + 1)
    const relatives = names.all(list, 'kin')
    const isOwn = noun.owner !== null
    said.push(
      ...kinOf(
        noun.head,
        person,
        isOwn
          ? relatives
          : relatives.filter(
              ({ name }) =>
                list.some(one => names.textOf(one) === name) ||
                (list.length > 1 &&
                  name.includes(' ') &&
                  list.every(one => names.textOf(one) !== name.split(' ')[0])),
            ),
      ),
    )
  }
  return said
}

/** "A and B had a brother, C". */
function othersOf(clause: Clause, persons: readonly Mention[]): Said[] {
  const { predicate, chunks, names } = clause
  const [at = -1] = predicate.objects
  const noun = nounAt(clause, at)
  if (noun === null || !/^(?:brothers?|sisters?)$/.test(noun.head ?? '')) return []
  const { list } = nounList(
    chunks,
    isMark(chunks[at + 1], ',') || isMark(chunks[at + 1], ':') ? at + 2 : at + 1,
  )
  return persons.flatMap(person =>
    pairs({ relation: 'SIBLING_OF', time: 'none' }, [person], names.all(list, 'kin')),
  )
}

function kinOf(head: string, person: Mention, relatives: readonly Mention[]): Said[] {
  const fact = (relation: string, subject: Mention, object: Mention): Said[] =>
    subject.key === object.key ? [] : [{ relation, subject, object, time: 'none' }]
  return relatives.flatMap(one =>
    /^(?:wife|husband|spouse|widow|widower)$/.test(head)
      ? fact('MARRIED_TO', person, one)
      : /^(?:brothers?|sisters?|siblings?)$/.test(head)
        ? fact('SIBLING_OF', person, one)
        : /^(?:mother|father|parents?)$/.test(head)
          ? fact('CHILD_OF', person, one)
          : fact('CHILD_OF', one, person),
  )
}
