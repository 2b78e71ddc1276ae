import { hasLegalForm } from '../clauses/name-kinds.ts'
import type { ReadFact } from './read-facts.ts'
import { unread } from './signs-of.ts'

/** The facts of all windows of a document together: full names, each fact once, no contradictions. `names` are in the order of the text. */
export function settleRead(facts: readonly ReadFact[], names: readonly string[]): ReadFact[] {
  const full = fullForms(names)
  const named = facts.map(fact => ({
    ...fact,
    subject: full.get(fact.subject) ?? fact.subject,
    object: full.get(fact.object) ?? fact.object,
  }))
  return withoutConflicts(
    withoutRepeats(withBothReadings(named.filter(({ subject, object }) => subject !== object))),
  )
}

/**
 * The longer name that a document used before a shorter one: "Sione Latu Vaipulu" for "Sione Vaipulu", "Manitowoc Marine Band" for
 * "Marine Band". `names` are in the order of the text.
 */
function fullForms(names: readonly string[]): Map<string, string> {
  const all = [...new Set(names)]
  const full = new Map<string, string>()
  for (const [at, name] of all.entries()) {
    const own = name.split(' ')
    if (own.length < 2) continue
    const longer = all.slice(0, at).filter(other => {
      const theirs = other.split(' ')
      const isMiddle =
        theirs[0] === own[0] && theirs.at(-1) === own.at(-1) && own.every(word => theirs.includes(word))
      const rest = other.startsWith(`${name} `) ? other.slice(name.length + 1) : ''
      const isBody = rest !== '' && rest.split(' ').length < 3 && (bodyWord.test(rest) || hasLegalForm(other))
      const isEnd = other.endsWith(` ${name}`) && !/ (?:of|for|and|&) /.test(other.slice(0, -name.length))
      return theirs.length > own.length && theirs.length <= own.length + 3 && (isMiddle || isEnd || isBody)
    })
    const [only] = longer
    if (only !== undefined && longer.length === 1) full.set(name, only)
  }
  return full
}

const bodyWord =
  /^(?:Motel|Hotel|Instruments|Foundation|Brewery|Works|Mills?|Motors|Foods|Records|Press|Books|Systems|Software|Labs|Laborator(?:y|ies)|Airways|Airlines|Lines|Bank|Museum|Society|Club|Company|Brothers|Sons|Group|Holdings|Industries|Shipping|Textiles|Theatre|School|College|University|Institute|Hospital|Orchestra|Band|Quartet|Choir|Party|Union|Association|Trust|Library|Studios?|Pictures|Pharma|Estate|Winery|Football Club|F\.?C|Farm|Project)\.?$/

/** The facts of windows, with the score that they have where their sentence was read by itself; and those that were found only so. */
function withBothReadings(facts: readonly ReadFact[]): ReadFact[] {
  const own = Map.groupBy(facts, ({ subject, relation, object, sentence }) =>
    [sentence.start, relation, subject, object].join('|').toLowerCase(),
  )
  return [...own.values()].flatMap(readings => {
    const [wide, alone] = [false, true].map(is =>
      readings
        .filter(({ isAlone }) => isAlone === is)
        .toSorted((one, other) => worthOf(other) - worthOf(one)),
    )
    const [by] = alone ?? []
    const [first] = wide ?? []
    const score = by?.score ?? unread
    if (first !== undefined) return [{ ...first, signs: { ...first.signs, alone: score } }]
    return by === undefined ? [] : [{ ...by, score: unread, signs: { ...by.signs, alone: score } }]
  })
}

/** Names in different sentences are worth less than their score says. */
const worthOf = ({ score, signs }: ReadFact): number =>
  Math.max(score, signs.alone) - (signs.apart === 2 ? 4 : 0)

/** Each fact once, where the model is surest; another reading with another beginning is another term. */
function withoutRepeats(facts: readonly ReadFact[]): ReadFact[] {
  const kept = new Map<string, ReadFact[]>()
  for (const fact of facts.toSorted((one, other) => worthOf(other) - worthOf(one))) {
    const key = [fact.subject, fact.relation, fact.object].join('|').toLowerCase()
    const known = kept.get(key) ?? []
    const isTerm =
      fact.relation === 'HOLDS_OFFICE' &&
      fact.begin !== null &&
      known.every(
        ({ begin, sentence }) =>
          begin !== null && begin.slice(0, 4) !== fact.begin?.slice(0, 4) && sentence !== fact.sentence,
      )
    if (known.length === 0 || isTerm) kept.set(key, [...known, fact])
  }
  return [...kept.values()].flat()
}

const single = /^(?:BORN_IN|DIED_IN|FOUNDED_IN)$/
const family = /^(?:CHILD_OF|MARRIED_TO|SIBLING_OF)$/
const directed = /^(?:CHILD_OF|SUCCEEDED|ACQUIRED)$/

/** Of two facts that cannot both be true, the surer one: two places of birth, a sister who is also a daughter. Best first. */
function withoutConflicts(facts: readonly ReadFact[]): ReadFact[] {
  const taken = new Map<string, string>()
  return facts
    .toSorted((one, other) => worthOf(other) - worthOf(one))
    .filter(({ subject, relation, object, isDate }) => {
      const claims: [string, string][] = []
      const pair = [subject, object].toSorted().join('|')
      if (single.test(relation))
        claims.push([`${relation} ${isDate ? 'date' : 'place'} of ${subject}`, object])
      if (family.test(relation)) claims.push([`kin ${pair}`, relation])
      if (directed.test(relation)) claims.push([`${relation} ${pair}`, subject])
      const isFree = claims.every(([claim, value]) => (taken.get(claim) ?? value) === value)
      if (isFree) for (const [claim, value] of claims) taken.set(claim, value)
      return isFree
    })
}
