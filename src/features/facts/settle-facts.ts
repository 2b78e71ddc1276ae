import { uuidOf } from '../../core/model/identity.ts'
import type { Analyzer } from '../../core/ports/analyzer.ts'
import { betterName, namesOf } from './entity-names.ts'
import { exclusiveSide } from './fact.ts'
import type { FactRules, KnownObservation, SettledFact } from './fact-store.ts'

/** How observations become facts, for the store to ask whenever they change. */
export function factRules(analyzer: Pick<Analyzer, 'analyze'>): FactRules {
  return {
    groupOf({ relation, subject, object }) {
      const side = exclusiveSide(relation)
      const who = side === 'object' ? '' : subject.key
      const what = side === 'subject' ? '' : object.key
      return uuidOf('group', relation, who, what)
    },
    settle: observations =>
      settleFacts(observations).map(fact => ({ ...fact, terms: analyzer.analyze(fact.fact, 'en') })),
    entityId: (collection, key) => uuidOf('entity', collection, key),
    factId: (collection, { subject, relation, object, ordinal }) =>
      uuidOf('fact', collection, subject, relation, object, String(ordinal)),
    betterName,
    namesOf,
  }
}

type Settled = Omit<SettledFact, 'terms'>

/**
 * The facts of one group. Observations of the same two are one fact for as long as nothing comes between them: an end
 * that was told, or, where only one can hold at a time, another that was seen later. What another took the place of
 * ends on the day the other was first seen. Two that are seen on the same day both hold: neither is later.
 */
export function settleFacts(observations: readonly KnownObservation[]): Settled[] {
  const pairs = Map.groupBy(observations, ({ subject, object }) => `${subject}\0${object}`)
  return [...pairs.values()].flatMap(own => stretches(own, rivalDays(own, observations)))
}

/**
 * Days on which another was seen, and this one was not. Who is only mentioned as holding an office closes nobody else's
 * term; but the term ends all the same when the record shows another in the office.
 */
function rivalDays(own: readonly KnownObservation[], all: readonly KnownObservation[]): string[] {
  const isOffice = own.some(({ relation }) => exclusiveSide(relation) === 'object')
  if (!isOffice && !own.some(({ isExclusive }) => isExclusive)) return []
  const members = new Set(own)
  const seen = new Set(own.map(({ validAt }) => validAt))
  const days = all
    .filter(one => one.isExclusive && !members.has(one))
    .flatMap(({ validAt }) => (validAt === null || seen.has(validAt) ? [] : [validAt]))
  return [...new Set(days)].sort()
}

type Stretch = {
  from: string | null
  to: string | null
  lastSeen: string | null
  isSuperseded: boolean
  members: KnownObservation[]
}

function stretches(own: readonly KnownObservation[], rivals: readonly string[]): Settled[] {
  const found: Stretch[] = []
  for (const one of own.map(one => asHistory(one, own)).toSorted(byTime)) {
    const open = found.at(-1)
    if (open === undefined || isApart(open, one, rivals)) found.push(begin(one))
    else join(open, one)
  }
  for (const stretch of found) cut(stretch, rivals)
  return found.map((stretch, ordinal) => toFact(stretch, ordinal))
}

/** What is not dated joins the first stretch. */
function byTime(one: KnownObservation, other: KnownObservation): number {
  const [a, b] = [one.validAt ?? one.invalidAt ?? '', other.validAt ?? other.invalidAt ?? '']
  return a === b ? one.key - other.key : a < b ? -1 : 1
}

function isApart(open: Stretch, one: KnownObservation, rivals: readonly string[]): boolean {
  const { validAt } = one
  if (validAt === null) return false
  if (open.to !== null && open.to <= validAt) return true
  const last = open.lastSeen
  return last !== null && rivals.some(day => last < day && day <= validAt)
}

function begin(one: KnownObservation): Stretch {
  const { validAt, invalidAt } = one
  return { from: validAt, to: invalidAt, lastSeen: validAt, isSuperseded: false, members: [one] }
}

function join(open: Stretch, one: KnownObservation): void {
  open.members.push(one)
  open.from = earlier(open.from, one.validAt)
  open.lastSeen = later(open.lastSeen, one.validAt)
  if (one.invalidAt === null) return
  if (open.lastSeen === null || one.invalidAt > open.lastSeen) open.to = earlier(open.to, one.invalidAt)
}

/** Mentioned as if it held on a day when it is also said to be over: it was told of the past. */
function asHistory(one: KnownObservation, own: readonly KnownObservation[]): KnownObservation {
  const { validAt } = one
  const isOver = validAt !== null && own.some(other => other.validAt === null && other.invalidAt === validAt)
  return one.isExclusive || !isOver ? one : { ...one, validAt: null, invalidAt: validAt }
}

/** Another that was seen after the last time this one was. */
function cut(stretch: Stretch, rivals: readonly string[]): void {
  const { lastSeen, to } = stretch
  if (lastSeen === null) return
  const day = rivals.find(rival => rival > lastSeen)
  if (day === undefined || (to !== null && to <= day)) return
  stretch.to = day
  stretch.isSuperseded = true
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

function toFact({ from, to, isSuperseded, members }: Stretch, ordinal: number): Settled {
  // SAFETY: a stretch begins with a member.
  const first = members[0] as KnownObservation
  const { subject, relation, object } = first
  const shown = members.find(({ invalidAt }) => invalidAt === null) ?? first
  return {
    ordinal,
    subject,
    relation,
    object,
    fact: shown.fact,
    validAt: from,
    invalidAt: to,
    isSuperseded,
    observations: members.map(({ key }) => key),
  }
}
