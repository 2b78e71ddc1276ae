import { completeFacts } from './clauses/complete-facts.ts'
import { headingName } from './clauses/heading-name.ts'
import { clauseReader } from './clauses/read-clauses.ts'
import type { Observation } from './fact.ts'
import { officePatterns } from './patterns-office.ts'
import { kindPatterns, thingPatterns } from './patterns-thing.ts'
import type { People } from './people.ts'
import { joinReadings } from './reader/join-readings.ts'
import type { ReadFact } from './reader/read-facts.ts'
import { readSentences, type Sentence } from './sentences.ts'

/** What patterns know about the document. */
export type TextContext = {
  people: People
  /** The title of the document. */
  title: string
  /** The ISO day on which the text was spoken or written; null when unknown. */
  date: string | null
  /** Whether the text is the record of a parliament, whose members are known. */
  isRecord: boolean
  /** What a model read in its sentences. */
  read?: readonly ReadFact[]
}

/** A statement that a pattern found; its passage is the whole sentence. */
export type Draft = Pick<
  Observation,
  'subject' | 'relation' | 'object' | 'fact' | 'validAt' | 'invalidAt'
> & {
  isExclusive?: boolean
  /** It states the end of a fact of an earlier sentence. */
  isClosing?: boolean
}

export type Pattern = {
  /** A cheap test that a sentence must pass before the slow pattern is tried. */
  hint: RegExp
  regex: RegExp
  read(found: Match, context: TextContext): Draft | Draft[] | null
}

export type Match = {
  groups: Readonly<Record<string, string | undefined>>
  /** The sentence, and its parts before the match, the match itself, and after it. */
  sentence: string
  before: string
  text: string
  after: string
}

const patterns: readonly Pattern[] = [...officePatterns, ...thingPatterns]
const nonClausePatterns: readonly Pattern[] = [...officePatterns, ...kindPatterns]
/** Offices of the patterns for parliaments that are cut off, or are none, in other texts. */
const cutOff =
  / (?:the|of|at|in|for)$|^(?:(?:Co-)?[Ff]ounder|Professor|Fellow|Leader in|Chief|Editor at)\b| and \p{Lu}\p{L}*(?: of)? \p{Lu}/u

/** The observations of a text in order, each statement once per sentence. */
export function readText(markdown: string, context: TextContext): Observation[] {
  const titles = [context.title, /^#{1,2}\s+(.+)$|^(.+)\n=+$/m.exec(markdown)?.slice(1).join('') ?? '']
  // "**Dr Jane Doe**" under "Curriculum vitae"
  const bold = /^\*\*(?:Dr|Prof|Professor)?\.? ?([^*\n]{4,50})\*\*$/m.exec(markdown)?.[1]
  if (bold !== undefined && isCommonTitle.test(titles[1] ?? '')) titles.push(bold)
  // The record of a parliament has its own patterns; general English is read by clauses.
  const clauses = context.isRecord
    ? null
    : clauseReader(context.people, {
        smallWords: smallWords(markdown, titles),
        titles,
        text: markdown,
      })
  const read = context.read === undefined ? null : Map.groupBy(context.read, fact => fact.sentence.start)
  const found: Observation[] = []
  for (const sentence of readSentences(markdown)) {
    const general = sentence.text.length > longestSentence ? [] : (clauses?.read(sentence, context) ?? [])
    const known = sentence.columns !== null ? [] : clauses === null ? patterns : nonClausePatterns
    const formal = known
      .flatMap(pattern => [...drafts(pattern, sentence, context)])
      .filter(({ object }) => context.isRecord || object.label !== 'Role' || !cutOff.test(object.name))
    const stated = [...formal, ...general]
    const said = read === null ? stated : joinReadings(stated, read.get(sentence.start) ?? [], context.people)
    const unique = new Map<string, Draft>()
    const patterned = new Set<Draft>(formal.filter(() => general.length > 0))
    // "was president of A until his death in 1922": the grammar knows which date is the end.
    const isSurer = (draft: Draft, known: Draft) =>
      !context.isRecord &&
      draft.invalidAt !== null &&
      draft.invalidAt === known.invalidAt &&
      patterned.has(known)
    for (const draft of said) {
      if (draft.isClosing === true) {
        close(found, draft)
        continue
      }
      const ends = [draft.subject.key, draft.object.key]
      const key = [draft.relation, ...(isMutual.test(draft.relation) ? ends.toSorted() : ends)].join('|')
      const known = unique.get(key)
      const isTerm =
        !context.isRecord &&
        known !== undefined &&
        known.validAt !== null &&
        known.invalidAt === null &&
        draft.validAt === null &&
        draft.invalidAt !== null &&
        known.validAt < draft.invalidAt
      // "joined A in 1919, where she worked until 1926"
      if (isTerm) unique.set(key, { ...known, invalidAt: draft.invalidAt })
      else if (known === undefined || datesOf(draft) >= datesOf(known) || isSurer(draft, known))
        unique.set(key, draft)
    }
    for (const draft of unique.values())
      found.push({
        isExclusive: false,
        ...draft,
        origin: 'text',
        start: sentence.start,
        end: sentence.end,
      })
  }
  return context.isRecord ? found : completeFacts(found)
}

/** Ends the last open observation of the same fact. */
function close(found: Observation[], { subject, relation, object, invalidAt, fact }: Draft): void {
  const at = found.findLastIndex(
    one => one.subject.key === subject.key && one.relation === relation && one.object.key === object.key,
  )
  const open = found[at]
  if (open !== undefined && open.invalidAt === null) found[at] = { ...open, invalidAt, fact }
}

const isCommonTitle =
  /^(?:Curriculum [Vv]itae|CV|R[ée]sum[ée]|Biography|About(?: (?:me|us))?|Profile|Short bio|Bio)?$/

/** Relations without a direction. */
const isMutual = /^(?:MARRIED_TO|SIBLING_OF|MERGED_WITH)$/

/** How many of its bounds a statement names. */
function datesOf({ validAt, invalidAt }: Draft): number {
  return Number(validAt !== null) + Number(invalidAt !== null)
}

/** Words of four letters and more that the text writes in small letters, but for what its titles name: "History of Sudo". */
function smallWords(markdown: string, titles: readonly string[]): Set<string> {
  const words = new Set(markdown.match(/(?<![\p{L}\p{N}’'@./<_-])\p{Ll}{4,}(?![\p{L}\p{N}’'@_-])/gu) ?? [])
  for (const title of titles) {
    const name = headingName(title)
    if (name !== null && name !== title && !name.includes(' ')) words.delete(name.toLowerCase())
  }
  return words
}

/** Longer sentences are skipped: they come from tables and broken conversions. */
const longestSentence = 1500

function* drafts(pattern: Pattern, { text }: Sentence, context: TextContext): Generator<Draft> {
  if (text.length > longestSentence || !pattern.hint.test(text)) return
  for (const found of text.matchAll(pattern.regex)) {
    const end = found.index + found[0].length
    const read = pattern.read(
      {
        groups: found.groups ?? {},
        sentence: text,
        before: text.slice(0, found.index),
        text: found[0],
        after: text.slice(end),
      },
      context,
    )
    if (Array.isArray(read)) yield* read
    else if (read !== null) yield read
  }
}
