import type { Observation } from './fact.ts'
import { officePatterns } from './patterns-office.ts'
import { thingPatterns } from './patterns-thing.ts'
import type { People } from './people.ts'
import { readSentences, type Sentence } from './sentences.ts'

/** What patterns know of the document they read in. */
export type TextContext = {
  people: People
  /** The day the text was spoken or written, as ISO; null when nothing says so. */
  date: string | null
  /** Whether the text is the record of a parliament, whose members are known. */
  isRecord: boolean
}

/** A statement that a pattern found; the sentence it stands in is what it rests on. */
export type Draft = Pick<
  Observation,
  'subject' | 'relation' | 'object' | 'fact' | 'validAt' | 'invalidAt'
> & {
  isExclusive?: boolean
}

export type Pattern = {
  /** What a sentence must have for the pattern to be worth trying: the patterns themselves are slow. */
  hint: RegExp
  regex: RegExp
  read(found: Match, context: TextContext): Draft | Draft[] | null
}

export type Match = {
  groups: Readonly<Record<string, string | undefined>>
  /** The sentence, what stands before the match in it, the match, and what follows. */
  sentence: string
  before: string
  text: string
  after: string
}

const patterns: readonly Pattern[] = [...officePatterns, ...thingPatterns]

/** What the sentences of a text say, in order, each once. */
export function readText(markdown: string, context: TextContext): Observation[] {
  return readSentences(markdown).flatMap(sentence => {
    const said = patterns.flatMap(pattern => [...drafts(pattern, sentence, context)])
    const unique = new Map(
      said.map(draft => [`${draft.relation}|${draft.subject.key}|${draft.object.key}`, draft]),
    )
    return [...unique.values()].map(
      (draft): Observation => ({
        isExclusive: false,
        ...draft,
        origin: 'text',
        start: sentence.start,
        end: sentence.end,
      }),
    )
  })
}

/** No sentence that says one thing is longer; what is comes from tables and broken conversions. */
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
