import { place, role } from './entity-names.ts'
import type { Mention } from './fact.ts'
import { personPattern, plainPattern, titledPattern } from './people.ts'
import { readPeriod } from './periods.ts'
import {
  electoratePattern,
  inTheSenate,
  type Office,
  officePattern,
  readOffice,
  splitOffices,
} from './read-office.ts'
import type { Draft, Match, Pattern, TextContext } from './read-text.ts'
import { isOtherPerson, isUncertain } from './sentences.ts'
import { nations, parliamentary, titles } from './words.ts'

const office = `(?<office>${electoratePattern}|${officePattern})`
const article = '(?:[Tt]he|[Oo]ur|[Aa]n?)'
const anotherName = new RegExp(
  `^,? (?:and |or |& )|^, (?:(?:${titles.join('|')})\\b|\\p{Lu}\\p{Ll}+ \\p{Lu})`,
  'u',
)
/** One of these words is in every office; used in the cheap hints. */
const officeWord =
  '(?:minister|premier|treasurer|general|leader|whip|secretary|president|chancellor|speaker|chair|director|executive|ceo|justice|manager|commissioner|ambassador|governor|administrator|ombudsman|mayor|bishop|dean|principal|master|editor|founder|head|captain|professor|registrar|consul|comptroller|chief|commander|member for|scientist)'
const afterComma = new RegExp(`, (?:the |our |an? )?(?:[\\w’-]+ ){0,3}${officeWord}`, 'i')
const afterVerb = new RegExp(
  ` (?:is|was|became|remains|been|as|now) (?:the |an? |our )?(?:[\\w’-]+ ){0,3}${officeWord}`,
  'i',
)
const beforeComma = new RegExp(`${officeWord}[^.;()]{0,160}, \\p{Lu}`, 'iu')

/** Patterns for sentences that state who holds an office. */
export const officePatterns: readonly Pattern[] = [
  {
    // "the Treasurer (Mr Dawkins)", "the honourable member for Holt (Mr Duffy)"
    hint: /\((?:Rt|Right|Hon|Mr|Mrs|Ms|Miss|Dr|Sir|Dame|Senator|Prof)/,
    regex: new RegExp(`${article} ${office} \\((?<person>${titledPattern})\\)`, 'gu'),
    read: (found, context) => readBeside(found, context),
  },
  {
    // "the Minister for Aviation, Mr Beazley, said"
    hint: beforeComma,
    regex: new RegExp(
      `${article} ${office}, (?<person>${titledPattern}|${plainPattern})(?=[,.;:!?)—–]|$| (?:said|has|had|was|is|who|told|announced|and I))`,
      'gu',
    ),
    read: (found, context) => (anotherName.test(found.after) ? null : readBeside(found, context)),
  },
  {
    // "Mr Lewis, the head of ASIO,"
    hint: afterComma,
    regex: new RegExp(`(?<person>${personPattern}), (?:${article} )?${office}(?=[,.;:)—–]|$)`, 'gu'),
    read: (found, context) =>
      anotherName.test(found.after) || endsInsideList(found) ? null : readBeside(found, context),
  },
  {
    // "Prime Minister Malcolm Turnbull"
    hint: /(?:Prime Minister|Premier|Treasurer|-General|Chief Minister) \p{Lu}/u,
    regex: new RegExp(
      `(?<office>(?:(?:[Ff]ormer|then) )?(?:(?:${nations}) )?(?:Deputy )?(?:Prime Minister|Premier|Treasurer|Governor-General|Attorney-General|Chief Minister)) (?<person>${plainPattern})`,
      'gu',
    ),
    read: (found, context) => readTitled(found, context),
  },
  {
    // "Mr Truss was the Minister for Transport", "Jane Doe became the chief executive of Acme in 2014"
    hint: afterVerb,
    regex: new RegExp(
      `(?<person>${personPattern}),? (?<verb>is|was|became|remains|has been|serves as|served as|is now) (?:(?:the|an?|our) )?${office}`,
      'gu',
    ),
    read: (found, context) => readStatement(found, context),
  },
  {
    // "Mr Marles was appointed Parliamentary Secretary for X on 9 June 2009"
    hint: / (?:appointed|elected|re-elected|named|chosen|sworn in) /,
    regex: new RegExp(
      `(?<person>${personPattern}),? (?<verb>(?:was|has been) (?:appointed|elected|re-elected|named|chosen|sworn in)) (?:(?:as|to be) )?(?:(?:the|an?) )?${office}`,
      'gu',
    ),
    read: (found, context) => readStatement(found, context),
  },
  {
    // "Ben Chifley succeeded John Curtin as Prime Minister"
    hint: / (?:succeeded|replaced) /,
    regex: new RegExp(
      `(?<person>${personPattern}) (?:succeeded|replaced) (?<other>${personPattern}) as (?:(?:the|an?) )?${office}`,
      'gu',
    ),
    read: (found, context) => readSuccession(found, context),
  },
]

/** A name next to an office ("the Treasurer, Mr Swan"): accepted whatever the rest of the sentence says. */
function readBeside(found: Match, context: TextContext): Draft[] {
  if (isOtherPerson(found.before)) return []
  return heldOffices(found, context).flatMap(({ person, read }) => {
    const isPast = read.time === 'past'
    if (!isPast && isHistory(found, context)) return []
    const validAt = isPast ? null : context.date
    return [draftOf({ person, read }, context, { validAt, invalidAt: isPast ? context.date : null, isPast })]
  })
}

/** "Prime Minister John Curtin" may name a former holder: the date is used only for members of the parliament. */
function readTitled(found: Match, context: TextContext): Draft[] {
  return readBeside(found, context).flatMap(read => {
    if (read.validAt === null || context.people.isMember(read.subject)) return [read]
    return context.isRecord ? [] : [{ ...read, validAt: null }]
  })
}

/** Whether the match ends inside a list: "the minister for community services, external territories and …". */
function endsInsideList({ text, after }: Match): boolean {
  return (
    /\p{Ll}+$/u.test(text) &&
    /^, \p{Ll}[^,]{0,60}(?:,| and )/u.test(after) &&
    !/^, (?:who|which|said|has|had|was|is|will|would|told|in|at|on|to|for|from|by|as|where|when)\b/.test(
      after,
    )
  )
}

/** Whether the sentence is about the past: it names an earlier year, or what someone did then. */
function isHistory({ sentence, before }: Match, { date }: TextContext): boolean {
  if (
    /\b(?:[Hh]e|[Ss]he|[Tt]hey) (?:was|were|had|became|served|worked|used|recalled|remembered)\b/.test(before)
  )
    return true
  if (date === null) return false
  const years = sentence.match(/(?<![\d£$.,])(?:1[6-9]|20)\d\d(?![\d.,]\d|\d)/g) ?? []
  return years.some(year => Number(year) < Number(date.slice(0, 4)))
}

/** A full statement ("X was the Y"): the verb decides when it held. */
function readStatement(found: Match, context: TextContext): Draft[] {
  const { sentence, before, text } = found
  if (isUncertain(sentence, before.length, before.length + text.length)) return []
  const verb = found.groups.verb ?? 'is'
  const isEvent = /became|appointed|elected|named|chosen|sworn/.test(verb)
  const { from, to, at } = readPeriod(/^[^.;]*/.exec(found.after)?.[0].slice(0, 80) ?? '')
  return heldOffices(found, context).map(({ person, read }) => {
    const isPast = !isEvent && (/^(?:was|served as)$/.test(verb) || read.time === 'past')
    const spoken = isEvent || isPast ? null : context.date
    const over = from === null && at !== null ? at.end : context.date
    return draftOf({ person, read }, context, {
      validAt: from?.start ?? at?.start ?? spoken,
      invalidAt: to?.end ?? (isPast ? over : null),
      isPast,
    })
  })
}

function readSuccession(found: Match, context: TextContext): Draft[] {
  const { sentence, before, text } = found
  if (isUncertain(sentence, before.length, before.length + text.length)) return []
  const other = context.people.find(found.groups.other ?? '', { asMember: false, electorate: null })
  const { from, at } = readPeriod(found.after.slice(0, 60))
  const when = from?.start ?? at?.start ?? null
  return heldOffices(found, context).flatMap(({ person, read }) => {
    if (other === null || other.key === person.key) return []
    const fact = `${person.name} succeeded ${other.name} as ${objectOf(read).name}.`
    return [
      { subject: person, relation: 'SUCCEEDED', object: other, fact, validAt: when, invalidAt: null },
      draftOf({ person, read }, context, { validAt: when, invalidAt: null, isPast: false }),
      draftOf({ person: other, read }, context, {
        validAt: null,
        invalidAt: when ?? context.date,
        isPast: true,
      }),
    ]
  })
}

/** The person, with each of the offices: "the Minister for Women and Minister for Finance". */
function heldOffices(found: Match, context: TextContext): { person: Mention; read: Office }[] {
  const officeText = found.groups.office ?? ''
  const offices = splitOffices(officeText)
  return (offices.length > 1 ? offices : [officeText]).flatMap(text => {
    const read = readOffice(/^Senator /.test(found.groups.person ?? '') ? inTheSenate(text) : text)
    if (read === null) return []
    const isOwn = read.electorate !== null || (context.isRecord && parliamentary.test(read.name))
    const asMember = isOwn && !read.isElsewhere && read.time === 'present'
    const person = context.people.find(found.groups.person ?? '', { asMember, electorate: read.electorate })
    return person === null ? [] : [{ person, read }]
  })
}

function draftOf(
  { person, read }: { person: Mention; read: Office },
  { isRecord, people }: TextContext,
  when: { validAt: string | null; invalidAt: string | null; isPast: boolean },
): Draft {
  const { isPast, ...period } = when
  if (read.electorate !== null) {
    const object = place(read.electorate)
    const verb = isPast ? 'represented' : 'represents'
    return {
      subject: person,
      relation: 'REPRESENTS',
      object,
      fact: `${person.name} ${verb} ${object.name}.`,
      ...period,
    }
  }
  const object = objectOf(read)
  const verb = isPast ? 'held' : 'holds'
  return {
    subject: person,
    relation: 'HOLDS_OFFICE',
    // The record of one parliament also names ministers of others: only its members certainly hold its offices.
    isExclusive:
      read.isSole && !read.isElsewhere && (isRecord ? people.isMember(person) : namesItsBody(read)),
    object,
    fact: `${person.name} ${verb} the office of ${object.name}.`,
    ...period,
  }
}

/** Outside a parliament's record, "the Treasurer" alone does not identify the office. */
function namesItsBody({ name }: Office): boolean {
  return / (?:of|for) /.test(name)
}

function objectOf(read: Office): Mention {
  return read.electorate === null ? role(read.name) : place(read.electorate)
}
