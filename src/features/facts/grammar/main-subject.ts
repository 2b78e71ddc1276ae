import { groupNouns } from '../clauses/group-nouns.ts'
import { isPersonName } from '../clauses/name-kinds.ts'
import type { NameMemory } from '../clauses/name-memory.ts'
import type { ParsedSentence } from '../clauses/parse-phrases.ts'
import type { Mention } from '../fact.ts'
import type { Noun } from './chunk.ts'
import { chunkSentence } from './chunk-sentence.ts'
import { findPredicates } from './find-predicates.ts'

const group = new RegExp(`^(?:${groupNouns})$`)

function isGroup(noun: Noun): boolean {
  return noun.head !== null && group.test(noun.head) && noun.determiner === 'the' && noun.words.length === 0
}

/** Whether the first clause is about something without a name ("The library was written"), which "it" then means. */
export function isAboutUnnamed(parsed: ParsedSentence): boolean {
  const chunks = chunkSentence(parsed)
  const main = findPredicates(chunks).find(({ verb, isRelative }) => verb.form === 'finite' && !isRelative)
  const noun =
    main?.governor === null && main.subjects.length === 1 ? chunks[main.subjects[0] ?? -1] : undefined
  return (
    noun?.type === 'noun' &&
    noun.name === null &&
    noun.pronoun === null &&
    noun.modifiers.length === 0 &&
    !isGroup(noun)
  )
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

/** What "The company" means as the subject of the first clause: "it" of the next sentence; null without such a subject. */
export function groupSubject(parsed: ParsedSentence, memory: NameMemory): Mention | null {
  const chunks = chunkSentence(parsed)
  const main = findPredicates(chunks).find(({ verb, isRelative }) => verb.form === 'finite' && !isRelative)
  const [only, ...others] = main?.subjects ?? []
  const noun = only === undefined || others.length > 0 || main?.governor !== null ? undefined : chunks[only]
  return noun?.type === 'noun' && noun.name === null && isGroup(noun)
    ? memory.find(`the ${noun.head}`, 'organisation')
    : null
}

/** The persons of a sentence whom "they" and "the pair" of the next may mean. */
export function personsOf(
  parsed: ParsedSentence,
  memory: NameMemory,
): { joint: Mention[]; pair: Mention[]; isSingle: boolean } {
  const chunks = chunkSentence(parsed)
  const main = findPredicates(chunks).find(({ verb, isRelative }) => verb.form === 'finite' && !isRelative)
  const named = (at: number): Mention[] => {
    const noun = chunks[at]
    const called = noun?.type === 'noun' && noun.name !== null ? parsed.phrases[noun.name]?.text : undefined
    const isPerson = called !== undefined && (!called.includes(' ') || isPersonName(called))
    const found = isPerson ? memory.find(called, 'person') : null
    return found === null ? [] : [found]
  }
  const subjects = main?.subjects ?? []
  const joint = subjects.flatMap(named)
  const all = new Map(chunks.flatMap((_, at) => named(at)).map(one => [one.key, one]))
  const isJoint = joint.length > 1 && joint.length === subjects.length
  const [first] = subjects
  const noun = first === undefined ? undefined : chunks[first]
  const isSingle = !isJoint && noun?.type === 'noun' && noun.name !== null
  return { joint: isJoint ? joint : [], pair: all.size === 2 ? [...all.values()] : [], isSingle }
}
