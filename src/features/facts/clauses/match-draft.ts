import type { Mention } from '../fact.ts'
import type { Draft } from '../read-text.ts'
import type { Found } from './find-matches.ts'
import { momentAt, readTime, type StatedPeriod } from './read-time.ts'
import { wordFact } from './word-fact.ts'

export function timeOf({ match, parsed, rule }: Found): StatedPeriod {
  const groups = match.groups ?? {}
  const start = match.index
  const end = start + match[0].length
  if (groups.o !== undefined && /^⟦d/.test(groups.o)) {
    const at = momentAt(parsed, /\d+/.exec(groups.o)?.[0])
    return { from: null, to: null, at, isUncertain: false }
  }
  if (groups.when !== undefined)
    return { from: null, to: null, at: momentAt(parsed, /\d+/.exec(groups.when)?.[0]), isUncertain: false }
  // What follows the comma after an apposition belongs to the sentence, not to it.
  const isAside =
    rule.isApposition &&
    rule.tail === undefined &&
    / , (?:an?|the|winner|recipient|laureate|author|creator|co-?founder|founder)/.test(match[0])
  if (isAside && /^ ,/.test(parsed.line.slice(end)))
    return { from: null, to: null, at: null, isUncertain: false }
  const subject = `${groups.s ?? groups.possessor ?? ''}${groups.gap ?? ''}`
  const isFronted = groups.front !== undefined || rule.regex.source.startsWith('(?:^|, )')
  return readTime(parsed, {
    start,
    from: isFronted ? start : start + match[0].indexOf(subject) + subject.length,
    end,
  })
}

type Statement = { relation: string; subject: Mention; object: Mention }

export function draftOf(statement: Statement, { rule, match, reading }: Found, time: StatedPeriod): Draft {
  const { from, to, at } = time
  const spoken = reading.context.date
  const verb = match.groups?.verb ?? ''
  const isPresent =
    rule.time === 'state' &&
    /^(?:is|are|remains|serves as|has been|lies|stands|leads|heads|chairs)$/.test(verb)
  const isFormer = / (?:former|then) /.test(match[0])
  const isPast =
    isFormer ||
    (rule.time === 'state' && /^(?:was|were|served as|had been|led|headed|chaired|worked as)$/.test(verb))
  const period =
    rule.time === 'past'
      ? { validAt: null, invalidAt: null }
      : rule.time === 'end'
        ? { validAt: from?.start ?? null, invalidAt: to?.end ?? at?.end ?? null }
        : rule.time === 'state'
          ? {
              validAt: from?.start ?? at?.start ?? (isPresent && to === null ? spoken : null),
              invalidAt: to?.end ?? (isPast && from === null ? (at?.end ?? spoken) : null),
            }
          : {
              validAt: from?.start ?? at?.start ?? null,
              invalidAt: rule.time === 'begin' ? (to?.end ?? null) : null,
            }
  return { ...statement, ...period, fact: wordFact(statement, { isPast: period.invalidAt !== null }) }
}
