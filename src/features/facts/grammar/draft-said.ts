import type { ParsedSentence } from '../clauses/parse-phrases.ts'
import { momentAt, type StatedPeriod } from '../clauses/read-time.ts'
import { wordFact } from '../clauses/word-fact.ts'
import type { Mention } from '../fact.ts'
import type { Draft } from '../read-text.ts'
import type { Said } from './clause.ts'

export const nothing: StatedPeriod = { from: null, to: null, at: null, isUncertain: false }

export function offsetOf(phrase: number, parsed: ParsedSentence): number {
  return parsed.offsets[phrase] ?? parsed.line.length
}

export function draftOf(
  said: Said,
  time: StatedPeriod,
  {
    isPresent,
    isPast,
    spoken,
    parsed,
  }: { isPresent: boolean; isPast?: boolean; spoken: string | null; parsed?: ParsedSentence },
): Draft {
  const { relation, subject, object, time: mode, isFormer } = said
  const { from, to, at } = ownTime(said, parsed) ?? time
  const isSole = isSoleOffice(object)
  const statement = { relation, subject, object: plain(object) }
  const isDated = said.term !== undefined || said.year !== undefined
  const period =
    mode === 'none' && !isDated
      ? { validAt: null, invalidAt: isFormer === true ? spoken : null }
      : mode === 'end'
        ? { validAt: from?.start ?? null, invalidAt: to?.end ?? at?.end ?? null }
        : mode === 'state' || said.term !== undefined
          ? {
              validAt: from?.start ?? at?.start ?? (isPresent && to === null ? spoken : null),
              invalidAt: to?.end ?? (isPast === true && from === null ? (at?.end ?? spoken) : null),
            }
          : {
              validAt: from?.start ?? at?.start ?? null,
              invalidAt: mode === 'begin' ? (to?.end ?? null) : null,
            }
  return {
    ...statement,
    ...period,
    isExclusive: isSole,
    fact: wordFact(statement, { isPast: period.invalidAt !== null }),
  }
}

/** The date that brackets state for one fact of a clause. */
function ownTime({ year, term }: Said, parsed: ParsedSentence | undefined): StatedPeriod | null {
  if (parsed === undefined) return year === undefined ? null : nothing
  if (term !== undefined)
    return {
      ...nothing,
      from: momentAt(parsed, String(term.from)),
      to: term.to === null ? null : momentAt(parsed, String(term.to)),
    }
  return year === undefined ? null : { ...nothing, at: momentAt(parsed, String(year)) }
}

export function isSoleOffice(object: Mention): boolean {
  return 'isSole' in object && object.isSole === true
}

function plain({ key, name, label }: Mention): Mention {
  return { key, name, label }
}
