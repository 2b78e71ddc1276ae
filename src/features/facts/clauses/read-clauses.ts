import { date, role } from '../entity-names.ts'
import type { Mention } from '../fact.ts'
import { isAboutUnnamed, isHeadline, mainSubject } from '../grammar/main-subject.ts'
import { readGrammar } from '../grammar/read-grammar.ts'
import type { People } from '../people.ts'
import { readOffice } from '../read-office.ts'
import type { Draft, TextContext } from '../read-text.ts'
import type { Sentence } from '../sentences.ts'
import { chooseTopic, isBareTrade, isDefinition } from './choose-topic.ts'
import { type ClauseRule, clauseRules } from './clause-patterns.ts'
import { groupNouns } from './group-nouns.ts'
import { isAsserted } from './is-asserted.ts'
import { joinBodies } from './join-bodies.ts'
import { isSchool } from './name-kinds.ts'
import { type NameMemory, nameMemory } from './name-memory.ts'
import { type ParsedSentence, type Phrase, parsePhrases } from './parse-phrases.ts'
import { isPlaceName } from './place-names.ts'
import { fromDescription, fromField } from './read-fields.ts'
import { fromListItem, fromRow } from './read-lists.ts'
import { momentAt, readTime, type StatedPeriod } from './read-time.ts'
import { groupIn, joinNames, pronounOf, type Reading } from './resolve-names.ts'
import { chronicleDate, fromChronicle, splitClauses } from './split-clauses.ts'
import { wordFact } from './word-fact.ts'

/** Reads the clauses of the sentences of one document, in order: earlier sentences say whom short names and pronouns mean. */
export type ClauseReader = { read(sentence: Sentence, context: TextContext): Draft[] }

/**
 * `smallWords`: the words that the document also writes in small letters; such a first word of a sentence is no name. `titles`: the
 * title of the document and its first heading. `text`: all of it.
 */
export function clauseReader(
  people: People,
  { smallWords, titles, text }: { smallWords: ReadonlySet<string>; titles: readonly string[]; text: string },
): ClauseReader {
  const memory = nameMemory(people)
  memory.foresee(text)
  const offices: Reading['offices'] = new Map()
  const ties: Reading['ties'] = new Map()
  let paragraph = -1
  let heading: string | null = null
  let chronicle: Phrase | null = null
  return {
    read(sentence, context) {
      const isFirst = paragraph === -1
      const isSectionStart = sentence.heading !== heading
      if (isSectionStart) memory.beginSection(sentence.heading)
      heading = sentence.heading
      const isNewParagraph = sentence.paragraph !== paragraph
      if (isNewParagraph) memory.beginParagraph()
      paragraph = sentence.paragraph
      const topic = memory.personName() ?? memory.topicName()
      const line = sentence.columns === null ? sentence.text : fromRow(sentence.text, sentence.columns)
      if (line === '') return []
      const item =
        memory.topicPerson() === null
          ? null
          : fromListItem(line, { heading, person: memory.topicPerson() ?? '' })
      const plain = joinBodies(parsePhrases(item ?? line, word => smallWords.has(word.toLowerCase())))
      const isBare = isBareTrade(plain)
      if (isFirst) chooseTopic({ parsed: plain, subject: null, titles, text, smallWords }, memory, 'bare')
      const parsed = fromField(
        fromChronicle(
          fromDescription(plain, isNewParagraph ? memory.topicPerson() : null, isBare),
          isSectionStart ? null : chronicle,
        ),
        topic,
      )
      chronicle = chronicleDate(plain) ?? (isSectionStart ? null : chronicle)
      memory.learn(parsed)
      const subject = subjectOf(parsed, memory) ?? mainSubject(parsed, memory)
      if (isFirst) {
        chooseTopic({ parsed, subject, titles, text, smallWords }, memory)
        memory.beginParagraph()
      }
      if (subject !== null && isSectionStart) memory.renameTopic(subject)
      if (subject !== null) memory.remember(subject)
      const drafts = splitClauses(parsed).flatMap(part =>
        readSentence(part, { memory, subject, context, offices, ties }),
      )
      drafts.push(
        ...splitClauses(parsed).flatMap(part =>
          readGrammar(part, { memory, subject, context, offices, ties }),
        ),
      )
      if (isNewParagraph && isHeadline(parsed)) memory.beginPerson(subject)
      for (const draft of drafts) memory.confirm(draft.subject, draft.object)
      // A fact of this sentence may be what shows that its subject is a person.
      if (subject !== null) memory.remember(subject)
      if (subject === null && isAboutUnnamed(parsed)) memory.forgetOther()
      if (isFirst && subject !== null && isDefinition(parsed.line)) memory.makeTopic(subject)
      return drafts
    },
  }
}

const subjectPattern = new RegExp(
  `^(?:(?:in|on|by|during) (?:the )?⟦d\\d+⟧ ,? ?|(?:after|before|while|when|since|in|as|having|following|born|founded|educated|established|under) [^,]* , (?:⟦n\\d+⟧ , (?=⟦n))?)?(?:(?:the|an?) (?:(?!(?:${groupNouns}) [a-z])[a-z-]+ ){0,3}|(?:(?:sir|dr|mr|mrs|[a-z]+ist|(?!after|under|over|other|another|later|however|for|or|whether|rather|together|former)[a-z]+(?:er|or)) ))?⟦n(\\d+)⟧(?! [’']s )`,
)

/** The name with which a sentence begins, which the pronouns of the next sentence mean. */
function subjectOf({ line, phrases }: ParsedSentence, memory: NameMemory): Mention | null {
  const [, at] = subjectPattern.exec(line) ?? []
  const text = at === undefined ? undefined : phrases[Number(at)]?.text
  return text === undefined ? null : (memory.find(text, 'person') ?? memory.find(text, 'organisation'))
}

type Found = { rule: ClauseRule; match: RegExpExecArray; parsed: ParsedSentence; reading: Reading }

/** Words before a subject that make it part of another phrase: "the head of Acme was born". */
const governed =
  /(?:^| )(?:of|in|at|by|with|from|to|for|on|than|near|between|under|against|like|unlike|as|about|into|over|via|without|[’']s|including) (?:(?:the|an?|his|her|its|their) (?:[a-z-]+ ){0,3})?$/

function readSentence(parsed: ParsedSentence, reading: Reading): Draft[] {
  const { line } = parsed
  if (!line.includes('⟦')) return []
  return clauseRules.flatMap(rule =>
    matchesOf(rule, line).flatMap(match => {
      const start = match.index
      const isRelative = /⟧(?: ,)? (?:who|which) /.test(match[0])
      if (
        (!rule.isApposition || match.groups?.led !== undefined) &&
        !isRelative &&
        !/^(?:he|she)$/.test(match.groups?.s ?? '') &&
        governed.test(line.slice(0, start))
      )
        return []
      if (!isAsserted(line, start, start + match[0].length)) return []
      return readMatch({ rule, match, parsed, reading })
    }),
  )
}

/** All matches, also those that begin in the object of another: "A was bought by B, which was bought by C". */
function matchesOf({ regex }: ClauseRule, line: string): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  regex.lastIndex = 0
  for (let match = regex.exec(line); match !== null; match = regex.exec(line)) {
    found.push(match)
    regex.lastIndex = match.index + Math.max(1, match.groups?.s?.length ?? match[0].length)
  }
  return found
}

function readMatch(found: Found): Draft[] {
  const { rule, match } = found
  if (rule.isLife === true && !isLife(found)) return []
  const subjects = namesOf(match.groups?.s ?? match.groups?.possessor ?? '', found, rule.kinds[0])
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

/** Whether two dates are those of a life: a term in office is shorter. */
function isLife({ match, parsed }: Found): boolean {
  const { o = '', birth = o, death = o } = match.groups ?? {}
  const [from, to] = [birth, death].map(symbol =>
    momentAt(parsed, /\d+/.exec(symbol)?.[0])?.start.slice(0, 4),
  )
  const years = Number(to) - Number(from)
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

/** The entities of a list of names. A list before a singular verb is only its last name. */
function namesOf(
  text: string,
  { parsed, reading, match }: Found,
  kind: ClauseRule['kinds'][number],
): Mention[] {
  const said = [...text.matchAll(/⟦n(\d+)⟧/g)].map(([, at]) => parsed.phrases[Number(at)]?.text ?? '')
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

function objectsOf(found: Found): Mention[] {
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

function timeOf({ match, parsed, rule }: Found): StatedPeriod {
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

function draftOf(statement: Statement, { rule, match, reading }: Found, time: StatedPeriod): Draft {
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

function officeDrafts(subjects: readonly Mention[], found: Found, time: StatedPeriod): Draft[] {
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
    if (name === '' || found.reading.memory.find(name, 'organisation') === null) return null
    const kind = / project /.test(match[0]) ? ' project' : ''
    return readOffice(`Leader of ${name}${kind}`)
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
function successionDrafts(main: readonly Draft[], found: Found, time: StatedPeriod): Draft[] {
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
