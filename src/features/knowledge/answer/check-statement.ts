import type { Hit } from '../../../core/model/hit.ts'
import type { AnswerParts } from './answer-question.ts'
import { dotProduct, type MeaningScale } from './calibrate-meaning.ts'
import { properNamesIn } from './judge-evidence.ts'
import { listSentences } from './list-sentences.ts'
import { headingsOf } from './score-sentences.ts'

export type StatementCheck = { isSupported: boolean; reason: string | null }

/** Chosen with the cases of check-statement.test.ts, with gte-small and with the hash embedder. */
const rule = { words: 0.85, meaning: 0.75 } as const

/** Function words that carry no content of their own. */
const joining =
  'not no never none nor neither cannot without nothing nobody do does did rather also thus however therefore only such instead moreover both either well according'

/**
 * Whether the passages support a sentence: they contain all its numbers and names; one of their sentences, or two
 * consecutive ones, contains nearly all its words and has nearly the same meaning; and neither negates the other.
 * Strict on purpose: dropping a true sentence is less harmful than keeping an invented one.
 */
export async function checkStatement(
  { sentence, passages, scale }: { sentence: string; passages: readonly Hit[]; scale: MeaningScale },
  { embedder, analyzer }: Pick<AnswerParts, 'embedder' | 'analyzer'>,
  signal: AbortSignal,
): Promise<StatementCheck> {
  if (passages.length === 0) return unsupported('it cites no passage')
  const text = passages.map(hit => `${headingsOf(hit)}\n${hit.text}`).join('\n')
  const numbers = new Set(numbersIn(text))
  const number = numbersIn(sentence).find(value => !numbers.has(value))
  if (number !== undefined) return unsupported(`"${number}" is not in the passage`)
  const lowered = text.toLowerCase()
  const name = properNamesIn(sentence).find(candidate => !lowered.includes(candidate.toLowerCase()))
  if (name !== undefined) return unsupported(`"${name}" is not in the passage`)

  const bearing = passages.flatMap(hit => bearingWindows(sentence, hit, analyzer))
  if (bearing.length === 0) return unsupported('no sentence of the passage contains its words')
  const [own, ...vectors] = await embedder.embedDocuments(
    [sentence, ...bearing.map(window => window.text)],
    signal,
  )
  const near = bearing.filter((_, index) => own && scale(dotProduct(own, vectors[index])) >= rule.meaning)
  if (near.length === 0) return unsupported('no sentence of the passage means the same')
  const terms = (part: string) => new Set(analyzer.analyzeQuery(part, languagesOf(passages)))
  // When a single sentence is enough, its neighbours must not hide a negation.
  const singles = near.filter(({ isSingle }) => isSingle)
  const judged = singles.length > 0 ? singles : near
  if (judged.some(window => deniesOther(sentence, window.text, terms)))
    return unsupported('the passage negates it, or it negates the passage')
  return { isSupported: true, reason: null }
}

function unsupported(reason: string): StatementCheck {
  return { isSupported: false, reason }
}

function numbersIn(text: string): string[] {
  return (text.match(/\d+(?:[.,]\d+)*/g) ?? []).map(number => number.replaceAll(',', ''))
}

function languagesOf(passages: readonly Hit[]): string[] {
  return [...new Set(passages.map(({ document }) => document.language))]
}

type Window = { text: string; isSingle: boolean }

/**
 * Returns the sentences of a passage, alone and joined with the next one, that contain nearly all words of the checked
 * sentence.
 */
function bearingWindows(
  sentence: string,
  hit: Hit,
  analyzer: Pick<AnswerParts['analyzer'], 'analyze' | 'analyzeQuery'>,
): Window[] {
  const { language } = hit.document
  const plain = (terms: readonly string[]) => terms.filter(term => !term.startsWith('='))
  const silent = new Set(analyzer.analyze(joining, language))
  const wanted = plain(analyzer.analyzeQuery(sentence, [language])).filter(term => !silent.has(term))
  const headings = plain(analyzer.analyze(headingsOf(hit), language))
  const sentences = listSentences(hit.text)
  const windows = sentences.flatMap((one, index) => {
    const next = sentences[index + 1]
    const single = { text: one.text, isSingle: true }
    return next === undefined ? [single] : [single, { text: `${one.text} ${next.text}`, isSingle: false }]
  })
  return windows.filter(({ text }) => {
    const there = new Set([...headings, ...plain(analyzer.analyze(text, language))])
    const shared = wanted.filter(term => there.has(term)).length
    return wanted.length > 0 && shared / wanted.length >= rule.words
  })
}

const negations = /\b(?:not|no|never|none|nor|neither|cannot|without|nothing|nobody)\b|n['’]t\b/i

/** Where the scope of a negation ends. */
const clauseBorders =
  /[,;:—–()]|[.!?](?=\s|$)|\b(?:but|and|or|which|who|that|while|although|because|unless|if|when)\b/i

type Terms = (text: string) => ReadonlySet<string>

/**
 * Whether one text negates the other: a word occurs only in negated clauses of one and only in other clauses of the
 * other.
 */
function deniesOther(one: string, other: string, terms: Terms): boolean {
  const first = clausesOf(one, terms)
  const second = clausesOf(other, terms)
  return clashes(first, second) || clashes(second, first)
}

type Clauses = { denied: ReadonlySet<string>; affirmed: ReadonlySet<string> }

function clausesOf(text: string, terms: Terms): Clauses {
  const clauses = text.split(clauseBorders).filter(clause => clause.trim() !== '')
  const union = (parts: readonly string[]) => new Set(parts.flatMap(part => [...terms(part)]))
  return {
    denied: union(clauses.filter(clause => negations.test(clause))),
    affirmed: union(clauses.filter(clause => !negations.test(clause))),
  }
}

function clashes(denying: Clauses, affirming: Clauses): boolean {
  const deniedOnly = [...denying.denied].filter(term => !denying.affirmed.has(term))
  const shared = deniedOnly.filter(term => affirming.affirmed.has(term) || affirming.denied.has(term))
  return shared.some(term => !affirming.denied.has(term))
}
