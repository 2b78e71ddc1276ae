import { date, namePattern, organisation, recognise, thing } from './entity-names.ts'
import type { Mention } from './fact.ts'
import { personMention, personPattern, plainPattern } from './people.ts'
import { momentPattern, readPeriod } from './periods.ts'
import type { Draft, Match, Pattern, TextContext } from './read-text.ts'
import { isOtherPerson, isUncertain } from './sentences.ts'
import { callings, kindWords } from './words.ts'

const name = (group: string) => `(?<${group}>(?:[Tt]he )?${namePattern})`
const person = `(?<person>${personPattern})`
const anyCalling = new RegExp(`\\b(?:${callings.join('|')})\\b`)
const when = `(?:(?:in|on) (?<when>${momentPattern}))`

/** Patterns for trades. */
const trades: readonly Pattern[] = [
  {
    hint: anyCalling,
    regex: new RegExp(
      `(?<person>${personPattern}), (?:an?|the) (?:(?:former|retired|\\p{Lu}\\p{Ll}+) )?(?<calling>${callings.join('|')})(?=[,.;:)]| (?:from|at|in|of|who|with|by)\\b|$)`,
      'gu',
    ),
    read: (found, context) => (/^,? (?:and|or) /.test(found.after) ? null : readTrade(found, context)),
  },
  {
    hint: anyCalling,
    regex: new RegExp(
      `(?:[Tt]he|[Hh]is|[Hh]er) (?:(?:former|retired|\\p{Lu}\\p{Ll}+) )?(?<calling>${callings.join('|')}),? (?<person>${plainPattern})(?=[,.;:)]|$| \\p{Ll})`,
      'gu',
    ),
    read: (found, context) => (/^,? (?:and|or) /.test(found.after) ? null : readTrade(found, context)),
  },
]

/** Patterns for foundings, places, births and deaths, memberships and acquisitions in the record of a parliament. */
const events: readonly Pattern[] = [
  {
    // "The Tarragindi Bowls Club was established in 1944"
    hint: / was (?:first )?(?:founded|established|formed|incorporated|set up|created) /,
    regex: new RegExp(
      `${name('thing')} was (?:first )?(?:founded|established|formed|incorporated|set up|created) ${when}`,
      'gu',
    ),
    read: found =>
      unlessUncertain(found, () => {
        const subject = recognise(found.groups.thing ?? '')
        return subject && datedEvent(subject, { relation: 'FOUNDED_IN', verb: 'was founded' }, found)
      }),
  },
  {
    // "Qantas was founded by Hudson Fysh"
    hint: / was (?:founded|co-founded|established) .*by /,
    regex: new RegExp(
      `${name('thing')} was (?:founded|co-founded|established) (?:${when} )?by ${person}`,
      'gu',
    ),
    read: (found, context) => unlessUncertain(found, () => readFounding(found, context)),
  },
  {
    hint: / (?:founded|co-founded|established) /,
    regex: new RegExp(`${person} (?:founded|co-founded|established) ${name('thing')}`, 'gu'),
    read: (found, context) => unlessUncertain(found, () => readFounding(found, context)),
  },
  {
    hint: / (?:based|located|headquartered|situated) in /,
    regex: new RegExp(
      `${name('thing')} (?:is|was) (?:based|located|headquartered|situated) in ${name('where')}`,
      'gu',
    ),
    read: (found, context) =>
      unlessUncertain(found, () => {
        const subject = recognise(found.groups.thing ?? '')
        const object = recognise(found.groups.where ?? '')
        if (subject === null || object?.label !== 'Place') return null
        return {
          ...between([subject, object], 'LOCATED_IN', 'is in'),
          validAt: / is /.test(found.text) ? context.date : null,
          invalidAt: null,
        }
      }),
  },
  {
    hint: / was born/,
    regex: new RegExp(
      `${person},? (?:OAM |AM |AO |AC |MP )?was born (?:in (?<where>${namePattern}) )?(?:${when})?`,
      'gu',
    ),
    read: (found, context) => unlessUncertain(found, () => readBirth(found, context)),
  },
  {
    hint: / (?:died|passed away) /,
    regex: new RegExp(`${person},? (?:OAM |AM |AO |AC |MP )?(?:died|passed away) ${when}`, 'gu'),
    read: (found, context) =>
      unlessUncertain(found, () => {
        const subject = context.people.find(found.groups.person ?? '', noMember)
        return subject && datedEvent(subject, { relation: 'DIED_IN', verb: 'died' }, found)
      }),
  },
  {
    // "Senator Hanson-Young was a member of the Woodside Board"
    hint: / member of /,
    regex: new RegExp(
      `${person} (?<verb>is|was|became|has been) (?:an? )?(?:\\p{Ll}+ )?member of ${name('thing')}`,
      'gu',
    ),
    read: (found, context) => unlessUncertain(found, () => readMembership(found, context)),
  },
  {
    hint: / joined /,
    regex: new RegExp(`${person} joined ${name('thing')}`, 'gu'),
    read: (found, context) => unlessUncertain(found, () => readMembership(found, context)),
  },
  {
    hint: / (?:acquired|bought|took over|merged with) /,
    regex: new RegExp(
      `${name('thing')} (?<verb>acquired|bought|took over|merged with) ${name('where')}`,
      'gu',
    ),
    read: found =>
      unlessUncertain(found, () => {
        const subject = recognise(found.groups.thing ?? '')
        const object = recognise(found.groups.where ?? '')
        if (subject?.label !== 'Organisation' || object?.label !== 'Organisation') return null
        if (/^[’']s|^ (?:responsibility|control)/.test(found.after)) return null
        const isMerger = found.groups.verb === 'merged with'
        const { at } = readPeriod(found.after.slice(0, 60))
        return {
          ...between(
            [subject, object],
            isMerger ? 'MERGED_WITH' : 'ACQUIRED',
            isMerger ? 'merged with' : 'acquired',
          ),
          validAt: at?.start ?? null,
          invalidAt: null,
        }
      }),
  },
]

const kinds: readonly Pattern[] = [
  {
    // "Leipzig is a city in Germany"
    hint: /^\S.{0,80}? is (?:the|an?) /,
    regex: new RegExp(
      `^${name('thing')} is (?:the|an?) (?<kind>(?:\\p{Ll}[\\p{L}-]+ ){0,2}(?:${kindWords.join('|')}))(?![ -](?!(?:in|of|on|with|that|which|who|where|and|between|near|from|for|to|by|comparable|established|based|founded)\\b)\\p{L})(?: (?:in|of) ${name('where')})?`,
      'gu',
    ),
    read: (found, context) => unlessUncertain(found, () => readKind(found, context)),
  },
]

/** Patterns for what persons and things are. */
export const kindPatterns: readonly Pattern[] = [...trades, ...kinds]

export const thingPatterns: readonly Pattern[] = [...trades, ...events, ...kinds]

/** "Louis-Nicolas Robert, a clerk at a mill", "the Saxon weaver Friedrich Keller": a trade shows that the name is a person's. */
function readTrade(found: Match, context: TextContext): Draft | null {
  const told = found.groups.person ?? ''
  if (isOtherPerson(found.before)) return null
  const person = context.people.find(told, noMember) ?? unknownPerson(told)
  const trade = found.groups.calling ?? ''
  if (person === null) return null
  const isPast = /\b(?:former|retired)\b/.test(found.text)
  const verb = isPast ? 'was' : 'is'
  const fact = `${person.name} ${verb} ${/^[aeiou]/.test(trade) ? 'an' : 'a'} ${trade}.`
  return {
    subject: person,
    relation: 'IS_A',
    object: thing('Role', trade),
    fact,
    validAt: null,
    invalidAt: isPast ? context.date : null,
  }
}

/** A person of two or more words that is no known organisation or place; null otherwise. */
function unknownPerson(told: string): Mention | null {
  const words = told.split(' ')
  if (words.length < 2 || recognise(told) !== null || notPersons.test(told)) return null
  return personMention(told.replace(/[’']s$/, ''), null)
}

const notPersons =
  /\b(?:The|In|On|At|When|Yet|But|And|As|For|By|This|That|His|Her|Our|Mr|Mrs|Ms|Dr|Sir|Act|Bill|Party|Government|Labor|Liberal|National|Greens|Australian|Australia|British|American|North|South|East|West|Minister|Member|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/

const noMember = { asMember: false, electorate: null }

/** Skips questions, conditions, opinions and denials. */
function unlessUncertain<T>({ sentence, before, text }: Match, read: () => T | null): T | null {
  return isUncertain(sentence, before.length, before.length + text.length) ? null : read()
}

function between(
  [subject, object]: readonly [Mention, Mention],
  relation: string,
  verb: string,
): Pick<Draft, 'subject' | 'relation' | 'object' | 'fact'> {
  return { subject, relation, object, fact: `${subject.name} ${verb} ${object.name}.` }
}

function datedEvent(
  subject: Mention,
  { relation, verb }: { relation: string; verb: string },
  found: Match,
): Draft | null {
  const told = found.groups.when
  if (told === undefined) return null
  const { at } = readPeriod(`in ${told}`)
  if (at === null) return null
  const worded = `${verb} ${at.start === at.end ? 'on' : 'in'}`
  return { ...between([subject, date(told)], relation, worded), validAt: at.start, invalidAt: null }
}

function readFounding(found: Match, context: TextContext): Draft | null {
  const subject = context.people.find(found.groups.person ?? '', noMember)
  const object = recognise(found.groups.thing ?? '')
  if (subject === null || object?.label !== 'Organisation') return null
  const { at } = readPeriod(
    found.groups.when === undefined ? found.after.slice(0, 40) : `in ${found.groups.when}`,
  )
  return { ...between([subject, object], 'FOUNDED', 'founded'), validAt: at?.start ?? null, invalidAt: null }
}

function readBirth(found: Match, context: TextContext): Draft[] | null {
  const subject = context.people.find(found.groups.person ?? '', noMember)
  if (subject === null) return null
  const at = found.groups.when === undefined ? null : readPeriod(`in ${found.groups.when}`).at
  const where =
    found.groups.where === undefined
      ? null
      : (recognise(found.groups.where) ?? thing('Place', found.groups.where))
  const objects = [where, found.groups.when === undefined ? null : date(found.groups.when)].filter(
    object => object !== null,
  )
  return objects.map(object => ({
    ...between([subject, object], 'BORN_IN', 'was born in'),
    validAt: at?.start ?? null,
    invalidAt: null,
  }))
}

function readMembership(found: Match, context: TextContext): Draft | null {
  const subject = context.people.find(found.groups.person ?? '', noMember)
  const object = recognise(found.groups.thing ?? '')
  if (subject === null || object?.label !== 'Organisation') return null
  const { from, to, at } = readPeriod(found.after.slice(0, 60))
  const isPresent = /^(?:is|has been)$/.test(found.groups.verb ?? '')
  const isPast = found.groups.verb === 'was'
  return {
    ...between(
      [subject, organisation(object.name)],
      'MEMBER_OF',
      isPast ? 'was a member of' : 'is a member of',
    ),
    validAt: from?.start ?? at?.start ?? (isPresent ? context.date : null),
    invalidAt: to?.end ?? (isPast ? (at?.end ?? context.date) : null),
  }
}

function readKind(found: Match, context: TextContext): Draft[] | null {
  const subject = recognise(found.groups.thing ?? '') ?? plainThing(found.groups.thing ?? '')
  if (subject === null) return null
  const where = found.groups.where === undefined ? null : recognise(found.groups.where)
  const period = { validAt: context.date, invalidAt: null }
  const told = found.groups.kind ?? ''
  const isA = {
    ...between([subject, thing('Thing', told)], 'IS_A', /^[aeiou]/.test(told) ? 'is an' : 'is a'),
    ...period,
  }
  return where?.label === 'Place'
    ? [isA, { ...between([subject, where], 'LOCATED_IN', 'is in'), ...period }]
    : [isA]
}

/** Null for a single word: the first word of a sentence is always capitalised, so it need not be a name. */
function plainThing(told: string): Mention | null {
  const clean = told.replace(/^the /i, '')
  if (
    /^(?:He|She|It|They|We|I|You|This|That|There|These|Those|Who|Which|What|Here|Such|Each|Its?|His|Her|Our|My|One|Another|Every|Any|No|Some|My)\b/.test(
      clean,
    )
  )
    return null
  return clean.includes(' ') ? thing('Thing', clean) : null
}
