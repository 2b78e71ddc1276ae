import { role } from '../entity-names.ts'
import type { Mention } from '../fact.ts'
import { readOffice } from '../read-office.ts'
import type { Draft } from '../read-text.ts'
import type { Found } from './find-matches.ts'
import { draftOf } from './match-draft.ts'
import type { StatedPeriod } from './read-time.ts'
import { wordFact } from './word-fact.ts'

export function officeDrafts(subjects: readonly Mention[], found: Found, time: StatedPeriod): Draft[] {
  const office = officeOf(found)
  if (office === null) return []
  for (const subject of subjects) found.reading.offices.set(subject.key, office)
  return subjects.map(subject => ({
    ...draftOf({ relation: 'HOLDS_OFFICE', subject, object: role(office.name) }, found, time),
    isExclusive: office.isSole && / (?:of|for) /.test(office.name),
  }))
}

/** The office in the words of the sentence: the pattern matched its symbols. */
function officeOf(found: Found): ReturnType<typeof readOffice> {
  const { match, parsed } = found
  const { role: matched, led, head } = match.groups ?? {}
  if (head !== undefined) return ownOffice(head, found)
  if (led !== undefined) {
    const group = led.startsWith('⟦')
      ? null
      : found.reading.memory.findOther(`the ${led}`, found.reading.subject)
    const name = group?.name ?? parsed.phrases[Number(/\d+/.exec(led)?.[0])]?.text ?? ''
    const isDirected = /direct/.test(match.groups?.verb ?? '')
    if (name === '' || found.reading.memory.find(name, isDirected ? 'body' : 'organisation') === null)
      return null
    const kind = / project /.test(match[0]) ? ' project' : ''
    const head = /chair/.test(match[0])
      ? 'Chair'
      : isDirected
        ? 'Director'
        : /head/.test(match[0])
          ? 'Head'
          : 'Leader'
    return readOffice(`${head} of ${name}${kind}`)
  }
  if (matched === undefined) return null
  const from = match.index + match[0].lastIndexOf(matched)
  const first = parsed.offsets.findIndex(offset => offset >= from)
  const last = parsed.offsets.findLastIndex(offset => offset < from + matched.length)
  const text = parsed.phrases
    .slice(first, last + 1)
    .filter(({ kind, text }) => kind !== 'word' || text !== match.groups?.quality)
    .map(({ kind, text }) => (kind === 'name' ? found.reading.memory.fullName(text) : text))
    .join(' ')
  return readOffice(text.replace(/ (?=,|[’']s\b)/g, ''))
}

/** An office of "its" body, or without one in a text about an organisation. */
function ownOffice(head: string, { match, parsed, reading }: Found): ReturnType<typeof readOffice> {
  const isIts = / its | [’']s /.test(match[0])
  const named = match.groups?.body
  const owner =
    named === undefined ? undefined : (parsed.phrases[Number(/\d+/.exec(named)?.[0])]?.text ?? named)
  if (owner !== undefined) {
    const found = reading.memory.find(owner, 'organisation')
    return found === null ? null : readOffice(`${head} of ${found.name}`)
  }
  const body = isIts ? reading.memory.find('its', 'organisation') : reading.memory.topicBody()
  return body === null || body.label === 'Place' ? null : readOffice(`${head} of ${body.name}`)
}

/** "X succeeded Y as Z in 2010": X holds the office from then on, and Y held it until then. */
export function successionDrafts(main: readonly Draft[], found: Found, time: StatedPeriod): Draft[] {
  const [first] = main
  const office = officeOf(found) ?? found.reading.offices.get(first?.object.key ?? '') ?? null
  if (office === null) return []
  const when = time.from?.start ?? time.at?.start ?? null
  // Without a date, an office that is only named elsewhere says nothing new.
  if (when === null && officeOf(found) === null) return []
  return main.flatMap(({ subject, object }) => {
    const held = (holder: Mention, validAt: string | null, invalidAt: string | null): Draft => {
      const statement = { relation: 'HOLDS_OFFICE', subject: holder, object: role(office.name) }
      return {
        ...statement,
        validAt,
        invalidAt,
        isExclusive: office.isSole,
        fact: wordFact(statement, { isPast: invalidAt !== null }),
      }
    }
    return [held(subject, when, null), held(object, null, when ?? found.reading.context.date)]
  })
}
