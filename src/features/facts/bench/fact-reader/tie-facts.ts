import { type FoundDate, findDates } from '../../reader/find-dates.ts'
import { nounsOfDeed } from '../../reader/office-of-deed.ts'
import { readRelations } from '../../reader/read-relations.ts'
import type { Word } from '../../reader/windows.ts'
import type { Item, ListedFact } from './read-items.ts'

/** What a text lists, as numbers of its words. */
export type Tied = {
  /** [relation, subject, object]: first words. */
  positive: [number, number, number][]
  /** The same, neither right nor wrong. */
  ignored: [number, number, number][]
  /** [subject, object, date or −1 for none, −2 for do not ask], for the beginning and the end. */
  from: [number, number, number][]
  to: [number, number, number][]
  spans: Span[]
  ignoredSpans: Span[]
}
export type Span = { kind: 0 | 1 | 2; first: number; last: number }
/** A mention in the document: its first word, and what it means. `spans` are numbers of document words. */
type Mention = Span & { meant: string }

const relationNames = [...readRelations]
const isMutual = (relation: string) => /^(?:MARRIED_TO|SIBLING_OF|MERGED_WITH)$/.test(relation)
/** The heads behind the relations: an office to its body, a word to the name that it means. */
const officeOf = relationNames.length
const means = officeOf + 1
export const counts = { facts: 0, tied: 0, dates: 0, tiedDates: 0, marks: 0, tiedMarks: 0 }
/** Facts whose names were not found, by relation. */
export const untied = new Map<string, number>()

/** Ties the marks and facts of an item to its words. */
export function tie(item: Item, words: readonly Word[]): Tied {
  const tied: Tied = { positive: [], ignored: [], from: [], to: [], spans: [], ignoredSpans: [] }
  const dates = findDates(words)
  const marks = item.marks.flatMap(mark => {
    const inside = words.flatMap((word, number) =>
      word.sentence >= 0 && word.start >= mark.start && word.end <= mark.end ? [number] : [],
    )
    const [first] = inside
    const last = inside.at(-1)
    counts.marks += 1
    return first === undefined || last === undefined
      ? []
      : mark.meant.map((meant): Mention => ({ kind: 1, ...trimmed(words, first, last), meant }))
  })
  const names = new Map<string, Mention[]>()
  const namesOf = (name: string): Mention[] => {
    const known =
      names.get(name) ?? occurrences(words, name).map(span => ({ ...span, kind: 0 as const, meant: name }))
    names.set(name, known)
    return known
  }
  const mentionsOf = (name: string) => [
    ...namesOf(name),
    ...marks.filter(({ meant }) => fold(meant) === fold(name)),
  ]
  // Who a word means.
  for (const mark of marks) {
    const full = namesOf(mark.meant).filter(({ first }) => first !== mark.first)
    const nearest = full.filter(({ first }) => first < mark.first).at(-1) ?? full[0]
    tied.spans.push(mark, ...full)
    if (nearest === undefined) continue
    counts.tiedMarks += 1
    const links = [
      ...full,
      ...marks.filter(({ meant, first }) => meant === mark.meant && first !== mark.first),
    ]
    tied.positive.push([means, mark.first, nearest.first])
    for (const other of links)
      if (other.first !== nearest.first) tied.ignored.push([means, mark.first, other.first])
  }
  for (const fact of item.facts) tieFact(fact, { tied, words, dates, mentionsOf })
  return tied
}

type Context = {
  tied: Tied
  words: readonly Word[]
  dates: readonly FoundDate[]
  mentionsOf(name: string): Mention[]
}

function tieFact(fact: ListedFact, context: Context): void {
  const { tied, words, dates, mentionsOf } = context
  const relation = relationNames.indexOf(fact.relation)
  if (relation === -1) return
  counts.facts += fact.isOptional ? 0 : 1
  const subjects = mentionsOf(fact.subject)
  const offices = fact.relation === 'HOLDS_OFFICE' ? officesOf(fact.object, context) : []
  const dated = /^(?:BORN_IN|DIED_IN|FOUNDED_IN)$/.test(fact.relation)
    ? dates
        .filter(date => fold(textOf(words, date)) === fold(fact.object) || date.day === fact.from)
        .filter(() => /\d/.test(fact.object))
        .map((date): Mention => ({ kind: 0, first: date.first, last: date.last, meant: 'date' }))
    : []
  const objects =
    fact.relation === 'HOLDS_OFFICE'
      ? offices.map(({ role }) => role)
      : dated.length > 0
        ? dated
        : mentionsOf(fact.object)
  const best = nearestPair(subjects, objects, fact, context)
  if (best === null) {
    if (!fact.isOptional) untied.set(fact.relation, (untied.get(fact.relation) ?? 0) + 1)
    return
  }
  const [subject, object] = best
  const pairOf = (one: Mention, other: Mention): [number, number, number] =>
    isMutual(fact.relation) && one.first > other.first
      ? [relation, other.first, one.first]
      : [relation, one.first, other.first]
  const pair = pairOf(subject, object)
  for (const one of subjects)
    for (const other of objects) {
      const own = pairOf(one, other)
      if (fact.isOptional || own[1] !== pair[1] || own[2] !== pair[2]) tied.ignored.push(own)
    }
  const isDate = dated.length > 0
  if (fact.isOptional) {
    tied.ignoredSpans.push(...subjects, ...(isDate ? [] : objects))
    return
  }
  counts.tied += 1
  tied.positive.push(pair)
  tied.spans.push(subject, ...(isDate ? [] : [object]))
  tied.ignoredSpans.push(...subjects, ...(isDate ? [] : objects))
  const office = offices.find(({ role }) => role === object)
  if (office !== undefined && office.body !== null) {
    tied.positive.push([officeOf, object.first, office.body.first])
    tied.spans.push(office.body)
    for (const other of office.bodies)
      if (other.first !== office.body.first) tied.ignored.push([officeOf, object.first, other.first])
  }
  if (isDate) return
  for (const part of ['from', 'to'] as const) {
    const said = fact[part]
    const own = dateOf(said, { at: pair, words, dates })
    if (said !== '-') counts.dates += 1
    if (own >= 0) counts.tiedDates += 1
    tied[part].push([pair[1], pair[2], own])
  }
}

/** The word at which the date of a fact begins; −1: none, −2: unknown. */
function dateOf(
  said: string,
  {
    at: [, subject, object],
    words,
    dates,
  }: { at: readonly number[]; words: readonly Word[]; dates: readonly FoundDate[] },
): number {
  if (said === '-') return -1
  const day = said.replace('~', '')
  const fits = dates.filter(date => date.day === day || (date.day.startsWith(day) && day.length >= 7))
  const near = (at: number) => {
    const sentence = words[at]?.sentence ?? 0
    const own = [words[object ?? 0]?.sentence ?? 0, words[subject ?? 0]?.sentence ?? 0].filter(
      one => one >= 0,
    )
    return Math.min(...own.map(one => Math.abs(one - sentence))) * 200 + Math.abs(at - (object ?? 0))
  }
  const [best] = fits.toSorted((one, other) => near(one.first) - near(other.first))
  if (best === undefined || near(best.first) > 900) return -2
  return said.startsWith('~') || best.isVague ? -2 : best.first
}

function nearestPair(
  subjects: readonly Mention[],
  objects: readonly Mention[],
  fact: ListedFact,
  { words, dates }: Context,
): [Mention, Mention] | null {
  let best: [Mention, Mention] | null = null
  let least = Number.POSITIVE_INFINITY
  const day = [fact.from, fact.to].map(one => one.replace('~', '')).find(one => one !== '-')
  for (const subject of subjects)
    for (const object of objects) {
      if (subject.first === object.first) continue
      const [one, other] = [words[subject.first]?.sentence ?? -1, words[object.first]?.sentence ?? -1]
      const apart = one === -1 || other === -1 ? 1.5 : Math.abs(one - other)
      const isDated =
        day === undefined ||
        dates.some(
          date => date.day.startsWith(day) && [one, other].includes(words[date.first]?.sentence ?? -2),
        )
      const distance = one === -1 || other === -1 ? 0 : Math.abs(subject.first - object.first)
      const cost = apart * 120 + distance + (isDated ? 0 : 60) + (other === -1 ? 40 : 0)
      if (cost < least) {
        least = cost
        best = [subject, object]
      }
    }
  return best
}

type Office = { role: Mention; body: Mention | null; bodies: readonly Mention[] }

/** The places that name an office: "chief executive of Apple", "its chief executive", "led it". */
function officesOf(name: string, { words, mentionsOf }: Context): Office[] {
  const whole = occurrences(words, name).map(
    (span): Office => ({ role: { ...span, kind: 2, meant: name }, body: null, bodies: [] }),
  )
  if (whole.length > 0) return whole
  const splits = [...name.matchAll(/ (?:of|for|at|in|to) (?:the )?/g)]
  for (const split of splits) {
    const head = name.slice(0, split.index)
    const bodies = mentionsOf(name.slice(split.index + split[0].length))
    const heads = [
      ...occurrences(words, head),
      ...words.flatMap((word, at) =>
        nounsOfDeed(word.text).some(noun => fold(noun) === fold(head)) ? [{ first: at, last: at }] : [],
      ),
    ].filter(({ first }) => (words[first]?.sentence ?? -1) >= 0)
    if (bodies.length === 0 || heads.length === 0) continue
    return heads.map(span => {
      const near = (body: Mention) => {
        const [one, other] = [words[span.first]?.sentence ?? -1, words[body.first]?.sentence ?? -1]
        return (other === -1 ? 1.5 : Math.abs(one - other)) * 120 + Math.abs(span.first - body.first)
      }
      const [body = null] = bodies.toSorted((one, other) => near(one) - near(other))
      return { role: { ...span, kind: 2, meant: name }, body, bodies }
    })
  }
  return []
}

const small = new Set(['the', 'a', 'an'])

/** Where the words of a name stand, without regard to capitals, marks and articles. */
function occurrences(words: readonly Word[], name: string): { first: number; last: number }[] {
  const told =
    name
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.map(fold)
      .filter(word => !small.has(word)) ?? []
  const found: { first: number; last: number }[] = []
  if (told.length === 0) return found
  for (let first = 0; first < words.length; first++) {
    if (fold(words[first]?.text ?? '') !== told[0]) continue
    let at = first
    let matched = 1
    while (matched < told.length) {
      const next = words[at + 1]
      if (next === undefined || next.sentence !== words[first]?.sentence || next.text === '|') break
      const text = fold(next.text)
      if (text === told[matched]) matched += 1
      else if (!small.has(text) && /[\p{L}\p{N}]/u.test(text)) break
      at += 1
      if (at - first > 2 * told.length + 4) break
    }
    // Names written wholly in small letters are found only as they are written.
    const isNamed =
      /\p{Lu}|\d/u.test(textOf(words, { first, last: at })) ||
      !/\p{Lu}/u.test(name) ||
      / of /.test(name) ||
      (/^\p{Lu}/u.test(name) && told.length > 1)
    if (matched === told.length && (isNamed || isOffice(name))) found.push({ first, last: at })
  }
  return found
}

function isOffice(name: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(name)
}

function trimmed(words: readonly Word[], first: number, last: number): { first: number; last: number } {
  return first < last &&
    small.has(fold(words[first]?.text ?? '')) &&
    /^\p{Lu}/u.test(words[first + 1]?.text ?? '')
    ? { first: first + 1, last }
    : { first, last }
}

function textOf(words: readonly Word[], { first, last }: { first: number; last: number }): string {
  return words
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join(' ')
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
