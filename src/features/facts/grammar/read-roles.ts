import type { Mention } from '../fact.ts'
import type { Chunk, Noun } from './chunk.ts'
import { afterBrackets, isAnd, isMark } from './chunk-steps.ts'
import { nounList } from './find-complements.ts'
import { area, authors, founders, offices } from './role-nouns.ts'

/** A noun that says what somebody or something is, with what belongs to it: "[founder] of [A]". */
export type Role = {
  head: string
  noun: Noun
  adjuncts: { preposition: string; nouns: number[] }[]
  to: number
  /** The terms in brackets: "president (1918, 1946–1956) of A". */
  terms?: readonly Term[]
  /** The body that the clause names where the role does not: "joined [A] as director". */
  body?: Mention
  /** Whether the body is the place of "where he was". */
  isWhere?: boolean
}

/** The first and last year of a term, as numbers of phrases; `to` is null while it lasts. */
export type Term = { from: number; to: number | null }

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
    // "a member of A and of B"
    const again = chunks[to + 1]
    if (isAnd(chunks[to]) && isMark(again, mark.text) && chunks[to + 2]?.type === 'noun') {
      const more = nounList(chunks, to + 2)
      if (chunks[more.end]?.type === 'verb') break
      list.push(...more.list)
      to = more.end
    }
  }
  const terms = termsIn(chunks.slice(at + 1, to))
  return { head: noun.head, noun, adjuncts, to, terms: terms.length > 0 ? terms : spanBehind(chunks, to) }
}

/** The terms in the first brackets that hold nothing but years. */
export function termsIn(chunks: readonly Chunk[]): Term[] {
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
    // "founder and president of A, a bank"
    if (comma === 1 && area.test(next.head) && !area.test(role.head)) break
    const follower = chunks[joint + 1]
    if (follower?.type === 'verb' && follower.form === 'finite') break
    from = joint
  }
  const body = roles.findLast(({ adjuncts }) => adjuncts.length > 0)
  const last = roles.at(-1)
  if (body === undefined || last === undefined || body !== last) return roles
  return roles.map((role, index) =>
    role.adjuncts.length > 0 || index === roles.length - 1 || !isSimilar(role.noun, last.noun)
      ? role
      : { ...role, adjuncts: last.adjuncts },
  )
}

/** "founder and president of A" share the body, "a chemist and president of A" do not. */
function isSimilar(one: Noun, other: Noun): boolean {
  if (area.test(one.head ?? '') && area.test(other.head ?? '')) return true
  const needsBody = ({ head, words }: Noun) =>
    founders.test(head ?? '') || offices.test(` ${[...words, head].join(' ')}`) || authors.test(head ?? '')
  return needsBody(one) && needsBody(other)
}

/** The years behind a role: "engineer at A [from 2010 to 2014] and …". */
function spanBehind(chunks: readonly Chunk[], at: number): Term[] {
  const [opening, from, closing, to] = chunks.slice(at, at + 4)
  if (from?.type !== 'date') return []
  if (isMark(opening, 'since')) return [{ from: from.at, to: null }]
  const isSpan = isMark(opening, 'from') || isMark(opening, 'between')
  const isClosed = closing?.type === 'mark' && /^(?:to|until|till|and|–|-)$/.test(closing.text)
  return isSpan && isClosed && to?.type === 'date' ? [{ from: from.at, to: to.at }] : []
}
