import { date } from '../entity-names.ts'
import type { Mention } from '../fact.ts'
import type { Draft } from '../read-text.ts'
import type { Found } from './find-matches.ts'
import { draftOf, timeOf } from './match-draft.ts'
import { namesOf, objectsOf } from './match-names.ts'
import { officeDrafts, successionDrafts } from './match-offices.ts'
import type { ParsedSentence } from './parse-phrases.ts'
import { momentAt, type StatedPeriod } from './read-time.ts'

/** The facts that a match states. */
export function readMatch(found: Found): Draft[] {
  const { rule, match } = found
  if (rule.isLife === true && !isLife(found)) return []
  const known = namesOf(match.groups?.s ?? match.groups?.possessor ?? '', found, rule.kinds[0])
  // "Pelé (23 October 1940 – 29 December 2022)": only persons have two such days.
  const isExact =
    rule.isLife === true &&
    [match.groups?.o, match.groups?.birth ?? match.groups?.death].every(symbol => isDay(symbol, found))
  const subjects = known.length > 0 || !isExact ? known : namesOf(match.groups?.s ?? '', found, 'sole')
  const stated = timeOf(found)
  if (rule.relation === 'HOLDS_OFFICE') return officeDrafts(subjects, found, stated)
  const { objects, time } = dated(objectsOf(found), found, stated)
  const main = subjects.flatMap(subject =>
    objects.flatMap(object => {
      const [from, to] = rule.isInverse ? [object, subject] : [subject, object]
      return from.key === to.key
        ? []
        : [draftOf({ relation: rule.relation, subject: from, object: to }, found, time)]
    }),
  )
  if (rule.relation === 'SUCCEEDED') return [...main, ...successionDrafts(main, found, time)]
  return [...main, ...foundingDrafts(main, found, time)]
}

function isDay(symbol: string | undefined, { parsed }: Found): boolean {
  const moment = momentAt(parsed, /\d+/.exec(symbol ?? '')?.[0])
  return moment !== null && moment.start === moment.end
}

/** Whether two dates are those of a life: a term in office is shorter. */
function isLife({ match, parsed }: Found): boolean {
  const { o = '', birth = o, death = o } = match.groups ?? {}
  const [from, to] = [birth, death].map(symbol =>
    momentAt(parsed, /\d+/.exec(symbol)?.[0])?.start.slice(0, 4),
  )
  const years = Number(to) - Number(from)
  // "(1991–2019; retired 2019)"
  if (/^[^()]*⟦d/.test(parsed.line.slice(match.index + match[0].length))) return false
  if (years >= 40) return years < 120
  const after = parsed.line.slice(match.index + match[0].length)
  const isFirst = /^(?:(?:the|an?) (?:[a-z-]+ ){0,3})?$/.test(parsed.line.slice(0, match.index))
  return years >= 15 && (isFirst || /^[^()]*\) (?:was|is|,) /.test(after))
}

/** A birth or death has its date as an object too, wherever the clause names it. */
function dated(
  objects: Mention[],
  { rule, match, parsed }: Found,
  time: StatedPeriod,
): { objects: Mention[]; time: StatedPeriod } {
  if (rule.tail !== 'places and dates' && match.groups?.front === undefined) return { objects, time }
  const day = objects.find(({ label }) => label === 'Date')
  if (day !== undefined) return { objects, time: { ...time, at: momentOf(day.name, parsed) } }
  const named = time.at === null || time.isUncertain ? undefined : dateIn(parsed, time.at.start)
  return { objects: named === undefined ? objects : [...objects, date(named)], time }
}

/** The words for the date that begins on a day. */
function dateIn(parsed: ParsedSentence, start: string): string | undefined {
  return parsed.phrases.find(({ kind, text }) => kind === 'date' && momentOf(text, parsed)?.start === start)
    ?.text
}

/** "founded by X in 1975" also states when it was founded. */
function foundingDrafts(main: readonly Draft[], found: Found, time: StatedPeriod): Draft[] {
  const [first] = main
  if (found.rule.tail !== 'founding' || first === undefined || time.at === null) return []
  const day = dateIn(found.parsed, time.at.start)
  if (day === undefined) return []
  return [draftOf({ relation: 'FOUNDED_IN', subject: first.object, object: date(day) }, found, time)]
}

function momentOf(text: string, parsed: ParsedSentence) {
  return momentAt(parsed, String(parsed.phrases.findIndex(phrase => phrase.text === text)))
}
