import { uuidOf } from '../../core/model/identity.ts'
import type { Entity, Fact, FactSupport } from './fact.ts'
import { fold } from './people.ts'

/**
 * What a user says about facts, by names: so it holds after rebuilding, in every library, and for documents that were moved or
 * imported again. `merge`: `name` is another spelling of `other`. `split`: what the document `other` says of `name` is about
 * somebody else. `wrong`: the fact is not true, or not stated.
 */
export type Correction =
  | { kind: 'merge'; name: string; other: string }
  | { kind: 'split'; name: string; other: string }
  | { kind: 'wrong'; name: string; relation: string; other: string }

/** A correction as the four texts that a table keeps. */
export type CorrectionRow = { kind: Correction['kind']; name: string; relation: string; other: string }

export function rowOf(correction: Correction): [kind: string, name: string, relation: string, other: string] {
  const relation = correction.kind === 'wrong' ? correction.relation : ''
  return [correction.kind, correction.name, relation, correction.other]
}

export function correctionOf({ kind, name, relation, other }: CorrectionRow): Correction {
  return kind === 'wrong' ? { kind, name, relation, other } : { kind, name, other }
}

/** Another spelling that was found to be the same entity, and why. */
export type Spelling = { name: string; into: string; reason: string }

/** The facts as corrected: merged names are shown as one, split ones as two, wrong facts are left out. */
export function correctFacts(
  facts: readonly Fact[],
  corrections: readonly Correction[],
  spellings: readonly Spelling[] = [],
): Fact[] {
  if (corrections.length === 0 && spellings.length === 0) return [...facts]
  const into = canonicalNames(corrections, spellings)
  const rename = (entity: Entity): Entity => ({ ...entity, name: into.get(fold(entity.name)) ?? entity.name })
  return facts
    .flatMap(fact => splitFact(fact, corrections))
    .map(fact => renamed(fact, rename))
    .filter(fact => !corrections.some(correction => isWrong(fact, correction)))
}

/** By folded name: the name under which a merged entity is shown. */
export function canonicalNames(
  corrections: readonly Correction[],
  spellings: readonly Spelling[],
): ReadonlyMap<string, string> {
  const pairs = [
    ...spellings.map(({ name, into }) => [name, into] as const),
    ...corrections.flatMap(one => (one.kind === 'merge' ? [[one.name, one.other] as const] : [])),
  ]
  const next = new Map(pairs.map(([name, other]) => [fold(name), other]))
  const end = (name: string, seen: number): string => {
    const other = next.get(fold(name))
    return other === undefined || seen > next.size ? name : end(other, seen + 1)
  }
  return new Map(pairs.map(([name, other]) => [fold(name), end(other, 0)]))
}

/** The folded names with all names that are merged with them. */
export function namesFor(names: readonly string[], into: ReadonlyMap<string, string>): string[] {
  const all = new Set(names)
  for (const name of names) {
    const shown = fold(into.get(name) ?? name)
    all.add(shown)
    for (const [other, target] of into) if (fold(target) === shown) all.add(other)
  }
  return [...all]
}

function renamed(fact: Fact, rename: (entity: Entity) => Entity): Fact {
  const [subject, object] = [rename(fact.subject), rename(fact.object)]
  const text = fact.fact.replace(fact.subject.name, subject.name).replace(fact.object.name, object.name)
  return { ...fact, subject, object, fact: text }
}

function isWrong({ subject, relation, object }: Fact, correction: Correction): boolean {
  return (
    correction.kind === 'wrong' &&
    fold(subject.name) === fold(correction.name) &&
    relation === correction.relation &&
    fold(object.name) === fold(correction.other)
  )
}

/** The part of a fact that a split document supports is about another entity, named after that document. */
function splitFact(fact: Fact, corrections: readonly Correction[]): Fact[] {
  const sources = corrections.flatMap(one =>
    one.kind === 'split' && [fact.subject, fact.object].some(({ name }) => fold(name) === fold(one.name))
      ? [one.other]
      : [],
  )
  const isSplit = ({ source }: FactSupport) => sources.includes(source)
  const [first] = fact.supports.filter(isSplit)
  if (first === undefined) return [fact]
  const names = new Set(corrections.flatMap(one => (one.kind === 'split' ? [fold(one.name)] : [])))
  const apart = (entity: Entity): Entity =>
    names.has(fold(entity.name))
      ? { ...entity, id: uuidOf('split', entity.id, first.source), name: `${entity.name} (${first.title})` }
      : entity
  const own = fact.supports.filter(isSplit)
  const left = fact.supports.filter(support => !isSplit(support))
  const other = renamed(
    { ...fact, id: uuidOf('split', fact.id, first.source), supports: own, supportCount: own.length },
    apart,
  )
  return left.length === 0
    ? [other]
    : [{ ...fact, supports: left, supportCount: fact.supportCount - own.length }, other]
}
