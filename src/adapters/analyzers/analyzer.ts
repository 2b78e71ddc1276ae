import { Failure } from '../../core/model/failure.ts'
import type { Analyzer, LanguageGuess } from '../../core/ports/analyzer.ts'
import { beginningOf, foldLetters, keepsFirstLetter, stemWord } from './stem-word.ts'
import { isStopWord } from './stop-words.ts'

/** Raise it when the same text would produce other terms: indexes built with a lower version are stale. */
const version = 1

/** No word begins with this sign, so the term of an exact name never equals a stem. */
const exactMark = '='

/** Turns text and queries into terms of the lexical index: stems, exact names, characters of scripts without spaces. */
export function analyzer(): Analyzer {
  return {
    version,
    detectLanguage,
    languageOfQuestion: (text, languages) => languageOfPieces(splitText(text), languages),
    analyze: (text, language) => splitText(text).flatMap(piece => indexTerms(piece, language)),
    findTerms,
    analyzeQuery: (text, languages) => [...new Set(formsOf(text, languages).flat())],
    analyzeWords: formsOf,
  }
}

/**
 * Reads only the words that begin like a wanted term, and names where the text contains one: making pieces of all words and
 * stemming them takes most of the time of an analysis.
 */
function findTerms(text: string, language: string, wanted: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  const take = (piece: TextPiece) => {
    for (const term of indexTerms(piece, language)) if (wanted.has(term)) found.add(term)
  }
  if (!keepsFirstLetter(language)) {
    for (const piece of splitText(text)) take(piece)
    return found
  }
  const terms = [...wanted]
  const names = terms.flatMap(term => (term.startsWith(exactMark) ? [term.slice(exactMark.length)] : []))
  const words = terms.filter(term => !term.startsWith(exactMark))
  const letters = new Set(words.map(term => term.charAt(0)))
  const beginnings = [...new Set(words.map(term => beginningOf(term, language)))]
  const isLike = (word: string) => beginnings.some(beginning => word.startsWith(beginning))
  const isIn = (word: string) => letters.has(foldLetters(word.charAt(0)).charAt(0))
  const restsOf = restsByCode(beginnings)
  for (const { stretch, isAscii } of stretchesOf(text)) {
    const pieces: TextPiece[] = []
    if (!isAscii) splitUnicode(stretch, pieces)
    else if (hasName(stretch, names)) splitAscii(stretch, pieces)
    else splitWordsBeginning(stretch, restsOf, pieces)
    const isWanted = isAscii ? isLike : isIn
    for (const piece of pieces) if (piece.kind !== 'word' || isWanted(piece.word)) take(piece)
  }
  return found
}

function hasName(text: string, names: readonly string[]): boolean {
  if (names.length === 0) return false
  const small = text.toLowerCase()
  return names.some(name => small.includes(name))
}

function formsOf(text: string, languages: readonly string[]): string[][] {
  const pieces = splitText(text)
  const known = languages.length === 0 ? ['und'] : [...new Set(languages)]
  const asked = languageOfPieces(pieces, known)
  const formsBut = (isLeftOut: (piece: TextPiece, language: string) => boolean) =>
    pieces
      .map(piece =>
        known.flatMap(language => (isLeftOut(piece, language) ? [] : queryTerms(piece, language))),
      )
      .filter(forms => forms.length > 0)
      .map(forms => [...new Set(forms)])
  const telling = formsBut((piece, language) => isNoise(piece, { language, known, asked }))
  return telling.length > 0 ? telling : formsBut(() => false)
}

/**
 * Scripts without spaces are indexed by character and by pair of characters, so that a query of one character finds
 * something.
 */
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

/** A word that two languages use ("in", "die") decides nothing alone: the other function words must. */
function languageOfPieces(pieces: readonly TextPiece[], languages: readonly string[]): string | null {
  const words = pieces.flatMap(piece => (piece.kind === 'word' ? [piece.word] : []))
  const counts = languages
    .filter(language => language !== 'und')
    .map(language => ({ language, count: words.filter(word => isStopWord(word, language)).length }))
    .sort((one, other) => other.count - one.count)
  const [first, second] = counts
  if (first === undefined || first.count === 0 || first.count === second?.count) return null
  return first.language
}

/**
 * A stop word of one language may be a content word of another ("war", "die"), so each language drops its own. The stop
 * words of the language that the question is asked in are dropped in all: in text of another language they are rare, so
 * that they would count most. For text of unknown language, the stop words of the other languages in the query are
 * dropped.
 */
function isNoise(
  piece: TextPiece,
  { language, known, asked }: { language: string; known: readonly string[]; asked: string | null },
): boolean {
  if (piece.kind === 'run') return false
  if (asked !== null && isStopWord(piece.word, asked)) return true
  if (language !== 'und') return isStopWord(piece.word, language)
  const others = known.filter(other => other !== 'und')
  return (others.length === 0 ? ['en'] : others).some(other => isStopWord(piece.word, other))
}

/**
 * The parts of a text, in order: words in lower case with their diacritics; names that are kept whole in addition to
 * their parts (`exact`); and runs of characters in scripts without spaces.
 */
type TextPiece =
  | { kind: 'word'; word: string }
  | { kind: 'exact'; word: string }
  | { kind: 'run'; characters: string[] }

/** Letters, digits and marks, joined by the single signs that occur inside names, paths and versions. */
const chainPattern =
  /[\p{L}\p{N}\p{M}]+(?:(?:[_.:/\-'’+#@]|::|:\/\/|->)[\p{L}\p{N}\p{M}]+)*(?:\+\+|#(?![\p{L}\p{N}]))?/gu
/** The same for text that is all ASCII, which is most of it: without classes of Unicode, a third of the time. */
const asciiChainPattern =
  /[A-Za-z0-9]+(?:(?:[_.:/\-'+#@]|::|:\/\/|->)[A-Za-z0-9]+)*(?:\+\+|#(?![A-Za-z0-9]))?/g
const partPattern = /[\p{L}\p{N}\p{M}]+/gu
const asciiPartPattern = /[A-Za-z0-9]+/g
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u
const spacelessRuns = new RegExp(`(?:${spaceless.source}\\p{M}*)+|(?:(?!${spaceless.source}).)+`, 'gu')
const humps = /\p{Lu}+(?![\p{Ll}\p{M}])\p{N}*|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu

/** Longer chains are URLs and data, which are not searched for as a whole. */
const maxExactLength = 80
const maxWordLength = 64

function splitText(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  for (const { stretch, isAscii } of stretchesOf(text))
    if (isAscii) splitAscii(stretch, pieces)
    else splitUnicode(stretch, pieces)
  return pieces
}

/** Parts of a text that are all ASCII, and between them words that are not. Chains contain no spaces. */
function stretchesOf(text: string): { stretch: string; isAscii: boolean }[] {
  const stretches: { stretch: string; isAscii: boolean }[] = []
  let done = 0
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) < 128) continue
    let start = at
    while (start > done && text.charCodeAt(start - 1) > codeOfSpace) start--
    while (at < text.length && text.charCodeAt(at) > codeOfSpace) at++
    stretches.push({ stretch: text.slice(done, start), isAscii: true })
    stretches.push({ stretch: text.slice(start, at), isAscii: false })
    done = at
  }
  stretches.push({ stretch: text.slice(done), isAscii: true })
  return stretches
}

function splitAscii(text: string, pieces: TextPiece[]): void {
  for (const chain of text.match(asciiChainPattern) ?? []) {
    if (isPlain(chain)) {
      pushWord(pieces, chain)
      continue
    }
    const parts = chain.match(asciiPartPattern) ?? []
    for (const part of parts) {
      pushWord(pieces, part)
      pushHumps(pieces, part)
    }
    pushName(pieces, chain, parts)
  }
}

/** Whether it is one word in small letters, with or without a capital: most words are. */
function isPlain(chain: string): boolean {
  for (let at = chain.length - 1; at > 0; at--) if (!isSmall(chain.charCodeAt(at))) return false
  return chain.charCodeAt(0) >= codeOfA
}

/** For the code of each first sign, small and capital, how the words that begin with it may continue. */
function restsByCode(beginnings: readonly string[]): string[][] {
  const rests: string[][] = []
  for (const beginning of beginnings)
    for (const sign of new Set([beginning.charAt(0), beginning.charAt(0).toUpperCase()])) {
      const code = sign.charCodeAt(0)
      rests[code] = [...(rests[code] ?? []), beginning.slice(1)]
    }
  return rests
}

/**
 * Pieces of the words that continue after their first sign as one of the texts that `restsOf` has for its code, and of all
 * that may have several parts.
 */
function splitWordsBeginning(
  text: string,
  restsOf: readonly (readonly string[])[],
  pieces: TextPiece[],
): void {
  for (let at = 0; at < text.length; at++) {
    const start = at
    const first = text.charCodeAt(at)
    if (!isAlphanumeric(first)) continue
    let isMixed = false
    for (at++; at < text.length && isAlphanumeric(text.charCodeAt(at)); at++)
      if (text.charCodeAt(at) < codeOfSmallA) isMixed = true
    if (!isMixed && !restsOf[first]?.some(rest => text.startsWith(rest, start + 1))) continue
    const word = text.slice(start, at)
    pushWord(pieces, word)
    if (isMixed) pushHumps(pieces, word)
  }
}

const codeOfSpace = 32
const codeOfA = 65
const codeOfSmallA = 97

function isSmall(code: number): boolean {
  return code >= codeOfSmallA && code <= 122
}

function isAlphanumeric(code: number): boolean {
  return isSmall(code) || (code >= codeOfA && code <= 90) || (code >= 48 && code <= 57)
}

function splitUnicode(text: string, pieces: TextPiece[]): void {
  for (const chain of text.normalize('NFKC').match(chainPattern) ?? []) {
    const parts = chain.match(partPattern) ?? []
    for (const part of parts) {
      if (spaceless.test(part)) pushRuns(pieces, part)
      else pushWord(pieces, part)
      pushHumps(pieces, part)
    }
    pushName(pieces, chain, parts)
  }
}

function pushHumps(pieces: TextPiece[], part: string): void {
  if (!isCamelCase(part)) return
  for (const [hump] of part.matchAll(humps)) if (hump.length > 1) pushWord(pieces, hump)
}

function pushName(pieces: TextPiece[], chain: string, parts: readonly string[]): void {
  if (isName(chain, parts) && chain.length <= maxExactLength)
    pieces.push({ kind: 'exact', word: chain.toLowerCase() })
}

function pushWord(pieces: TextPiece[], word: string): void {
  pieces.push({ kind: 'word', word: word.slice(0, maxWordLength).toLowerCase() })
}

function pushRuns(pieces: TextPiece[], part: string): void {
  for (const [run] of part.matchAll(spacelessRuns)) {
    if (spaceless.test(run)) pieces.push({ kind: 'run', characters: run.match(/\P{M}\p{M}*/gu) ?? [run] })
    else pushWord(pieces, run)
  }
}

/** An apostrophe alone does not make a name: "don't" and "l'eau" are words. */
function isName(chain: string, parts: readonly string[]): boolean {
  if (/[_.:/\-+#@]/.test(chain)) return true
  return parts.length === 1 && (isCamelCase(chain) || (/\p{N}/u.test(chain) && /\p{L}/u.test(chain)))
}

function isCamelCase(word: string): boolean {
  return /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word)
}

type LanguageModel = { identify(text: string): Promise<{ alpha2: string | null; possibility: number }> }

/** More text does not change the result, only the time it takes. */
const maxLetters = 2_000
/** In bytes, because a few Chinese or Thai characters carry as much information as a dozen Latin letters. */
const minBytes = 10
const minConfidence = 0.4

let loading: Promise<LanguageModel> | null = null

/** Uses fastText's lid.176, which is part of its package: nothing is downloaded. */
async function detectLanguage(text: string): Promise<LanguageGuess> {
  const sample = lettersOf(text)
  const evidence = Buffer.byteLength(sample)
  if (evidence < minBytes) return { language: 'und', confidence: 0, evidence }
  loading ??= loadModel()
  const model = await loading.catch(error => {
    loading = null
    throw error
  })
  const { alpha2, possibility } = await model.identify(sample)
  const language = alpha2 !== null && possibility >= minConfidence ? alpha2 : 'und'
  return { language, confidence: Math.min(1, possibility), evidence }
}

/** Keeps words only: digits, links and markup would bias the result towards English. */
function lettersOf(text: string): string {
  const words = text
    .slice(0, maxLetters * 4)
    .replace(/https?:\/\/\S+/g, ' ')
    .match(/[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu)
  const sample = (words ?? []).join(' ').slice(0, maxLetters)
  // The model misjudges text that is all in capitals.
  return /\p{Ll}/u.test(sample) ? sample : sample.toLowerCase()
}

async function loadModel(): Promise<LanguageModel> {
  try {
    const { getLIDModel } = await import('fasttext.wasm.js')
    const model = await getLIDModel()
    await model.load()
    return model
  } catch (cause) {
    throw new Failure('unavailable', 'LANGUAGE_MODEL_UNAVAILABLE', 'The language model cannot be loaded.', {
      hint: 'Reinstall the package, then restart.',
      cause,
    })
  }
}
