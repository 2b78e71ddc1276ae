import type { Observation } from '../../fact.ts'
import type { readDocument } from '../../read-document.ts'
import { readRelations } from '../../reader/read-relations.ts'
import { type FoundLine, isSame, readSentencesOf, readTexts, type TrueItem } from './read-truth.ts'

export type Comparison = { right: string[]; wrong: string[]; missed: string[] }

/** What reading an item finds, against the reader's list. A listed fact counts once. */
export function compare(item: TrueItem, read: typeof readDocument): Comparison {
  const markdown = item.text
  const found = read({ id: 'd', title: 't', language: 'en', markdown, metadata: {} })
    .filter(({ relation }) => readRelations.has(relation))
    .map(lineOf)
  const known = (line: FoundLine) => item.facts.find(fact => isSame(line, fact))
  const hit = new Set(found.flatMap(line => known(line) ?? []))
  return {
    right: [...hit].filter(({ isOptional }) => !isOptional).map(({ line }) => line),
    wrong: found.filter(line => known(line) === undefined).map(line => Object.values(line).join(' | ')),
    missed: item.facts.filter(fact => !fact.isOptional && !hit.has(fact)).map(({ line }) => line),
  }
}

/** The sentences, and the six texts. */
export const lists = { sentences: readSentencesOf('sentences.txt'), texts: readTexts() }

/** Precision and recall over some items together. */
export function summed(
  items: readonly TrueItem[],
  read: typeof readDocument,
): { precision: number; recall: number } {
  const all = items.map(item => compare(item, read))
  const count = (part: keyof Comparison) => all.reduce((sum, one) => sum + one[part].length, 0)
  return {
    precision: count('right') / (count('right') + count('wrong')),
    recall: count('right') / (count('right') + count('missed')),
  }
}

function lineOf({ subject, relation, object, validAt, invalidAt }: Observation): FoundLine {
  return { subject: subject.name, relation, object: object.name, from: validAt, to: invalidAt }
}
