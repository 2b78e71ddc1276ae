import type { Analyzer } from '../../core/ports/analyzer.ts'
import { detectLanguage } from './detect-language.ts'
import { splitText, type TextPiece } from './split-text.ts'
import { foldLetters, stemWord } from './stem-word.ts'
import { isStopWord } from './stop-words.ts'

/** Raised whenever the same text would give other terms, so that old indexes are known to be stale. */
const version = 1

/** No word of any language begins with it, so an exact name never meets a stem that happens to look like it. */
const exactMark = '='

export function analyzer(): Analyzer {
  return {
    version,
    detectLanguage,
    analyze: (text, language) => splitText(text).flatMap(piece => indexTerms(piece, language)),
    analyzeQuery: (text, languages) => [...new Set(formsOf(text, languages).flat())],
    analyzeWords: formsOf,
  }
}

function formsOf(text: string, languages: readonly string[]): string[][] {
  const pieces = splitText(text)
  const known = languages.length === 0 ? ['und'] : [...new Set(languages)]
  const formsBut = (isLeftOut: (piece: TextPiece, language: string) => boolean) =>
    pieces
      .map(piece =>
        known.flatMap(language => (isLeftOut(piece, language) ? [] : queryTerms(piece, language))),
      )
      .filter(forms => forms.length > 0)
      .map(forms => [...new Set(forms)])
  const telling = formsBut((piece, language) => isNoise(piece, language, known))
  return telling.length > 0 ? telling : formsBut(() => false)
}

/** Scripts without spaces are indexed by character and by pair, so that a single character can be asked for. */
function indexTerms(piece: TextPiece, language: string): string[] {
  if (piece.kind === 'run') return [...piece.characters, ...pairsOf(piece.characters)]
  return queryTerms(piece, language)
}

function queryTerms(piece: TextPiece, language: string): string[] {
  switch (piece.kind) {
    case 'word':
      return [stemWord(piece.word, language)]
    case 'exact':
      return [exactMark + foldLetters(piece.word)]
    case 'run':
      return piece.characters.length === 1 ? piece.characters : pairsOf(piece.characters)
  }
}

function pairsOf(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, i) => (characters[i] ?? '') + character)
}

/**
 * A stop word of one language may carry the meaning in another ("war", "die"), so each language leaves out only
 * its own. Text of unknown language is most likely in one of the languages around it.
 */
function isNoise(piece: TextPiece, language: string, known: readonly string[]): boolean {
  if (piece.kind === 'run') return false
  if (language !== 'und') return isStopWord(piece.word, language)
  const others = known.filter(other => other !== 'und')
  return (others.length === 0 ? ['en'] : others).some(other => isStopWord(piece.word, other))
}
