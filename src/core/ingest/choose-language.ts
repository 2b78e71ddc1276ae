import type { CollectionSummary } from '../model/collection.ts'
import type { LanguageGuess } from '../ports/analyzer.ts'
import type { Parts } from './ingest-request.ts'

/** What else is known of a document's language. */
type Background = {
  /** What the source declares. Templates often declare a wrong one. */
  declared: string | null
  /** Documents of its collection per language. */
  counts: Readonly<Record<string, number>>
}

/** Text with this much evidence was never guessed wrong on the development sets (docs/decisions/003). */
const strong = { confidence: 0.8, evidence: 250 }
/** Enough for a language that the collection holds anyway, or that the source declares. */
const fair = { confidence: 0.6, evidence: 60 }
/** Enough where nothing else is known. */
const weak = { confidence: 0.4, evidence: 60 }
/** A collection holds a language when this share of its documents is in it. */
const heldShare = 0.05

/** The language of a document: detected where the text is evidence enough, else that of its collection. */
export async function languageOf(
  { markdown, declared, collection }: { markdown: string; declared: string | null; collection: string },
  { analyzer, store }: Pick<Parts, 'analyzer' | 'store'>,
): Promise<string> {
  const guess = await analyzer.detectLanguage(markdown)
  if (isEvidence(guess, strong)) return guess.language
  const known = (await store.describeCollections()).find(({ name }) => name === collection)
  return chooseLanguage(guess, { declared, counts: known?.documentsByLanguage ?? {} })
}

/**
 * One document in a wrong language costs more than its own place: its words are stemmed differently, so they are rare
 * in the index and count most. So short or mixed text takes the language of its collection.
 */
export function chooseLanguage(guess: LanguageGuess, { declared, counts }: Background): string {
  if (isEvidence(guess, strong)) return guess.language
  const isExpected = guess.language === declared || isHeld(guess.language, counts)
  if (isExpected && isEvidence(guess, fair)) return guess.language
  const main = mainLanguage(counts)
  if (main !== null) return main
  if (declared !== null && guess.evidence < weak.evidence) return declared
  return isEvidence(guess, weak) || guess.confidence >= strong.confidence
    ? guess.language
    : (declared ?? 'und')
}

function isEvidence(guess: LanguageGuess, least: { confidence: number; evidence: number }): boolean {
  return guess.language !== 'und' && guess.confidence >= least.confidence && guess.evidence >= least.evidence
}

function isHeld(language: string, counts: CollectionSummary['documentsByLanguage']): boolean {
  const all = Object.values(counts).reduce((sum, documents) => sum + documents, 0)
  return (counts[language] ?? 0) >= Math.max(1, heldShare * all)
}

/** The most frequent known language; null in a collection without one. */
function mainLanguage(counts: CollectionSummary['documentsByLanguage']): string | null {
  const [first] = Object.entries(counts)
    .filter(([language]) => language !== 'und')
    .sort(([one, many], [other, few]) => few - many || (one < other ? -1 : 1))
  return first?.[0] ?? null
}
