import type { Random } from '../../../../app/eval/seeded-random.ts'
import type { Document } from '../../../../core/model/document.ts'
import type { Library } from './open-library.ts'
import { pickAcrossPages, pickFromMarkdown, pickFromPoppler, type TrueQuote } from './pick-quotes.ts'

export type CaseKind =
  | 'true, from the Markdown'
  | 'true, from pdftotext'
  | 'across a page break'
  | 'wrong page given'
  | 'one word changed'
  | 'two words swapped'
  | 'OCR-noised'
  | 'invented'

export type Case = { kind: CaseKind; text: string; page: number | null; truth: TrueQuote | null }

const shares: Readonly<Record<CaseKind, number>> = {
  'true, from the Markdown': 0.2,
  'true, from pdftotext': 0.15,
  'across a page break': 0.1,
  'wrong page given': 0.1,
  'one word changed': 0.15,
  'two words swapped': 0.1,
  'OCR-noised': 0.1,
  invented: 0.1,
}

export function makeCases(library: Library, count: number, random: Random): Case[] {
  const { documents } = library
  const everything = plainLibrary(documents)
  const vocabulary = vocabularyOf(documents)
  const invent = inventor(documents)
  const pick = (take: (document: Document) => TrueQuote | null) =>
    pickUntil(() => take(random.pick(documents)))
  const fromMarkdown = () => pick(document => pickFromMarkdown(document, random))
  const spoil = (kind: CaseKind, change: (text: string) => string | null) =>
    pickUntil(() => {
      const truth = fromMarkdown()
      const text = change(truth.text)
      // A repeated phrase may occur elsewhere exactly as in the changed quote.
      return text === null || everything.holds(text) ? null : { kind, text, page: null, truth }
    })

  const makers: Readonly<Record<CaseKind, (kind: CaseKind) => Case>> = {
    'true, from the Markdown': kind => stated(kind, fromMarkdown()),
    'true, from pdftotext': kind =>
      stated(
        kind,
        pick(document =>
          document.fileType === 'pdf' ? pickFromPoppler(document, library.pathOf(document), random) : null,
        ),
      ),
    'across a page break': kind =>
      stated(
        kind,
        pick(document => pickAcrossPages(document, random)),
      ),
    'wrong page given': kind => {
      const truth = pick(document => (document.pages.length < 10 ? null : pickFromMarkdown(document, random)))
      return { kind, text: truth.text, page: wrongPage(truth, random), truth }
    },
    'one word changed': kind => spoil(kind, text => changeWord(text, vocabulary, random)),
    'two words swapped': kind => spoil(kind, text => swapWords(text, random)),
    'OCR-noised': kind =>
      pickUntil(() => {
        const truth = fromMarkdown()
        const text = misread(truth.text, random)
        return text === null ? null : { kind, text, page: null, truth }
      }),
    invented: kind =>
      pickUntil(() => {
        const text = invent(random)
        return everything.holds(text) ? null : { kind, text, page: null, truth: null }
      }),
  }
  // SAFETY: the keys of `shares` are the kinds.
  const kinds = Object.keys(shares) as CaseKind[]
  return kinds.flatMap(kind =>
    Array.from({ length: Math.round(count * shares[kind]) }, () => makers[kind](kind)),
  )
}

function pickUntil<T>(take: () => T | null): T {
  for (let tries = 0; tries < 20_000; tries++) {
    const taken = take()
    if (taken !== null) return taken
  }
  throw new Error('The documents contain no quote of this kind.')
}

function stated(kind: CaseKind, truth: TrueQuote): Case {
  return { kind, text: truth.text, page: truth.pages[0] ?? null, truth }
}

/** Returns a page that is not a page of the quote, neither by number nor by label. */
function wrongPage({ document, pages }: TrueQuote, random: Random): number {
  const right = document.pages.filter(page => pages.includes(page.number))
  return pickUntil(() => {
    const wrong = 1 + random.below(document.pages.length)
    return right.some(page => page.number === wrong || page.label === String(wrong)) ? null : wrong
  })
}

/** Changes one word: another word, another number, a negation added or removed, or a word dropped. */
function changeWord(quote: string, vocabulary: readonly string[], random: Random): string | null {
  const words = quote.split(/\s+/)
  const at = random.below(words.length)
  const word = words[at] ?? ''
  const negation = words.findIndex(other => /^(?:not|no|never|nicht|kein)$/i.test(other))
  const number = words.findIndex(other => /^\d+$/.test(other))
  const way = random.next()
  if (negation !== -1 && way < 0.5) return words.toSpliced(negation, 1).join(' ')
  if (number !== -1 && way < 0.5)
    return words.toSpliced(number, 1, String(Number(words[number]) + 1)).join(' ')
  if (way < 0.15) return words.toSpliced(at, 0, 'not').join(' ')
  const [letters] = word.match(/[\p{L}\p{M}]+/u) ?? []
  if (letters === undefined) return null
  if (way < 0.3) return words.length > 6 ? words.toSpliced(at, 1).join(' ') : null
  return words.toSpliced(at, 1, word.replace(letters, random.pick(vocabulary))).join(' ')
}

function swapWords(quote: string, random: Random): string | null {
  const words = quote.split(/\s+/)
  const one = random.below(words.length)
  const other = random.next() < 0.5 ? one + 1 : random.below(words.length)
  const [a, b] = [words[one], words[other]]
  if (a === undefined || b === undefined || plain(a) === plain(b)) return null
  return words.with(one, b).with(other, a).join(' ')
}

const misreadings: readonly (readonly [string, string])[] = [
  ['l', '1'],
  ['l', 'I'],
  ['I', 'l'],
  ['1', 'l'],
  ['rn', 'm'],
  ['m', 'rn'],
  ['0', 'O'],
  ['o', '0'],
  ['e', 'c'],
  ['h', 'b'],
  ['cl', 'd'],
  [' ', ''],
]

/** About one misread character in thirty, and at least one. */
function misread(quote: string, random: Random): string | null {
  let text = quote
  const times = Math.max(1, Math.round(quote.length / 30))
  for (let time = 0; time < times; time++) {
    const [from, to] = random.pick(misreadings)
    const places = [...text.matchAll(from === ' ' ? /(?<=\p{L}) (?=\p{L})/gu : new RegExp(from, 'g'))].map(
      found => found.index,
    )
    if (places.length === 0) continue
    const at = random.pick(places)
    text = text.slice(0, at) + to + text.slice(at + from.length)
  }
  return text === quote ? null : text
}

/** Words of the library in an invented order: random, or each likely after the previous one. */
function inventor(documents: readonly Document[]): (random: Random) => string {
  const words = documents.flatMap(({ markdown }) => markdown.match(/[\p{L}\p{M}]{2,}/gu) ?? [])
  const followers = new Map<string, string[]>()
  words.forEach((word, at) => {
    const key = word.toLowerCase()
    followers.set(key, [...(followers.get(key) ?? []).slice(-200), words[at + 1] ?? word])
  })
  return random => {
    const length = 6 + random.below(35)
    if (random.next() < 0.5) return Array.from({ length }, () => random.pick(words)).join(' ')
    const invented = [random.pick(words)]
    while (invented.length < length) {
      const next = followers.get(invented.at(-1)?.toLowerCase() ?? '') ?? words
      invented.push(random.pick(next))
    }
    return invented.join(' ')
  }
}

function vocabularyOf(documents: readonly Document[]): string[] {
  const words = documents.flatMap(({ markdown }) => markdown.match(/\b[a-z]{3,12}\b/g) ?? [])
  return [...new Set(words)]
}

/**
 * A second, simpler normalisation than the one under test: words in lower case with single spaces. Equal texts are
 * equal here, independent of the code under test.
 */
function plain(text: string): string {
  return ` ${text
    .normalize('NFKC')
    .replace(/\u00ad/g, '')
    .replace(/(\p{Ll})-\s+(?=\p{Ll})/gu, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()} `
}

/** Without spaces, so that a quote that differs only in spacing counts as present. */
function squeeze(text: string): string {
  return plain(text).replaceAll(' ', '')
}

type PlainLibrary = { holds(quote: string): boolean }

function plainLibrary(documents: readonly Document[]): PlainLibrary {
  const texts = documents.map(document => squeeze(document.markdown))
  return {
    holds(quote) {
      const wanted = squeeze(quote)
      return texts.some(text => text.includes(wanted))
    },
  }
}
