import type { ReadPair, RelationReading } from '../../../core/ports/relation-reader.ts'
import { titles } from '../words.ts'
import { nounsOfDeed } from './office-of-deed.ts'
import type { Word } from './windows.ts'

/** A reading with the words of its window. */
export type Reading = {
  reading: RelationReading
  words: readonly Word[]
  /** Whom "he" and "she" mean mostly in the document. */
  topic: string | null
}
type Span = { first: number; last: number }

const plural = /^(?:they|their|them|both|two|couple|pair|brothers|sisters|founders|trio|duo|spouses|three)$/i

const personal = /^(?:he|she|his|her|him)$/i
/** Log odds of whom a word means. */
const leastLink = -1.5

/** The name that most of the pronouns for one person mean. */
export function topicOf(readings: readonly Omit<Reading, 'topic'>[]): string | null {
  const counts = new Map<string, number>()
  for (const { reading, words } of readings)
    for (const { relation, from, to, score } of reading.pairs) {
      const [word, name] = [reading.spans[from], reading.spans[to]]
      if (relation !== 'MEANS' || score < 0 || word === undefined || name?.kind !== 'name') continue
      if (!personal.test(words[word.first]?.text ?? '')) continue
      const called = nameOf(words, name)
      counts.set(called, (counts.get(called) ?? 0) + 1)
    }
  const [[most] = [null]] = [...counts].toSorted(([, one], [, other]) => other - one)
  return most
}

/** The names that a span means: its own, or those of what it refers to. */
export function meant(number: number, context: Reading): string[] {
  const { reading, words } = context
  const span = reading.spans[number]
  if (span === undefined) return []
  if (span.kind === 'name') return [nameOf(words, span)].filter(name => name !== '')
  if (span.kind === 'date') return []
  const links = reading.pairs
    .filter(
      ({ relation, from, to, score }) =>
        relation === 'MEANS' && from === number && score > leastLink && reading.spans[to]?.kind === 'name',
    )
    .toSorted((one, other) => other.score - one.score)
  const isPlural = words.slice(span.first, span.last + 1).some(({ text }) => plural.test(text))
  const names = links.map(({ to }) => reading.spans[to]).flatMap(to => (to ? [nameOf(words, to)] : []))
  const isPerson = words.slice(span.first, span.last + 1).every(({ text }) => personal.test(text))
  if (names.length === 0 && isPerson) return context.topic === null ? [] : [context.topic]
  return [...new Set(isPlural ? names : names.slice(0, 1))].filter(name => name !== '')
}

/** "chief executive of Apple", or "chief executive" with the body that has it. */
export function officesOf({ to }: ReadPair, context: Reading): string[] {
  const { reading, words } = context
  const span = reading.spans[to]
  if (span === undefined || span.kind === 'reference') return []
  const said = textOf(words, span).replace(/^(?:the|a|an|its|his|her|their) /i, '')
  const noun = said.includes(' ') ? said : (nounsOfDeed(said)[0] ?? said)
  const [link] = reading.pairs
    .filter(({ relation, from, score }) => relation === 'OFFICE_OF' && from === to && score > 0)
    .toSorted((one, other) => other.score - one.score)
  const [body] = link === undefined ? [] : meant(link.to, context)
  // "became director": of what, nobody says.
  if (body === undefined && isBareOffice(noun)) return []
  const preposition = noun === 'Member of Parliament' ? 'for' : 'of'
  return [officeName(body === undefined || said.includes(body) ? noun : `${noun} ${preposition} ${body}`)]
}

function isBareOffice(noun: string): boolean {
  return (
    noun.split(' ').length < 4 &&
    !/ (?:of|for|to|at|in) /.test(noun) &&
    !/\p{L} \p{Lu}/u.test(noun) &&
    !/minister|pope|speaker|emperor|empress|king|queen|chancellor|premier/i.test(noun)
  )
}

/** With capitals but for small words. */
function officeName(text: string): string {
  return text.replace(/\p{Ll}[\p{L}]*/gu, (word, at: number) =>
    (at > 0 && /[\p{L}\p{N}’'.-]/u.test(text[at - 1] ?? '')) ||
    (at > 0 && /^(?:of|the|for|and|in|to|at|on|de|du|la|von|van)$/.test(word))
      ? word
      : word.slice(0, 1).toUpperCase() + word.slice(1),
  )
}

const lead = new RegExp(
  `^(?:(?:${[...titles, ...'Monsignor Msgr Fr Dom Don Doña Dona Capt Col Gen Lt Sgt Maj Adm Rabbi Sheikh Risaldar Subedar Comrade Mme Mlle M Herr Frau Signor Signora Señor Shri Smt Pandit Ustad Hajji Haji Mullah Datuk Tan Tunku Prince Princess Count Countess Baron Baroness Graf Freiherr Alderman Canon Abbot Abbess Deacon Cardinal'.split(' ')].join('|')}|[Tt]he)\\.? )+(?=\\S)`,
)

const seats = /^(?:Oxford|Cambridge|London|Durham|Dublin|Edinburgh)$/
/** "Pulitzer Prize for Beloved": the work is no part of the prize, but "for Literature" is. */
const prizedWork =
  /^(.+ (?:Prize|Award|Medal)) for (?!(?:Best|Outstanding|Lifetime|Literature|Fiction|Nonfiction|Poetry|Drama|Physics|Chemistry|Peace|Medicine|Economics|Journalism|History|Biography|Music|Mathematics|Science|Arts?|Design|Engineering|Architecture|Excellence|Achievement|Service|Research|Teaching|Young|New|International|Distinguished)\b).+$/

export function nameOf(words: readonly Word[], span: Span): string {
  const name = textOf(words, span)
    .replace(lead, '')
    .replace(/[’']s$/, '')
  const after = (count: number) => words[span.last + count]?.text ?? ''
  if (/(?:^|[ ,])(?:Inc|Ltd|Co|Corp|Jr|Sr|Bros)$/.test(name) && after(1) === '.') return `${name}.`
  // "University College, Oxford"
  return / (?:College|Hall|School)$/.test(name) && after(1) === ',' && seats.test(after(2))
    ? `${name}, ${after(2)}`
    : name.replace(prizedWork, '$1')
}

/** The words as the text writes them. */
export function textOf(words: readonly Word[], { first, last }: Span): string {
  let text = ''
  for (let at = first; at <= last; at++) {
    const word = words[at]
    if (word === undefined) break
    const isApart = at > first && (words[at - 1]?.end ?? word.start) !== word.start
    text += isApart ? ` ${word.text}` : word.text
  }
  return text
}
