import { date } from '../entity-names.ts'
import type { Mention } from '../fact.ts'
import type { ClauseRule } from './clause-patterns.ts'
import { isCutTitle } from './cut-titles.ts'
import type { Found } from './find-matches.ts'
import { isSchool } from './name-kinds.ts'
import type { ParsedSentence } from './parse-phrases.ts'
import { isPlaceName } from './place-names.ts'
import { momentAt } from './read-time.ts'
import { groupIn, joinNames, pronounOf } from './resolve-names.ts'

/** The entities of a list of names. A list before a singular verb is only its last name. */
export function namesOf(
  text: string,
  { parsed, reading, match }: Found,
  kind: ClauseRule['kinds'][number],
): Mention[] {
  const said = [...text.matchAll(/⟦n(\d+)⟧/g)]
    .filter(([, at]) => kind !== 'work' || !isCutTitle(parsed, Number(at)))
    .map(([, at]) => parsed.phrases[Number(at)]?.text ?? '')
  if (kind === 'work' && said.length === 0) return []
  if (said.length === 0 && text !== '') said.push(text)
  const rest = match[0].slice(match[0].indexOf(text) + text.length)
  const isSingular = text === match.groups?.s && /^ (?:was|is|has) /.test(rest)
  const [, town] =
    / , ⟦n(\d+)⟧/y.exec(parsed.line.slice(match.index + match[0].indexOf(text) + text.length)) ?? []
  const names = isSingular ? said.slice(-1) : said
  const place = parsed.phrases[Number(town)]?.text
  if (/^the [a-z-]+$/.test(text)) {
    const named = groupIn(parsed.line.slice(0, match.index), { parsed, reading })
    if (named !== null) return [named]
    if (match[0].indexOf(text) > 0)
      return [reading.memory.findOther(text, reading.subject)].filter(one => one !== null)
  }
  const own = pronounOf(text, parsed.line.slice(0, match.index + match[0].indexOf(text)), { parsed, reading })
  if (own !== null) return kind === 'person' || kind === 'any' ? [own] : []
  return joinNames(place === undefined || !isPlaceName(place) ? names : [...names, place], kind).flatMap(
    name => {
      const mention = reading.memory.find(name, kind)
      return mention === null ? [] : [mention]
    },
  )
}

export function objectsOf(found: Found): Mention[] {
  const { rule, match, parsed } = found
  const groups = match.groups ?? {}
  if (groups.o !== undefined && /^⟦d/.test(groups.o)) return dateMention(groups.o, parsed)
  if (groups.o !== undefined) {
    const said = namesOf(groups.o, found, rule.kinds[1])
    return rule.relation === 'EDUCATED_AT' &&
      /attended|trained|(?:studied|trained)[^⟦]* in (?:the )?⟦/.test(match[0])
      ? said.filter(({ name }) => isSchool(name))
      : said
  }
  if (groups.front !== undefined) return placesAndDates(` ${groups.front} `, found)
  return rule.tail === 'places and dates'
    ? placesAndDates(parsed.line.slice(match.index + match[0].length), found)
    : []
}

function dateMention(symbol: string, parsed: ParsedSentence): Mention[] {
  const text = parsed.phrases[Number(/\d+/.exec(symbol)?.[0])]?.text
  return text === undefined ? [] : [date(text)]
}

const step =
  /^(?: ,)?(?: (?:(in|at|on|near|around|about|during) )?(?:the )?(?:(?:early|late|mid|year|downtown|central|nearby|[a-z]+ern|(?:[a-z]+ ){0,3}(?:city|town|village|suburb|port|hamlet) of) )?(?:⟦n(\d+)⟧|⟦d(\d+)⟧)| of (?!⟦)(?:an? )?[a-z]+(?: [a-z]+)?(?= (?:in|at|on)\b)| (?:suddenly|peacefully|there)| (?:from|of|after|following) (?!⟦)(?:an? |the )?(?:[a-z]+ ){0,3}[a-z]+(?= (?:in|at|on)\b)| at (?:his|her|the|an?) (?:[a-z]+ ){0,2}(?:home|house|residence|estate|hospital|castle|farm|villa|apartment)| (?:, )?(?:aged|at the age of|at age) [0-9a-z-]+(?: ,)?| (?:in|into) (?:his|her|an?) (?:[a-z]+ ){0,3}(?:sleep|accident|family|crash)(?: of [a-z]+)?| as (?:the )?⟦n\d+⟧)/

/** The place and the date that follow "was born", in either order. Only the first place counts: "in Ulm, in Germany". */
function placesAndDates(after: string, { parsed, reading }: Found): Mention[] {
  let where: Mention | null = null
  let when: Mention | null = null
  let rest = after
  for (;;) {
    const found = step.exec(rest)
    if (found === null) break
    const [whole, preposition, name, day] = found
    if (whole === '' || (name !== undefined && preposition === undefined && where === null)) break
    const text = parsed.phrases[Number(name ?? day)]?.text ?? ''
    if (name !== undefined && where === null && /^(?:in|at|on)$/.test(preposition ?? ''))
      where = reading.memory.find(text, 'place')
    if (
      day !== undefined &&
      when === null &&
      !/^(?:around|about|near)$/.test(preposition ?? '') &&
      momentAt(parsed, day)
    )
      when = date(text)
    rest = rest.slice(whole.length)
  }
  return [where, when].filter(mention => mention !== null)
}
