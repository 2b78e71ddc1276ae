import type { Observation } from '../../fact.ts'
import { personMention } from '../../people.ts'
import { factRules } from '../../settle-facts.ts'

export const rules = factRules({ analyze: text => text.toLowerCase().match(/[a-z]+/g) ?? [] })

/** An observation of the record: a person is a member of a party on a day. */
export function observe(who: string, party: string, validAt: string | null): Observation {
  return {
    subject: personMention(who, null),
    relation: 'MEMBER_OF_PARTY',
    object: { key: `organisation:${party}`, name: party, label: 'Organisation' },
    fact: `${who} is in ${party}.`,
    origin: 'record',
    isExclusive: true,
    start: 0,
    end: 5,
    validAt,
    invalidAt: null,
  }
}
