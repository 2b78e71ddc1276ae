import type { CollectionSummary } from '../model/collection.ts'
import type { Analyzer } from '../ports/analyzer.ts'

/** Which languages a question is asked in and analysed for. */
export type AskedLanguages = {
  /** The question's own, when its function words show it. */
  question: string | null
  /** Those that its words are analysed for, most frequent first. */
  languages: string[]
}

/** A language with a smaller share of a collection is one that few short documents seem to have. */
const smallestShare = 0.02

/**
 * Chooses among the languages of the collections: those that have a share of one, and the question's own, however few
 * documents have it. Each further language adds a form of every word, and a form that few documents contain counts much.
 */
export function chooseLanguages(
  text: string,
  collections: readonly Pick<CollectionSummary, 'documentsByLanguage'>[],
  analyzer: Pick<Analyzer, 'languageOfQuestion'>,
): AskedLanguages {
  const totals = new Map<string, number>()
  const held = new Set<string>()
  for (const { documentsByLanguage } of collections) {
    const documents = Object.values(documentsByLanguage).reduce((sum, count) => sum + count, 0)
    for (const [language, count] of Object.entries(documentsByLanguage)) {
      totals.set(language, (totals.get(language) ?? 0) + count)
      if (count >= smallestShare * documents) held.add(language)
    }
  }
  const present = [...totals]
    .sort(([one, many], [other, few]) => few - many || (one < other ? -1 : 1))
    .map(([language]) => language)
  const question = analyzer.languageOfQuestion(text, present)
  return { question, languages: present.filter(language => held.has(language) || language === question) }
}
