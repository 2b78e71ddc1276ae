import type { Converted } from '../../src/core/model/document.ts'
import { compareTables } from './compare-tables.ts'
import type { Truth } from './describe-truth.ts'
import { type Letters, lettersOf, plainLetters } from './letters.ts'
import { nameCutter } from './name-cutter.ts'
import { type Place, placeSentences } from './place-sentences.ts'

export type Count = { right: number; all: number }

export const measured = [
  'pairs in order',
  'unbroken',
  'spelled',
  'paragraphs clean',
  'headings found',
  'headings true',
  'levels',
  'titles',
  'captions apart',
  'footnotes apart',
  'marks linked',
  'references apart',
  'cells recall',
  'cells precision',
  'relations recall',
  'relations precision',
  'page labels',
] as const

export type Judgement = {
  counts: Record<(typeof measured)[number], Count>
  missing: number
  /** Broken sentences by what cuts them. */
  cuts: Record<string, number>
  misses: string[]
}

export function judgePaper(truth: Truth, converted: Converted): Judgement {
  const source = converted.markdown
  const markdown = lettersOf(source)
  const places = placeSentences(truth.sentences, markdown)
  const misses: string[] = []
  const cuts: Record<string, number> = {}
  for (const [at, place] of places.entries()) {
    const sentence = truth.sentences[at]
    if (!sentence || place.state === 'whole') continue
    if (place.state === 'missing') {
      misses.push(`missing: ${sentence.text}`)
      continue
    }
    const { kind, letters } = nameCutter(truth, markdown, sentence.text, place.start)
    cuts[kind] = (cuts[kind] ?? 0) + 1
    misses.push(`cut by ${kind} (${letters}): ${sentence.text}`)
  }
  const headings = judgeHeadings(truth, converted, misses)
  const tables = compareTables(truth.tables, source)
  const blocks = blockFinder(source, markdown, places)
  const apart = (texts: readonly string[]) => countOf(texts, text => blocks.isApart(text))
  return {
    counts: {
      'pairs in order': countPairs(places, (a, b, starts) => isNext(a, b, starts)),
      unbroken: countOf(places, place => place.state === 'whole'),
      spelled: countOf(truth.sentences, (sentence, at) =>
        isSpelled({ sentence: sentence.text, place: places[at], source, markdown }),
      ),
      'paragraphs clean': countParagraphs(truth, places, markdown),
      ...headings,
      titles: countOf([truth.title], title => plainLetters(titleOf(converted)) === plainLetters(title)),
      'captions apart': apart(truth.captions),
      'footnotes apart': apart(truth.footnotes),
      'marks linked': countOf(
        [...truth.sentences.keys()].filter(at => truth.sentences[at]?.mark),
        at =>
          isLinked({ before: truth.sentences[at]?.mark?.before ?? '', place: places[at], source, markdown }),
      ),
      'references apart': countOf(truth.references, reference => blocks.startsLine(reference)),
      ...tables,
      'page labels': judgeLabels(truth, converted),
    },
    missing: places.filter(({ state }) => state === 'missing').length,
    cuts,
    misses,
  }
}

function countOf<T>(items: readonly T[], isRight: (item: T, at: number) => boolean): Count {
  return { right: items.filter(isRight).length, all: items.length }
}

type Found = Exclude<Place, { state: 'missing' }>

/** Pairs of adjacent sentences; a pair with a missing sentence counts as wrong. */
function countPairs(
  places: readonly Place[],
  isRight: (a: Found, b: Found, starts: readonly number[]) => boolean,
): Count {
  const starts = places
    .flatMap(place => (place.state === 'missing' ? [] : [place.start]))
    .sort((a, b) => a - b)
  return countOf(places.slice(1), (b, at) => {
    const a = places[at]
    return a !== undefined && a.state !== 'missing' && b.state !== 'missing' && isRight(a, b, starts)
  })
}

/** Whether `b` begins after `a` ends, and no other sentence of the text begins between them. */
function isNext(a: Found, b: Found, starts: readonly number[]): boolean {
  if (a.start >= a.end || b.start < a.end) return false
  return !starts.some(start => start >= a.end && start < b.start)
}

/** Paragraphs whose sentences follow each other with no other text between them but footnote numbers. */
function countParagraphs({ sentences }: Truth, places: readonly Place[], markdown: Letters): Count {
  const groups = Map.groupBy(sentences.keys(), at => sentences[at]?.paragraph ?? 0)
  return countOf([...groups.values()], group =>
    group.every((at, index) => {
      const place = places[at]
      const before = places[group[index - 1] ?? -1]
      if (place?.state !== 'whole') return false
      if (index === 0) return true
      return (
        before?.state === 'whole' &&
        /^\d{0,2}$/.test(markdown.text.slice(before.end, place.start)) &&
        before.end <= place.start
      )
    }),
  )
}

/** A place in the Markdown: as text and as letters. */
type Reading = { place: Place | undefined; source: string; markdown: Letters }

/** Whether the Markdown has the sentence with its punctuation and hyphens, whatever the spacing. */
function isSpelled({ sentence, place, source, markdown }: Reading & { sentence: string }): boolean {
  if (place?.state !== 'whole') return false
  const start = markdown.offsets[place.start] ?? 0
  const end = (markdown.offsets[place.end - 1] ?? 0) + 1
  const squeeze = (text: string) =>
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/\[\^[^\]]+\]|<\/?su[bp]>|[\s\\*_]|[.”]+$/g, '')
  const read = squeeze(source.slice(start, end))
  const wanted = squeeze(sentence)
  return place.hasDigit ? read.replace(/\d/g, '') === wanted.replace(/\d/g, '') : read === wanted
}

function judgeHeadings(truth: Truth, converted: Converted, misses: string[]) {
  const found = listHeadings(converted)
  const wanted = truth.headings.map(({ level, title }) => ({ level, key: plainLetters(title) }))
  const matched = wanted.map(({ key }) => found.find(heading => heading.key === key) ?? null)
  const tops = matched.flatMap((heading, at) => (heading && wanted[at]?.level === 1 ? [heading.level] : []))
  const base = commonest(tops) ?? 1
  const right = new Set(wanted.map(({ key }) => key))
  // These are printed by the classes as headings, or are no part of the truth.
  const others = ['abstract', 'keywords', 'acmreferenceformat', plainLetters(truth.title)]
  const counted = found.filter(({ key }) => !others.includes(key))
  for (const [at, heading] of matched.entries())
    if (!heading) misses.push(`no heading: ${truth.headings[at]?.title}`)
  for (const heading of counted) if (!right.has(heading.key)) misses.push(`false heading: ${heading.title}`)
  return {
    'headings found': countOf(matched, heading => heading !== null),
    'headings true': countOf(counted, ({ key }) => right.has(key)),
    levels: countOf(
      matched,
      (heading, at) => heading !== null && heading.level - base === (wanted[at]?.level ?? 1) - 1,
    ),
  }
}

type Heading = { level: number; title: string; key: string }

/** The headings of the outline, else of the Markdown, with a key that has neither number nor case. */
function listHeadings({ outline, markdown }: Converted): Heading[] {
  const listed =
    outline.length > 0
      ? outline
      : [...markdown.matchAll(/^(#{1,6}) (.*)$/gm)].map(([, marks = '', title = '']) => ({
          level: marks.length,
          title,
        }))
  return listed.map(({ level, title }) => ({ level, title, key: plainLetters(withoutNumber(title)) }))
}

/** "2.1 Results", "II. Results", "A. Results" and "1) Results" are titled "Results". */
function withoutNumber(title: string): string {
  return title.replace(/^\s*(?:(?:\d+\\?\.)*\d+\\?[.)]?|[IVXLC]+\\?\.|[A-Z]\\?\.)\s+/, '')
}

function commonest(values: readonly number[]): number | undefined {
  const counts = Map.groupBy(values, value => value)
  return [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0]
}

/** As `convert-source.ts` chooses it. */
function titleOf(converted: Converted): string {
  const headings = listHeadings(converted)
  return converted.title?.trim() || (headings.find(({ level }) => level === 1) ?? headings[0])?.title || ''
}

function blockFinder(markdown: string, letters: Letters, places: readonly Place[]) {
  const starts = places.flatMap(place =>
    place.state === 'missing' ? [] : [letters.offsets[place.start] ?? 0],
  )
  const find = (text: string) => {
    const at = letters.text.indexOf(plainLetters(text))
    return at === -1 ? null : (letters.offsets[at] ?? 0)
  }
  return {
    /** Whether the text is whole and its block holds no sentence of the running text. */
    isApart(text: string): boolean {
      const at = find(text)
      if (at === null) return false
      const start = markdown.lastIndexOf('\n\n', at) + 2
      const next = markdown.indexOf('\n\n', at)
      const end = next === -1 ? markdown.length : next
      return !starts.some(place => place >= start && place < end)
    },
    /** Whether the text is whole and only its number precedes it on its line. */
    startsLine(text: string): boolean {
      const at = find(text)
      return (
        at !== null &&
        /(?:^|\n)[-*\s]*\\?\[?\d{0,2}\\?[\].]*\s*$/.test(markdown.slice(Math.max(0, at - 16), at))
      )
    },
  }
}

function isLinked({ before, place, source, markdown }: Reading & { before: string }): boolean {
  if (place?.state !== 'whole' || place.hasDigit) return false
  const end = (markdown.offsets[place.start + plainLetters(before).length - 1] ?? 0) + 1
  return /^[\p{P}\s]{0,3}\[\^/u.test(source.slice(end, end + 6))
}

/** A page of a paper whose pages are numbered may have its number though none is printed on it. */
function judgeLabels({ printedPages: { first, prefix, on } }: Truth, { pages }: Converted): Count {
  return countOf(pages, ({ number, label }) => {
    const expected = `${prefix}${first + number - 1}`
    if (on === 'none') return label === null
    return label === expected || (on === 'not first' && number === 1 && label === null)
  })
}
