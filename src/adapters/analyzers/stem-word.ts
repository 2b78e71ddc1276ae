import { createRequire } from 'node:module'

type Stemmer = { stem(word: string): string }

const algorithmOf: Readonly<Record<string, string>> = {
  ar: 'arabic',
  ca: 'catalan',
  cs: 'czech',
  da: 'danish',
  de: 'german',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hu: 'hungarian',
  hy: 'armenian',
  it: 'italian',
  nb: 'norwegian',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sl: 'slovene',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
}

/** Languages whose stemmer also removes or changes the beginning of a word. */
const changesBeginning: ReadonlySet<string> = new Set(['ar', 'ga', 'ta'])

/** Whether a word and its stem always begin with the same letter, apart from diacritics. */
export function keepsFirstLetter(language: string): boolean {
  return !changesBeginning.has(language)
}

/**
 * What every ASCII word with this stem begins with, in a language that keeps the first letter. Of what it leaves of a word, the
 * English stemmer changes the last letter only ("cries" becomes "cri", "hoping" "hope"), with three exceptions.
 */
export function beginningOf(stem: string, language: string): string {
  const isRegular = language === 'en' && !irregular.has(stem)
  return stem.slice(0, isRegular ? Math.max(1, stem.length - 1) : 1)
}

/** Of dying, lying and tying. */
const irregular: ReadonlySet<string> = new Set(['die', 'lie', 'tie'])

const maxCachedStems = 100_000
const stemmers = new Map<string, Stemmer | null>()
const stems = new Map<string, Map<string, string>>()

/**
 * Returns the stem of a lower-case word without diacritics; where the language has no stemmer, only the diacritics are
 * removed. Stemming comes first because the rules of the stemmers need the diacritics.
 */
export function stemWord(word: string, language: string): string {
  let known = stems.get(language)
  if (known === undefined || known.size >= maxCachedStems) {
    known = new Map()
    stems.set(language, known)
  }
  const cached = known.get(word)
  if (cached !== undefined) return cached
  const stem = foldLetters(stemmerFor(language)?.stem(prepareWord(word, language)) ?? word)
  known.set(word, stem)
  return stem
}

const lettersWithoutBase: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}

/** Removes diacritics from Latin, Greek and Cyrillic letters; in other scripts marks are part of the letter. */
export function foldLetters(word: string): string {
  if (!/[^\x20-\x7f]/.test(word)) return word
  return word
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu, '$1')
    .normalize('NFC')
    .replace(/[ßæœøđðłþıς]/g, letter => lettersWithoutBase[letter] ?? letter)
}

/**
 * Rewrites spellings that the stemmers do not know. German is also written without umlauts: Mueller equals Müller, and
 * both must match Muller. Russian text mostly omits the dots of ё.
 */
function prepareWord(word: string, language: string): string {
  if (language === 'ru') return word.replaceAll('ё', 'е')
  if (language !== 'de') return word
  return word.replace(/ae|oe|(?<!q)ue/g, pair => umlautOf[pair] ?? pair)
}

const umlautOf: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' }

function stemmerFor(language: string): Stemmer | null {
  const known = stemmers.get(language)
  if (known !== undefined) return known
  const algorithm = algorithmOf[language]
  const stemmer = algorithm === undefined ? null : openStemmer(algorithm)
  stemmers.set(language, stemmer)
  return stemmer
}

/** Synchronous, because analysis is synchronous; takes 40 ms on first use. */
function openStemmer(algorithm: string): Stemmer {
  // SAFETY: the README describes this function; the package has no types.
  const library = createRequire(import.meta.url)('snowball-stemmers') as {
    newStemmer(algorithm: string): Stemmer
  }
  return library.newStemmer(algorithm)
}
