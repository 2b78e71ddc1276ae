import { uuidOf } from '../../core/model/identity.ts'
import type { Analyzer } from '../../core/ports/analyzer.ts'
import { betterName, namesOf } from './entity-names.ts'
import { exclusiveSide } from './fact.ts'
import type { FactRules, KnownObservation, SettledFact } from './fact-store.ts'

/** The rules by which the store turns observations into facts. */
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
 * The facts of one group. Observations of the same subject and object form one fact until something separates them: a
 * stated end, or, where only one can hold at a time, a later observation of another. A replaced fact ends on the day on
 * which the other was first observed. Two that are observed on the same day both hold.
 */
export function settleFacts(observations: readonly KnownObservation[]): Settled[] {
  const pairs = Map.groupBy(observations, ({ subject, object }) => `${subject}\0${object}`)
  return [...pairs.values()].flatMap(own => periodsOf(own, rivalDays(own, observations)))
}

/**
 * Days on which an exclusive other was observed, and this one was not. A mere mention of an office holder is not
 * exclusive and ends nobody's term, but its own term ends when the record shows another holder.
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

type ObservedPeriod = {
  from: string | null
  to: string | null
  lastSeen: string | null
  isSuperseded: boolean
  members: KnownObservation[]
}

function periodsOf(own: readonly KnownObservation[], rivals: readonly string[]): Settled[] {
  const found: ObservedPeriod[] = []
  for (const one of own.map(one => asHistory(one, own)).toSorted(byTime)) {
    const open = found.at(-1)
    if (open === undefined || isApart(open, one, rivals)) found.push(begin(one))
    else join(open, one)
  }
  for (const period of found) cut(period, rivals)
  return found.map((period, ordinal) => toFact(period, ordinal))
}

/** Observations without a date come first and join the first period. */
function byTime(one: KnownObservation, other: KnownObservation): number {
  const [a, b] = [one.validAt ?? one.invalidAt ?? '', other.validAt ?? other.invalidAt ?? '']
  return a === b ? one.key - other.key : a < b ? -1 : 1
}

function isApart(open: ObservedPeriod, one: KnownObservation, rivals: readonly string[]): boolean {
  const { validAt } = one
  if (validAt === null) return false
  if (open.to !== null && open.to <= validAt) return true
  const last = open.lastSeen
  return last !== null && rivals.some(day => last < day && day <= validAt)
}

function begin(one: KnownObservation): ObservedPeriod {
  const { validAt, invalidAt } = one
  return { from: validAt, to: invalidAt, lastSeen: validAt, isSuperseded: false, members: [one] }
}

function join(open: ObservedPeriod, one: KnownObservation): void {
  open.members.push(one)
  open.from = earlier(open.from, one.validAt)
  open.lastSeen = later(open.lastSeen, one.validAt)
  if (one.invalidAt === null) return
  if (open.lastSeen === null || one.invalidAt > open.lastSeen) open.to = earlier(open.to, one.invalidAt)
}

/** A mere mention on a day on which another passage says that it was over is about the past. */
function asHistory(one: KnownObservation, own: readonly KnownObservation[]): KnownObservation {
  const { validAt } = one
  const isOver = validAt !== null && own.some(other => other.validAt === null && other.invalidAt === validAt)
  return one.isExclusive || !isOver ? one : { ...one, validAt: null, invalidAt: validAt }
}

/** Ends the period at the first rival after its last observation. */
function cut(period: ObservedPeriod, rivals: readonly string[]): void {
  const { lastSeen, to } = period
  if (lastSeen === null) return
  const day = rivals.find(rival => rival > lastSeen)
  if (day === undefined || (to !== null && to <= day)) return
  period.to = day
  period.isSuperseded = true
}

function later(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}

function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

function toFact({ from, to, isSuperseded, members }: ObservedPeriod, ordinal: number): Settled {
  // SAFETY: `begin` makes every period with one member.
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
