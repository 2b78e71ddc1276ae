import type { ParsedSentence } from '../clauses/parse-phrases.ts'
import { frontedTime, momentAt, periodOf, type StatedPeriod } from '../clauses/read-time.ts'
import type { Moment } from '../periods.ts'
import type { Chunk } from './chunk.ts'
import { isMark } from './chunk-steps.ts'
import { nothing, offsetOf } from './draft-said.ts'
import type { Predicate } from './find-subject.ts'

/** The only date of a clause, which no preposition precedes. */
export function bareDate(
  { at, end }: Predicate,
  chunks: readonly Chunk[],
  parsed: ParsedSentence,
): Moment | null {
  const dates = chunks
    .slice(at, end)
    .flatMap((chunk, index) =>
      chunk.type === 'date' && chunks[at + index - 1]?.type !== 'mark'
        ? [chunk]
        : chunk.type === 'date' && isMark(chunks[at + index - 1], ',')
          ? [chunk]
          : [],
    )
  const [only, ...others] = dates
  return only === undefined || others.length > 0 ? null : momentAt(parsed, String(only.at))
}

const lasting = /^(?:work|serve|teach|lecture|study|attend|act|lead|head|play)$/

/** "was", "had been", "served as": a state that is over. */
export function isPastState({ verb }: Predicate, parsed: ParsedSentence): boolean {
  return (
    /^(?:be|serve|act)$/.test(verb.lemma) &&
    /^(?:was|were|had|served|acted)$/i.test(parsed.phrases[verb.from]?.text ?? '')
  )
}

/** The period that a clause states: in its own words, before it, or before the clause whose subject it shares. */
export function timeOf(
  predicate: Predicate,
  isFirst: boolean,
  { chunks, parsed }: { chunks: readonly Chunk[]; parsed: ParsedSentence },
): StatedPeriod {
  const { line } = parsed
  const end = endOf(chunks, predicate, parsed)
  // "from 1951 until she retired in 1989"
  const [until = ''] =
    /^(?:until|till) (?:he|she|it) (?:[a-z]+ly )?(?:retired|died|left|resigned|moved|closed|married|emigrated|graduated) (?=(?:in|on) ⟦d\d+⟧)/.exec(
      line.slice(end),
    ) ?? []
  const [day = ''] = until === '' ? [] : (/⟦d\d+⟧/.exec(line.slice(end)) ?? [])
  const own = `${line.slice(offsetOf(predicate.verb.to, parsed), end)}${until === '' ? '' : `until ${day} `}`
  const read = periodOf(` ${own.replace(/\([^()]*\)/g, '')}`, parsed)
  if (read !== null) return read
  // "worked at A in Ulm (1975–1981)"
  const terms = [...own.matchAll(/\( ⟦d(\d+)⟧ [–—-] ⟦d(\d+)⟧ \)/g)]
  const [, begun, ended] = terms.length === 1 && lasting.test(predicate.verb.lemma) ? (terms[0] ?? []) : []
  if (begun !== undefined) return { ...nothing, from: momentAt(parsed, begun), to: momentAt(parsed, ended) }
  // The year behind "for A (2016)" is that of A.
  const [, year] = / for [^()]*\( ⟦d\d+⟧ \) ?$/.test(own) ? [] : (/\( ⟦d(\d+)⟧ \) ?$/.exec(own) ?? [])
  if (year !== undefined) return { ...nothing, at: momentAt(parsed, year) }
  const places = [predicate.verb.from]
  const [subject] = predicate.subjects
  const isOwn = predicate.governor === null
  if (subject !== undefined && isOwn && !predicate.isRelative) places.push(chunks[subject]?.from ?? 0)
  const { governor } = predicate
  const isSameTime =
    predicate.verb.form === 'finite'
      ? isPlainAnd(predicate, chunks, parsed)
      : isMark(chunks[predicate.at - 1], 'by')
  if (governor !== null && isSameTime) {
    const first = firstOf(governor)
    const main = first.subjects[0]
    if (main !== undefined) places.push(chunks[main]?.from ?? 0)
  }
  // "became director in 1990, succeeding B"
  if (
    governor !== null &&
    predicate.verb.form === 'ing' &&
    /^(?:replace|succeed)$/.test(predicate.verb.lemma)
  )
    return timeOf(governor, isFirst, { chunks, parsed })
  // "In 1972 he began teaching at A"
  const before = chunks[predicate.at - 1]
  if (
    governor !== null &&
    predicate.verb.form !== 'finite' &&
    before?.type === 'verb' &&
    /^(?:begin|start)$/.test(before.lemma)
  )
    return timeOf(governor, isFirst, { chunks, parsed })
  // "left A in 2009 to join B"
  if (
    governor !== null &&
    predicate.verb.form === 'infinitive' &&
    /^(?:be|leave|quit|resign|move|return|retire)$/.test(governor.verb.lemma)
  )
    return timeOf(governor, isFirst, { chunks, parsed })
  // "merged with A to form B in 2001"
  const next = chunks[predicate.end]
  if (
    /^(?:merge|join|combine)$/.test(predicate.verb.lemma) &&
    next?.type === 'verb' &&
    next.form === 'infinitive'
  ) {
    const rest = chunks
      .slice(predicate.end)
      .findIndex(chunk => chunk.type === 'mark' && chunk.kind !== 'preposition')
    const last = rest === -1 ? undefined : chunks[predicate.end + rest]
    const said = line.slice(
      offsetOf(next.from, parsed),
      last === undefined ? undefined : offsetOf(last.from, parsed),
    )
    const found = periodOf(` ${said}`, parsed)
    if (found !== null) return found
  }
  // "The 1959 Dictionary was compiled".
  const dated = subject === undefined ? undefined : chunks[subject]
  if (predicate.isPassive && dated?.type === 'noun' && dated.date !== null)
    return { ...nothing, at: momentAt(parsed, String(dated.date)) }
  // "came in 2001 when he was awarded A"
  const opening = subject === undefined ? undefined : chunks[subject - 1]
  const comma = subject !== undefined && isMark(chunks[subject - 2], ',') ? 1 : 0
  const earlier = subject === undefined ? undefined : chunks[subject - 2 - comma]
  if (isMark(opening, 'when') && earlier?.type === 'date')
    return { ...nothing, at: momentAt(parsed, String(earlier.at)) }
  if (isFirst) {
    const found = openingTime(parsed)
    if (found !== null) return found
  }
  const only = onlyDate(chunks, predicate, parsed)
  if (only !== null) return only
  for (const place of places) {
    const found = frontedTime(line.slice(0, offsetOf(place, parsed)), parsed)
    if (found !== null) return found
  }
  return nothing
}

/** The only date of a sentence with one verb: "was founded by A, a banker, and his wife, B, in 1930". */
function onlyDate(
  chunks: readonly Chunk[],
  { at, isRelative }: Predicate,
  parsed: ParsedSentence,
): StatedPeriod | null {
  const dates = chunks.flatMap((chunk, index) => (chunk.type === 'date' ? [index] : []))
  const verbs = chunks.filter(({ type }) => type === 'verb')
  const [day, ...others] = dates
  const date = day === undefined ? undefined : chunks[day]
  if (
    isRelative ||
    verbs.length > 1 ||
    others.length > 0 ||
    day === undefined ||
    day < at ||
    date?.type !== 'date'
  )
    return null
  const before = chunks[day - 1]
  const isPlain = isMark(before, 'in') || isMark(before, 'on')
  const isOpen = !chunks.slice(at, day).some(chunk => isMark(chunk, '('))
  return isPlain && isOpen ? { ...nothing, at: momentAt(parsed, String(date.at)) } : null
}

/** "In 1946, together with A, …": the date with which a sentence begins. */
function openingTime(parsed: ParsedSentence): StatedPeriod | null {
  const [opening] =
    /^(?:in|on|from|between|since|until|during|by|at) [^,]*⟦d\d+⟧[^,]*(?= ,)/.exec(parsed.line) ?? []
  return opening === undefined ? null : periodOf(` ${opening}`, parsed)
}

/** The clause whose subject a chain of others shares. */
function firstOf(predicate: Predicate): Predicate {
  return predicate.governor === null ? predicate : firstOf(predicate.governor)
}

/** "and bought", without a comma or "later" that begins another time. */
function isPlainAnd({ at }: Predicate, chunks: readonly Chunk[], parsed: ParsedSentence): boolean {
  const before = chunks[at - 1]
  const verb = chunks[at]
  // "began at A and continued at B": later.
  if (verb?.type === 'verb' && /^(?:continue|resume|finish|retire|return)$/.test(verb.lemma)) return false
  if (before?.type !== 'mark' || before.kind !== 'and' || isMark(chunks[at - 2], ',') || verb === undefined)
    return false
  return !parsed.phrases
    .slice(before.from, verb.to)
    .some(({ text }) => /^(?:later|then|eventually|subsequently|soon|finally)$/i.test(text))
}

export function endOf(chunks: readonly Chunk[], { end }: Predicate, parsed: ParsedSentence): number {
  const last = chunks[end]
  return last === undefined ? parsed.line.length : offsetOf(last.from, parsed)
}

/** The words for the date that begins on a day. */
export function dayIn(parsed: ParsedSentence, start: string): string | null {
  const at = parsed.phrases.findIndex(
    ({ kind }, index) => kind === 'date' && momentAt(parsed, String(index))?.start === start,
  )
  return parsed.phrases[at]?.text ?? null
}
