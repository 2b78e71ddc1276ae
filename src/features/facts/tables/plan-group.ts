import type { FactRules, KnownObservation, SettledFact } from '../fact-store.ts'

/** A stored observation and the key of the fact that it supports. */
export type AssignedObservation = KnownObservation & { factKey: number | null }

/** A stored fact of the group. */
export type KnownFact = { key: number; id: string; fact: string; expiredAt: string | null }

/** A fact to insert, or to update where `key` is not null. */
export type FactPut = {
  id: string
  key: number | null
  fact: SettledFact
  expiredAt: string | null
  /** Whether its text is new: then its terms and its vector are too. */
  isReworded: boolean
  /** Observations that did not support it before. */
  newObservations: number[]
}

/** Settles one group of observations: which facts to put, and the keys of those that are no longer stated. */
export function planGroup(
  { observations, known }: { observations: readonly AssignedObservation[]; known: readonly KnownFact[] },
  { rules, collection, now }: { rules: FactRules; collection: string; now: string },
): { puts: FactPut[]; drops: number[] } {
  const assigned = new Map(observations.map(({ key, factKey }) => [key, factKey]))
  const left = new Map(known.map(fact => [fact.id, fact]))
  const puts = rules.settle(observations).map((fact): FactPut => {
    const id = rules.factId(collection, fact)
    const old = left.get(id)
    left.delete(id)
    return {
      id,
      key: old?.key ?? null,
      fact,
      expiredAt: fact.isSuperseded ? (old?.expiredAt ?? now) : null,
      isReworded: old?.fact !== fact.fact,
      // Only changed rows are written: a group may be large, and few of its observations are new.
      newObservations: fact.observations.filter(key => old === undefined || assigned.get(key) !== old.key),
    }
  })
  return { puts, drops: [...left.values()].map(({ key }) => key) }
}

/** How often each term occurs. */
export function countFactTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

/** The beginning of the names of all versions of a reader, which have the same name with another number. */
export function readerFamily(reader: string): string {
  return `${reader.replace(/-\d+$/, '')}-`
}
