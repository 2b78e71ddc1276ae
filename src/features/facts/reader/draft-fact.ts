import { isPersonName } from '../clauses/name-kinds.ts'
import { wordFact } from '../clauses/word-fact.ts'
import { thing } from '../entity-names.ts'
import type { EntityLabel, Mention } from '../fact.ts'
import type { People } from '../people.ts'
import type { Draft } from '../read-text.ts'
import type { ReadFact } from './read-facts.ts'

/** A fact as the rules state facts. */
export function draftFact(fact: ReadFact, people: People): Draft {
  const { relation } = fact
  const person = (name: string): Mention =>
    people.find(name, { asMember: false, electorate: null }) ?? thing('Person', name)
  const subject =
    isPersonal.test(relation) ||
    (!/^(?:ACQUIRED|MERGED_WITH|LOCATED_IN|FOUNDED_IN)$/.test(relation) && isPersonName(fact.subject))
      ? person(fact.subject)
      : thing('Organisation', fact.subject)
  const label = objectLabels[relation]
  const object: Mention = fact.isDate
    ? { key: `date:${fact.object}`, name: fact.object, label: 'Date' }
    : label === undefined
      ? person(fact.object)
      : thing(label, fact.object)
  const validAt = fact.begin === null ? null : firstDay(fact.begin)
  const invalidAt = fact.end === null ? null : lastDay(fact.end)
  return {
    subject,
    relation,
    object,
    validAt,
    invalidAt,
    isExclusive: false,
    fact: wordFact({ subject, relation, object }, { isPast: invalidAt !== null }),
  }
}

const objectLabels: Readonly<Record<string, EntityLabel>> = {
  BORN_IN: 'Place',
  DIED_IN: 'Place',
  HOLDS_OFFICE: 'Role',
  FOUNDED: 'Organisation',
  FOUNDED_IN: 'Place',
  ACQUIRED: 'Organisation',
  MERGED_WITH: 'Organisation',
  LOCATED_IN: 'Place',
  RECEIVED: 'Thing',
  AUTHORED: 'Work',
  EDUCATED_AT: 'Organisation',
  MEMBER_OF: 'Organisation',
  EMPLOYED_BY: 'Organisation',
}
const isPersonal =
  /^(?:BORN_IN|DIED_IN|HOLDS_OFFICE|EDUCATED_AT|EMPLOYED_BY|CHILD_OF|MARRIED_TO|SIBLING_OF|SUCCEEDED)$/

function firstDay(day: string): string {
  return `${day}-01-01`.slice(0, 10)
}

function lastDay(day: string): string {
  if (day.length === 10) return day
  const [year = '', month = '12'] = day.split('-')
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return `${year}-${month}-${last}`
}
