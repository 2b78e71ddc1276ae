import { type Reference, surnameOf } from '../../../core/model/reference.ts'
import { cleanDoi } from '../../../core/text/doi.ts'
import { arxivOf, arxivOfReference, type VersionSigns, weighVersion } from './weigh-version.ts'

/** References indexed for matching documents. Positions are positions in the list. */
export type ReferenceIndex = {
  references: readonly Reference[]
  byDoi: ReadonlyMap<string, Reference>
  byArxiv: ReadonlyMap<string, Reference>
  /** The words of each title; empty for a reference without a title. */
  words: readonly ReadonlySet<string>[]
  /** By the words of the title, joined with spaces. */
  byTitle: ReadonlyMap<string, Reference>
  /** Positions of the references whose title contains the word, ascending. */
  byWord: ReadonlyMap<string, readonly number[]>
  /** By the folded name of an attached file. */
  byFile: ReadonlyMap<string, Reference>
  /** By the file names that are commonly derived from a DOI. */
  byDoiName: ReadonlyMap<string, Reference>
  byCitekey: ReadonlyMap<string, Reference>
}

/** What is known about a document that has no reference yet. */
export type Unmatched = VersionSigns & { title: string | null }

export type ReferenceMatch = { reference: Reference; by: 'doi' | 'arxiv' | 'title' | 'file' }

/** The lowest Jaccard similarity at which two titles count as equal. */
const leastTitleLikeness = 0.8

/**
 * Returns the reference of a document: by its DOI, otherwise by its arXiv number, otherwise by its title, otherwise by
 * its file name, otherwise (for a PDF without a usable title) by the title printed on its first page. Of references with
 * the same title (a preprint and the article), the one that fits the document best is returned.
 */
export function matchReference(document: Unmatched, index: ReferenceIndex): ReferenceMatch | null {
  const doi = document.doi === null ? null : cleanDoi(document.doi)
  const byDoi = doi === null ? undefined : index.byDoi.get(doi)
  if (byDoi !== undefined) return { reference: byDoi, by: 'doi' }
  const arxiv = arxivOf(document)
  const byArxiv = arxiv === null ? undefined : index.byArxiv.get(arxiv)
  if (byArxiv !== undefined) return { reference: byArxiv, by: 'arxiv' }
  const byTitle = matchTitle(document.title ?? '', document, index)
  if (byTitle !== null) return { reference: byTitle, by: 'title' }
  const byFile = matchFile(document.fileName, index)
  if (byFile !== null) return { reference: byFile, by: 'file' }
  const printed = matchPrintedTitle(document.firstPage, index.byTitle)
  // When both have a DOI and the DOIs differ, they are different works with the same title.
  const isOther = doi !== null && printed !== null && printed.doi !== null
  if (printed === null || isOther) return null
  const key = titleKey(printed)
  const versions = index.references.filter(reference => titleKey(reference) === key)
  return { reference: chooseVersion(versions, document, index) ?? printed, by: 'title' }
}

/** Builds an index for many documents. When references share a DOI, file or key, the first one is used. */
export function referenceIndex(references: readonly Reference[]): ReferenceIndex {
  const words = references.map(reference => new Set(titleWords(reference.title ?? '')))
  const byWord = new Map<string, number[]>()
  for (const [position, set] of words.entries())
    for (const word of set) {
      const positions = byWord.get(word)
      if (positions === undefined) byWord.set(word, [position])
      else positions.push(position)
    }
  return {
    references,
    words,
    byWord,
    byTitle: firstBy(references, reference => [titleKey(reference)]),
    byDoi: firstBy(references, ({ doi }) => [doi === null ? '' : (cleanDoi(doi) ?? '')]),
    byArxiv: firstBy(references, reference => [arxivOfReference(reference) ?? '']),
    byFile: firstBy(references, ({ files }) => files.map(file => foldName(baseName(file)))),
    byDoiName: firstBy(references, ({ doi }) => (doi === null ? [] : namesOfDoi(doi))),
    byCitekey: firstBy(references, ({ citekey }) => [foldName(citekey)]),
  }
}

/** The words of the title, in order. */
function titleKey({ title }: Reference): string {
  return titleWords(title ?? '').join(' ')
}

/** File names are compared without case and without differences in Unicode composition. */
function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function baseName(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? path
  if (!/%[0-9a-f]{2}/i.test(name)) return name
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** `s41597-023-02464-w` and `10.1038_s41597-023-02464-w`. A suffix that is a short number is not used alone. */
function namesOfDoi(doi: string): string[] {
  const [prefix = '', ...rest] = (cleanDoi(doi) ?? '').split('/')
  const suffix = rest.join('_')
  const whole = ['_', '-', '.'].map(joint => `${prefix}${joint}${suffix}`)
  return /\d/.test(suffix) && suffix.length >= 8 ? [suffix, ...whole] : whole
}

function firstBy(references: readonly Reference[], keysOf: (reference: Reference) => readonly string[]) {
  const found = new Map<string, Reference>()
  for (const reference of references)
    for (const key of keysOf(reference)) if (key !== '' && !found.has(key)) found.set(key, reference)
  return found
}

/** Returns the most similar title; of several, the one that fits the document best, then the first in the list. */
function matchTitle(title: string, document: Unmatched, index: ReferenceIndex): Reference | null {
  const { references, words, byWord } = index
  const own = new Set(titleWords(title))
  let highest = leastTitleLikeness
  let alike: number[] = []
  for (const position of new Set([...own].flatMap(word => byWord.get(word) ?? []))) {
    const likeness = wordJaccard(own, words[position] ?? new Set())
    if (likeness < highest) continue
    alike = likeness > highest ? [position] : [...alike, position]
    highest = likeness
  }
  const candidates = alike.sort((one, other) => one - other).flatMap(position => references[position] ?? [])
  return candidates.length < 2 ? (candidates[0] ?? null) : chooseVersion(candidates, document, index)
}

/** The name of the file counts as much as two other signs. */
const fileWeight = 4

function chooseVersion(
  candidates: readonly Reference[],
  document: Unmatched,
  index: ReferenceIndex,
): Reference | null {
  const named = matchFile(document.fileName, index)
  const weights = candidates.map(
    candidate => weighVersion(document, candidate).score + (candidate === named ? fileWeight : 0),
  )
  return candidates[weights.indexOf(Math.max(...weights))] ?? null
}

function matchFile(fileName: string, index: ReferenceIndex): Reference | null {
  const name = foldName(fileName.split(/[\\/]/).at(-1) ?? fileName)
  const stem = name.replace(/\.[a-z0-9]{1,5}$/, '')
  return (
    index.byFile.get(name) ??
    index.byDoiName.get(stem) ??
    index.byCitekey.get(stem) ??
    index.byCitekey.get(stem.split(' ')[0] ?? '') ??
    matchNamedFile(stem, index)
  )
}

/** Matches Zotero's file names, "Martin et al. - 2017 - Clean architecture". Zotero shortens long titles. */
function matchNamedFile(stem: string, { references }: ReferenceIndex): Reference | null {
  const [, author = '', year = '', title = ''] = /^(.+?)\s+[-–]\s+(\d{4})\s+[-–]\s+(.+)$/.exec(stem) ?? []
  const named = titleWords(title)
  if (named.length === 0) return null
  const fits = (reference: Reference): boolean => {
    const first = reference.authors[0] ?? reference.editors[0]
    if (first === undefined || reference.issued?.year !== Number(year)) return false
    return (
      startsWithWords(titleWords(author), titleWords(surnameOf(first))) &&
      isTitle(named, titleWords(reference.title ?? ''))
    )
  }
  return references.find(fits) ?? null
}

/** Whether a name is the whole title, or its beginning with the last word possibly cut off. */
function isTitle(named: readonly string[], title: readonly string[]): boolean {
  if (wordJaccard(new Set(named), new Set(title)) >= leastTitleLikeness) return true
  const whole = named.slice(0, -1)
  return (
    whole.length >= 3 &&
    startsWithWords(title, whole) &&
    (title[whole.length] ?? '').startsWith(named.at(-1) ?? '')
  )
}

function startsWithWords(words: readonly string[], beginning: readonly string[]): boolean {
  return beginning.length > 0 && beginning.every((word, position) => words[position] === word)
}

/**
 * Returns the words of a title for comparison: lower case, without punctuation and accents; "H₂O" equals "H2O". In
 * scripts without spaces each character is a word.
 */
export function titleWords(title: string): string[] {
  // The upper-case form of "ß" is "SS".
  const folded = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  return (
    folded.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu,
    ) ?? []
  )
}

function wordJaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}

/** A title is near the top of the page and covers a few lines. */
const mostLinesAbove = 40
const mostLines = 6
/** A short title ("Annual Report") could be printed anywhere, so it counts only at the very top of a page. */
const longTitle = 4
const mostLinesAboveShort = 2

type Printed = { reference: Reference; first: number; last: number }

/**
 * Returns the reference whose title equals whole lines near the top of a page, word for word. A longer match (with
 * subtitle) wins over a shorter one inside it. Returns null when the page prints the titles of several works.
 */
function matchPrintedTitle(page: string, byTitle: ReadonlyMap<string, Reference>): Reference | null {
  const [longest, ...others] = findPrinted(page, byTitle).sort(
    (one, other) => other.last - other.first - (one.last - one.first) || one.first - other.first,
  )
  if (longest === undefined) return null
  const isIn = ({ first, last }: Printed) => first >= longest.first && last <= longest.last
  return others.every(other => other.reference === longest.reference || isIn(other))
    ? longest.reference
    : null
}

function findPrinted(page: string, byTitle: ReadonlyMap<string, Reference>): Printed[] {
  const lines = page
    .split('\n')
    .map(line => titleWords(line))
    .filter(words => words.length > 0)
    .slice(0, mostLinesAbove + mostLines)
  return lines.flatMap((_, first) =>
    Array.from({ length: mostLines }, (_, more) => first + more).flatMap(last => {
      const words = lines.slice(first, last + 1).flat()
      const reference = last < lines.length ? byTitle.get(words.join(' ')) : undefined
      const isPlaced = words.length >= longTitle || (words.length > 1 && first < mostLinesAboveShort)
      return reference !== undefined && isPlaced ? [{ reference, first, last }] : []
    }),
  )
}
