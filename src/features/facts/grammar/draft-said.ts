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
  const { from, to, at } =
    said.year === undefined
      ? time
      : { ...nothing, at: parsed === undefined ? null : momentAt(parsed, String(said.year)) }
  const isSole = isSoleOffice(object)
  const statement = { relation, subject, object: plain(object) }
  const period =
    mode === 'none'
      ? { validAt: null, invalidAt: isFormer === true ? spoken : null }
      : mode === 'end'
        ? { validAt: from?.start ?? null, invalidAt: to?.end ?? at?.end ?? null }
        : mode === 'state'
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

export function isSoleOffice(object: Mention): boolean {
  return 'isSole' in object && object.isSole === true
}

function plain({ key, name, label }: Mention): Mention {
  return { key, name, label }
}
