import type { ParsedSentence } from '../clauses/parse-phrases.ts'
import { isAsserted } from '../clauses/is-asserted.ts'
import { frontedTime, momentAt, periodOf, type StatedPeriod } from '../clauses/read-time.ts'
import { groupNouns, isPersonName, type NameMemory } from '../clauses/name-memory.ts'
import { isPlaceName } from '../clauses/place-names.ts'
import type { Reading } from '../clauses/resolve-names.ts'
import { wordFact } from '../clauses/word-fact.ts'
import type { Mention } from '../fact.ts'
import type { Moment } from '../periods.ts'
import type { Draft } from '../read-text.ts'
import { type Chunk, chunkSentence, type Noun } from './chunk-sentence.ts'
import { beforeDate, findPredicates, isMark, noteWord, type Predicate } from './find-predicates.ts'
import { type Names, namesOf } from './names.ts'
import { factsOfRole, isArea, isPersonal, isRole, rolesFrom } from './roles.ts'
import { factsOfVerb, type Said } from './verb-frames.ts'

const nothing: StatedPeriod = { from: null, to: null, at: null, isUncertain: false }

/** The facts that the verbs and the descriptions of a sentence state. */
export function readGrammar(parsed: ParsedSentence, reading: Reading): Draft[] {
  if (!parsed.line.includes('⟦')) return []
  const chunks = chunkSentence(parsed)
  for (const chunk of chunks) if (chunk.type === 'verb') noteWord(chunk, parsed.phrases[chunk.from]?.text ?? '')
  const names = namesOf(chunks, parsed, reading)
  const predicates = findPredicates(chunks)
  const main = predicates.find(({ verb, isRelative }) => verb.form === 'finite' && !isRelative)
  return [
    ...predicates.flatMap(predicate => readPredicate(predicate, predicate === main, { chunks, parsed, names, reading })),
    ...readOpening(chunks, main, { chunks, parsed, names, reading }),
    ...(predicates.length === 0 ? readFragment(chunks, { chunks, parsed, names, reading }) : []),
    ...readDescriptions(predicates, { chunks, parsed, names, reading }),
  ]
}

type Sentence = { chunks: readonly Chunk[]; parsed: ParsedSentence; names: Names; reading: Reading }

function readPredicate(predicate: Predicate, isFirst: boolean, { chunks, parsed, names, reading }: Sentence): Draft[] {
  const { verb } = predicate
  if (verb.isNegative || predicate.subjects.length === 0) return []
  const [start, end] = [offsetOf(verb.from, parsed), endOf(chunks, predicate, parsed)]
  if (!isAsserted(parsed.line, start, end)) return []
  const stated = timeOf(predicate, isFirst, chunks, parsed)
  // "was born, August 9, 1631, at A"
  const isOpen = stated.from === null && stated.to === null && stated.at === null && !stated.isUncertain
  const bare = isOpen && /^(?:bear|die)$/.test(verb.lemma) ? bareDate(predicate, chunks, parsed) : null
  const time = bare === null ? stated : { ...nothing, at: bare }
  const day = time.at === null || time.isUncertain ? null : dayIn(parsed, time.at.start)
  const said = factsOfVerb({ predicate, chunks, names, day })
  for (const { relation, subject, object } of said) {
    if (/^(?:MEMBER_OF|EMPLOYED_BY)$/.test(relation)) reading.ties.set(`${subject.key}|${object.key}`, relation)
    if (relation === 'HOLDS_OFFICE') reading.offices.set(subject.key, { name: object.name, isSole: isSoleOffice(object) })
  }
  return [...said, ...leaving(predicate, names, reading)].map(said => draftOf(said, time, { isPresent: verb.isPresent, isPast: isPastState(predicate, parsed), spoken: reading.context.date, parsed }))
}

/** "left A", where an earlier sentence says that the person worked there or belonged to it. */
function leaving({ verb, isPassive, subjects, objects }: Predicate, names: Names, { ties }: Reading): Said[] {
  if (verb.lemma !== 'leave' || isPassive) return []
  return names.all(subjects, 'any').flatMap(subject =>
    names.all(objects, 'organisation').flatMap(object => {
      const relation = ties.get(`${subject.key}|${object.key}`)
      return relation === undefined ? [] : [{ relation, subject, object, time: 'end' as const }]
    }),
  )
}

/** The only date of a clause, which no preposition precedes. */
function bareDate({ at, end }: Predicate, chunks: readonly Chunk[], parsed: ParsedSentence): Moment | null {
  const dates = chunks.slice(at, end).flatMap((chunk, index) => (chunk.type === 'date' && chunks[at + index - 1]?.type !== 'mark' ? [chunk] : chunk.type === 'date' && isMark(chunks[at + index - 1], ',') ? [chunk] : []))
  const [only, ...others] = dates
  return only === undefined || others.length > 0 ? null : momentAt(parsed, String(only.at))
}

/** "was", "had been", "served as": a state that is over. */
function isPastState({ verb }: Predicate, parsed: ParsedSentence): boolean {
  return /^(?:be|serve|act)$/.test(verb.lemma) && /^(?:was|were|had|served|acted)$/i.test(parsed.phrases[verb.from]?.text ?? '')
}

/** The period that a clause states: in its own words, before it, or before the clause whose subject it shares. */
function timeOf(predicate: Predicate, isFirst: boolean, chunks: readonly Chunk[], parsed: ParsedSentence): StatedPeriod {
  const { line } = parsed
  const own = line.slice(offsetOf(predicate.verb.to, parsed), endOf(chunks, predicate, parsed))
  const read = periodOf(` ${own.replace(/\([^()]*\)/g, '')}`, parsed)
  if (read !== null) return read
  const [, year] = /\( ⟦d(\d+)⟧ \) ?$/.exec(own) ?? []
  if (year !== undefined) return { ...nothing, at: momentAt(parsed, year) }
  const places = [predicate.verb.from]
  const [subject] = predicate.subjects
  const isOwn = predicate.governor === null
  if (subject !== undefined && isOwn && !predicate.isRelative) places.push(chunks[subject]?.from ?? 0)
  const { governor } = predicate
  const isSameTime = predicate.verb.form === 'finite' ? isPlainAnd(predicate, chunks, parsed) : isMark(chunks[predicate.at - 1], 'by')
  if (governor !== null && isSameTime) {
    const first = firstOf(governor)
    const main = first.subjects[0]
    if (main !== undefined) places.push(chunks[main]?.from ?? 0)
  }
  // "The 1959 Dictionary was compiled".
  const dated = subject === undefined ? undefined : chunks[subject]
  if (predicate.isPassive && dated?.type === 'noun' && dated.date !== null) return { ...nothing, at: momentAt(parsed, String(dated.date)) }
  if (isFirst) {
    const found = openingTime(parsed)
    if (found !== null) return found
  }
  for (const place of places) {
    const found = frontedTime(line.slice(0, offsetOf(place, parsed)), parsed)
    if (found !== null) return found
  }
  return nothing
}

/** "In 1946, together with A, …": the date with which a sentence begins. */
function openingTime(parsed: ParsedSentence): StatedPeriod | null {
  const [opening] = /^(?:in|on|from|between|since|until|during|by|at) [^,]*⟦d\d+⟧[^,]*(?= ,)/.exec(parsed.line) ?? []
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
  if (before?.type !== 'mark' || before.kind !== 'and' || isMark(chunks[at - 2], ',') || verb === undefined) return false
  return !parsed.phrases.slice(before.from, verb.to).some(({ text }) => /^(?:later|then|eventually|subsequently|soon|finally)$/i.test(text))
}

function offsetOf(phrase: number, parsed: ParsedSentence): number {
  return parsed.offsets[phrase] ?? parsed.line.length
}

function endOf(chunks: readonly Chunk[], { end }: Predicate, parsed: ParsedSentence): number {
  const last = chunks[end]
  return last === undefined ? parsed.line.length : offsetOf(last.from, parsed)
}

/** The words for the date that begins on a day. */
function dayIn(parsed: ParsedSentence, start: string): string | null {
  const at = parsed.phrases.findIndex(({ kind }, index) => kind === 'date' && momentAt(parsed, String(index))?.start === start)
  return parsed.phrases[at]?.text ?? null
}

/** "The daughter of A, B was …", "A member of C, she …": a description before the subject. */
function readOpening(chunks: readonly Chunk[], main: Predicate | undefined, { parsed, names, reading }: Sentence): Draft[] {
  const [first] = chunks
  if (first?.type !== 'noun' || first.name !== null || !isRole(first) || main === undefined || main.subjects.includes(0)) return []
  const subject = chunks[main.subjects[0] ?? -1]
  const isFront = subject !== undefined && chunks.slice(0, main.at).some(chunk => isMark(chunk, ',')) && !isOfFirst(chunks, main)
  if (!isFront || !isAsserted(parsed.line, 0, offsetOf(subject.from, parsed))) return []
  return rolesFrom(chunks, 0).flatMap(role =>
    factsOfRole(role, names.all(main.subjects, 'any'), names).map(({ time, ...fact }) =>
      draftOf({ ...fact, time: time === 'state' ? 'none' : time }, nothing, { isPresent: false, spoken: reading.context.date }),
    ),
  )
}

/** "Professor of botany at A.": a description without a verb, of the person whom the text is about. */
function readFragment(chunks: readonly Chunk[], { parsed, names, reading }: Sentence): Draft[] {
  const [first] = chunks
  const person = reading.memory.find('their', 'person')
  const isBare = first?.type === 'noun' && first.name === null && isRole(first) && /^(?:an?|)$/.test(first.determiner ?? '')
  if (!isBare || person === null || !isAsserted(parsed.line, 0, parsed.line.length)) return []
  return rolesFrom(chunks, 0).flatMap(role =>
    factsOfRole(role, [person], names).map(({ time, ...fact }) =>
      draftOf({ ...fact, time: time === 'state' ? 'none' : time }, nothing, { isPresent: false, spoken: null }),
    ),
  )
}

/** Whether a name before the verb only says who the first noun is: "The founder of A, B, was". */
function isOfFirst(chunks: readonly Chunk[], main: Predicate): boolean {
  const subject = main.subjects[0] ?? -1
  return isMark(chunks[subject + 1], ',') && isMark(chunks[main.at - 1], ',')
}

/** What descriptions beside names state: "A, the founder of B", "its founder, A", "his wife A", "B's chairman A". */
function readDescriptions(predicates: readonly Predicate[], { chunks, parsed, names, reading }: Sentence): Draft[] {
  const drafts: Draft[] = []
  const add = (role: number, holder: number) => {
    const first = chunks[Math.min(role, holder)]
    const last = chunks[Math.max(role, holder)]
    if (first === undefined || last === undefined) return
    if (!isAsserted(parsed.line, offsetOf(first.from, parsed), offsetOf(last.to, parsed))) return
    const noun = chunks[role]
    const personal = noun?.type === 'noun' && isPersonal(noun) ? names.all([holder], 'person') : []
    const holders = [...(personal.length > 0 ? personal : names.all([holder], 'any'))]
    const isPlace = personal.length === 0 && noun?.type === 'noun' && isPersonal(noun) && holders.every(({ label }) => label === 'Place')
    // "was born in Ulm, Germany, the son of A": the description is of the subject.
    const clause = isPlace ? predicates.findLast(one => one.at < role && one.subjects.length > 0 && one.end >= holder - 2) : undefined
    if (clause !== undefined) holders.splice(0, holders.length, ...names.all(clause.subjects, 'person'))
    if (holders.length === 0) return
    for (const one of rolesFrom(chunks, role))
      for (const { time, ...fact } of factsOfRole(one, holders, names))
        drafts.push(draftOf({ ...fact, time: 'none' }, nothing, { isPresent: time === 'none' && false, spoken: reading.context.date }))
  }
  for (const [at, chunk] of chunks.entries()) {
    if (chunk.type !== 'noun') continue
    if (chunk.name === null) {
      if (!isRole(chunk)) continue
      const previous = beforeDate(chunks, at - 2)
      const named = chunks[previous]
      // "A (chairman of B)"
      if (isMark(chunks[at - 1], '(') && !isArea(chunk) && named?.type === 'noun' && named.name !== null) add(at, previous)
      // "A, the founder of B"
      if (isMark(chunks[at - 1], ',') && named?.type === 'noun' && named.name !== null && !isListed(chunks, at, predicates)) add(at, previous)
      // "the founder of B, A, …", "his wife, A, …"
      const [role] = rolesFrom(chunks, at)
      const to = role?.to ?? at + 1
      const next = chunks[to + 1]
      const isClosed = chunks[to + 2] === undefined || chunks[to + 2]?.type === 'mark'
      const isDefinite = chunk.determiner === 'the' || chunk.owner !== null
      if (isDefinite && !isArea(chunk) && isMark(chunks[to], ',') && next?.type === 'noun' && next.name !== null && isClosed && !isMark(chunks[at - 1], ',')) add(at, to + 1)
    } else {
      drafts.push(...staffOf(chunk, at, { chunks, parsed, names, reading }), ...basedIn(chunk, at, { chunks, parsed, names, reading }))
      const title = titleOf(chunk)
      if (title === null) continue
      const personal = isPersonal(title) ? names.all([at], 'person') : []
      const called = parsed.phrases[chunk.name]?.text ?? ''
      // "the Foundation's editor, GNU Emacs": not everything with a trade is a person.
      if (isPersonal(title) && called.includes(' ') && !isPersonName(called)) continue
      const holders = personal.length > 0 ? personal : names.all([at], 'any')
      if (!isAsserted(parsed.line, offsetOf(chunk.from, parsed), offsetOf(chunk.to, parsed))) continue
      for (const fact of factsOfRole({ head: title.head ?? '', noun: title, adjuncts: [], to: at + 1 }, holders, names))
        drafts.push(draftOf({ ...fact, time: 'none' }, nothing, { isPresent: false, spoken: null }))
    }
  }
  return drafts
}

/** "Ida Holm from Acme Company". */
function staffOf(noun: Noun, at: number, { chunks, parsed, names }: Sentence): Draft[] {
  const [mark, body] = [chunks[at + 1], chunks[at + 2]]
  const called = noun.name === null ? '' : (parsed.phrases[noun.name]?.text ?? '')
  if (!isPersonName(called) || !(isMark(mark, 'from') || isMark(mark, 'of')) || body?.type !== 'noun') return []
  if (!isAsserted(parsed.line, offsetOf(noun.from, parsed), offsetOf(body.to, parsed))) return []
  return names.all([at], 'person').flatMap(subject =>
    names.all([at + 2], 'company').map(object => draftOf({ relation: 'EMPLOYED_BY', subject, object, time: 'none' }, nothing, { isPresent: false, spoken: null })),
  )
}

/** "the Zurich-based insurer A". */
function basedIn(noun: Noun, at: number, { parsed, names, reading }: Sentence): Draft[] {
  const [place] = noun.modifiers
  if (place === undefined || !noun.words.includes('-based')) return []
  const called = parsed.phrases[place]?.text ?? ''
  const where = isPlaceName(called) ? reading.memory.find(called, 'place') : null
  return names
    .all([at], 'organisation')
    .flatMap(subject =>
      where === null || !isAsserted(parsed.line, offsetOf(noun.from, parsed), offsetOf(noun.to, parsed))
        ? []
        : [draftOf({ relation: 'LOCATED_IN', subject, object: where, time: 'none' }, nothing, { isPresent: false, spoken: null })],
    )
}

/** "[its founder] A", "[B chairman] A": the description before a name, as a noun of its own. */
function titleOf(noun: Noun): Noun | null {
  const head = noun.words.at(-1)
  if (head === undefined || (noun.owner === null && noun.modifiers.length === 0)) return null
  const title: Noun = { ...noun, name: null, head, words: noun.words.slice(0, -1) }
  return isRole(title) ? title : null
}

/** Whether a comma before a role belongs to a list of objects: "He met A, the founder of B, and C". */
function isListed(chunks: readonly Chunk[], at: number, predicates: readonly Predicate[]): boolean {
  const governing = predicates.findLast(one => one.at < at)
  return governing !== undefined && governing.objects.includes(at) && chunks.length > 0
}

function draftOf(said: Said, time: StatedPeriod, { isPresent, isPast, spoken, parsed }: { isPresent: boolean; isPast?: boolean; spoken: string | null; parsed?: ParsedSentence }): Draft {
  const { relation, subject, object, time: mode, isFormer } = said
  const { from, to, at } = said.year === undefined ? time : { ...nothing, at: parsed === undefined ? null : momentAt(parsed, String(said.year)) }
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
          : { validAt: from?.start ?? at?.start ?? null, invalidAt: mode === 'begin' ? (to?.end ?? null) : null }
  return { ...statement, ...period, isExclusive: isSole, fact: wordFact(statement, { isPast: period.invalidAt !== null }) }
}

const group = new RegExp(`^(?:${groupNouns})$`)
function isGroup(noun: Noun): boolean {
  return noun.head !== null && group.test(noun.head) && noun.determiner === 'the' && noun.words.length === 0
}

function isSoleOffice(object: Mention): boolean {
  return 'isSole' in object && object.isSole === true
}

function plain({ key, name, label }: Mention): Mention {
  return { key, name, label }
}

/** Whether the first clause is about something without a name ("The library was written"), which "it" then means. */
export function isAboutUnnamed(parsed: ParsedSentence): boolean {
  const chunks = chunkSentence(parsed)
  const main = findPredicates(chunks).find(({ verb, isRelative }) => verb.form === 'finite' && !isRelative)
  const noun = main?.governor === null && main.subjects.length === 1 ? chunks[main.subjects[0] ?? -1] : undefined
  return noun?.type === 'noun' && noun.name === null && noun.pronoun === null && noun.modifiers.length === 0 && !isGroup(noun)
}

/** Whether a sentence is only a name, with or without dates: "Rachel Carson (1907–1962)". */
export function isHeadline({ line }: ParsedSentence): boolean {
  return /^⟦n\d+⟧(?: \( [^()]*⟦d\d+⟧[^()]*\)(?: ⟦n\d+⟧)?)?(?: [a-z]+){0,3}$/.test(line)
}

/** The name that is the subject of the first clause, which the pronouns of the next sentence mean; null without one. */
export function mainSubject(parsed: ParsedSentence, memory: NameMemory): Mention | null {
  const chunks = chunkSentence(parsed)
  const main = findPredicates(chunks).find(({ verb, isRelative }) => verb.form === 'finite' && !isRelative)
  const [only, ...others] = main?.subjects ?? []
  const noun = only === undefined || others.length > 0 || main?.governor !== null ? undefined : chunks[only]
  const name = noun?.type === 'noun' && noun.name !== null ? parsed.phrases[noun.name]?.text : undefined
  return name === undefined ? null : (memory.find(name, 'person') ?? memory.find(name, 'organisation'))
}
