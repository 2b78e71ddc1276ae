import type { Mention } from '../fact.ts'

const verbs: Readonly<Record<string, readonly [present: string, past: string]>> = {
  HOLDS_OFFICE: ['holds the office of', 'held the office of'],
  MEMBER_OF: ['is a member of', 'was a member of'],
  EMPLOYED_BY: ['works for', 'worked for'],
  SUCCEEDED: ['succeeded', 'succeeded'],
  FOUNDED: ['founded', 'founded'],
  FOUNDED_IN: ['was founded in', 'was founded in'],
  ACQUIRED: ['acquired', 'acquired'],
  MERGED_WITH: ['merged with', 'merged with'],
  LOCATED_IN: ['is in', 'was in'],
  BORN_IN: ['was born in', 'was born in'],
  DIED_IN: ['died in', 'died in'],
  RECEIVED: ['received', 'received'],
  AUTHORED: ['is the author of', 'is the author of'],
  EDUCATED_AT: ['was educated at', 'was educated at'],
  CHILD_OF: ['is a child of', 'is a child of'],
  MARRIED_TO: ['is married to', 'was married to'],
  SIBLING_OF: ['is a sibling of', 'is a sibling of'],
}

/** The statement in one sentence: "Isaac Newton was born on 25 December 1642." */
export function wordFact(
  { subject, relation, object }: { subject: Mention; relation: string; object: Mention },
  { isPast }: { isPast: boolean },
): string {
  const [present, past] = verbs[relation] ?? [
    relation.toLowerCase().replaceAll('_', ' '),
    relation.toLowerCase().replaceAll('_', ' '),
  ]
  const verb = isPast ? past : present
  const isDay = object.label === 'Date' && /^\d{1,2}\D|\b\p{L}+ \d{1,2}\b|-\d\d-\d\d$/u.test(object.name)
  return `${subject.name} ${isDay ? verb.replace(/ in$/, ' on') : verb} ${object.name}.`
}
