import type { Random } from '../../../src/app/eval/seeded-random.ts'
import type { Document } from '../../../src/core/model/document.ts'
import type { Library } from './open-library.ts'
import { pickAcrossPages, pickFromMarkdown, pickFromPoppler, type TrueQuote } from './pick-quotes.ts'
import { plainLibrary } from './plain-text.ts'
import { changeWord, inventor, misread, swapWords, vocabularyOf } from './spoil-quotes.ts'

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
      // Repeated phrases may stand elsewhere just as the spoilt quote has them.
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
  throw new Error('The documents give no quote of this kind.')
}

function stated(kind: CaseKind, truth: TrueQuote): Case {
  return { kind, text: truth.text, page: truth.pages[0] ?? null, truth }
}

/** A page that is neither by number nor by label one of those the quote stands on. */
function wrongPage({ document, pages }: TrueQuote, random: Random): number {
  const right = document.pages.filter(page => pages.includes(page.number))
  return pickUntil(() => {
    const wrong = 1 + random.below(document.pages.length)
    return right.some(page => page.number === wrong || page.label === String(wrong)) ? null : wrong
  })
}
