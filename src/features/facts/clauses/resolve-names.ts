import type { Mention } from '../fact.ts'
import type { TextContext } from '../read-text.ts'
import type { NameKind } from './clause-patterns.ts'
import { genderOf, isGivenName } from './given-names.ts'
import { isPersonName, isSchool } from './name-kinds.ts'
import type { NameMemory } from './name-memory.ts'
import type { ParsedSentence } from './parse-phrases.ts'
import { isPlaceName } from './place-names.ts'

/** What is known when a sentence is read. */
export type Reading = {
  memory: NameMemory
  /** The subject of the sentence. */
  subject: Mention | null
  context: TextContext
  /** The office that the document last named for a person, by the person's key; that of `last` is the last one. */
  offices: Map<string, { name: string; isSole: boolean; holder?: Mention }>
  /** Where persons work and what they belong to, as far as the document has said it: the relation by "subject|object". */
  ties: Map<string, string>
}

type Sentence = { parsed: ParsedSentence; reading: Reading }

/** A pronoun after the only person whom the sentence names: "was written by Ann Lee while she was at Acme". */
export function pronounOf(text: string, before: string, { parsed, reading }: Sentence): Mention | null {
  if (!/^(?:he|she|his|her)$/.test(text)) return null
  const personsOf = (pattern: RegExp) =>
    new Map(
      [...before.matchAll(pattern)]
        .map(([, at]) => parsed.phrases[Number(at)]?.text ?? '')
        .filter(isPersonName)
        .map(name => reading.memory.find(name, 'person'))
        .flatMap(person => (person === null ? [] : [[person.key, person] as const])),
    )
  const gender = /^h(?:e|is)$/.test(text) ? 'he' : 'she'
  const free = personsOf(/⟦n(\d+)⟧(?! [’']s)/g)
  const persons = free.size === 0 ? personsOf(/⟦n(\d+)⟧/g) : free
  // The person of the sentence before goes first where the sentence begins with a pronoun.
  if (/^(?:[^,⟦]* , )?(?:he|she|his|her) /.test(parsed.line)) return null
  const known = reading.memory.find(text === 'his' ? 'he' : text === 'her' ? 'she' : text, 'person')
  // "Born in A to B, she …": not B.
  if (
    known !== null &&
    /^(?:born|raised|educated|brought|[a-z]{3,}ed|[a-z]{3,}ing) (?:(?!⟧ (?:was|is|had|became) ).)* , $/.test(
      before,
    )
  )
    return null
  const fitting = [...persons.values()].filter(one => (genderOf(one.name) ?? gender) === gender)
  const [only, ...others] = fitting
  if (only === undefined || others.length > 0) return null
  // Of several, the only one whose name has that gender.
  return persons.size === 1 || (known === null && genderOf(only.name) === gender) ? only : null
}

/** "the company": the one that the sentence named, the subject of an earlier one, or the topic. */
export function nounMeaning(noun: string, before: string, sentence: Sentence): Mention | null {
  const { memory, subject } = sentence.reading
  const named = groupIn(before, sentence)
  if (named !== null) return named
  return before === '' ? memory.find(`the ${noun}`, 'organisation') : memory.findOther(`the ${noun}`, subject)
}

/** "the company" after the name of one in the same sentence, where the sentence is about a person. */
export function groupIn(before: string, { parsed, reading }: Sentence): Mention | null {
  if (!/(?:^| )(?:he|she) /.test(before) && reading.subject?.label !== 'Person') return null
  const [, at] =
    /(?:founded|co-founded|joined|for|at|bought|acquired|of) (?:the )?⟦n(\d+)⟧(?!.*⟦n)/.exec(before) ?? []
  const name = at === undefined ? undefined : parsed.phrases[Number(at)]?.text
  const isOf = new RegExp(`of (?:the )?⟦n${at}⟧`).test(before)
  if (name === undefined || (isOf && !/ |\p{Lu}\p{Lu}/u.test(name))) return null
  return reading.memory.find(name, 'organisation')
}

/** A school and its town are one name ("University College, Oxford"); so is a title of two single words. */
export function joinNames(names: readonly string[], kind: NameKind): string[] {
  if (kind === 'work' && names.length === 2 && names.every(name => !name.includes(' ')))
    return [names.join(' and ')]
  const joined: string[] = []
  const last = names.at(-1) ?? ''
  const surname = last.includes(' ') ? (last.split(' ').at(-1) ?? '') : ''
  for (const [index, called] of names.entries()) {
    const isShared =
      /^person|^kin/.test(kind) &&
      index < names.length - 1 &&
      surname !== '' &&
      isGivenName(called) &&
      !isGivenName(surname)
    const name = isShared ? `${called} ${surname}` : called
    const before = joined.at(-1)
    const isTown = before !== undefined && isPlaceName(name)
    if (!isTown) joined.push(name)
    else if (
      isSchool(before) &&
      !/^\S+(?: \S+)? University$| of /.test(before.replace(/^University of/, '')) &&
      (kind === 'organisation' || kind === 'school')
    )
      joined[joined.length - 1] = `${before}, ${name}`
  }
  return joined
}
