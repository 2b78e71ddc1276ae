import { englishWords } from './english-words.ts'

/** What decides whether a hyphen at the end of a line belongs to its word. */
export type Compounds = {
  /** Parts before and after the hyphens of compounds inside the lines of the document. */
  firsts: ReadonlySet<string>
  lasts: ReadonlySet<string>
  /** Parts that usually have a hyphen after or before them in the language of the document. */
  usualFirsts: ReadonlySet<string>
  usualLasts: ReadonlySet<string>
  /** Whether a word occurs in the document or in the dictionary of its language. */
  isWord(word: string): boolean
  /** Whether the document sets a prefix apart ("non-linear") and never writes it closed. */
  isSetApart(prefix: string): boolean
  /** Whether the dictionary has a word; false for languages without one. */
  isListed(word: string): boolean
}

const known = new WeakMap<ReadonlySet<string>, Compounds>()

/** Derives the facts about compounds from the words of a document. */
export function compoundsOf(vocabulary: ReadonlySet<string>): Compounds {
  const found = known.get(vocabulary) ?? findCompounds(vocabulary)
  known.set(vocabulary, found)
  return found
}

function findCompounds(vocabulary: ReadonlySet<string>): Compounds {
  const [firsts, lasts, parts] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const word of vocabulary) {
    const pieces = word.split('-')
    for (const piece of pieces) parts.add(piece)
    for (const first of pieces.slice(0, -1)) firsts.add(first)
    for (const last of pieces.slice(1)) lasts.add(last)
  }
  const language = languageOf(vocabulary)
  const dictionary = language === 'en' ? englishWords() : null
  const isWord = (word: string) => parts.has(word) || dictionary?.has(word) === true
  const closed = new Map([...prefixes].map(prefix => [prefix, false]))
  for (const part of parts)
    for (const prefix of prefixes)
      if (part.startsWith(prefix) && part !== prefix && isWord(part.slice(prefix.length)))
        closed.set(prefix, true)
  return {
    firsts,
    lasts,
    usualFirsts: usualFirsts[language],
    usualLasts: usualLasts[language],
    isWord,
    isSetApart: prefix => firsts.has(prefix) && closed.get(prefix) === false,
    isListed: word => dictionary?.has(word) === true,
  }
}

type Language = 'en' | 'fr' | 'other'

/** Words that occur in every longer text of a language. */
const commonWords = {
  en: ['the', 'and', 'of', 'with', 'that', 'this', 'from', 'are', 'which', 'by'],
  fr: ['les', 'des', 'une', 'dans', 'est', 'pour', 'que', 'qui', 'sur', 'avec'],
  other: ['und', 'der', 'die', 'ist', 'nicht', 'auf', 'für', 'mit', 'von', 'werden'],
} as const

function languageOf(vocabulary: ReadonlySet<string>): Language {
  const share = (language: Language) => commonWords[language].filter(word => vocabulary.has(word)).length
  if (share('en') > Math.max(share('fr'), share('other'))) return 'en'
  return share('fr') > share('other') ? 'fr' : 'other'
}

/** Prefixes that some authors set apart and others do not. */
const prefixes = listOf('non anti post multi semi pseudo quasi cross')

const none: ReadonlySet<string> = new Set()

const usualFirsts: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: listOf(`self well ill non cross so ex quasi all half full high low long short large small single double triple one
    two three four five six seven eight nine ten twenty thirty forty fifty sixty seventy eighty ninety first second third
    real open closed fixed worst best fine per peer state end near far late early old new more most less least much
    anti meta multi semi pseudo inter intra co pre post pro re sub up down socio physico`),
  fr: listOf(`au ci là par peut celui celle ceux celles lui elle elles eux soi moi toi nous vous quelques vingt trente
    quarante cinquante soixante quatre dix demi mi non ex vice avant après arrière contre grand grande petit petite
    moyen sous chef porte haut bas long court`),
  other: none,
}

const usualLasts: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: listOf(`based like related dependent independent specific free induced term known level rich up to of and in off on
    out scale style type time line wide wise oriented driven defined controlled treated associated mediated adjusted
    matched sensitive resistant positive negative year month week day hour old aged first made blind down by linked
    containing derived effective efficient intensive dimensional order grained tolerant aware friendly called side end
    response`),
  fr: listOf(
    'ci là il elle on ils elles je tu nous vous ce même mêmes être dire uns unes bas dessus dessous delà',
  ),
  other: none,
}

function listOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}
