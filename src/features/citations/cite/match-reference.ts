import { type Reference, surnameOf } from '../../../core/model/reference.ts'
import { cleanDoi } from '../../../core/text/doi.ts'

/** References prepared for finding the one a document is. Positions are those of the list. */
export type ReferenceIndex = {
  references: readonly Reference[]
  byDoi: ReadonlyMap<string, Reference>
  /** Words of each title; empty when there is none. */
  words: readonly ReadonlySet<string>[]
  /** By all words of the title, with blanks between. */
  byTitle: ReadonlyMap<string, Reference>
  /** Positions of the references whose title has the word, ascending. */
  byWord: ReadonlyMap<string, readonly number[]>
  /** By name of a file that belongs to it, folded. */
  byFile: ReadonlyMap<string, Reference>
  /** By what publishers and people make of a DOI for a file's name. */
  byDoiName: ReadonlyMap<string, Reference>
  byCitekey: ReadonlyMap<string, Reference>
}

/** What is known of a document before its reference is. */
export type Unmatched = { doi: string | null; title: string | null; fileName: string; firstPage: string }

export type ReferenceMatch = { reference: Reference; by: 'doi' | 'title' | 'file' }

/** How alike two titles must be to be one. */
const leastTitleLikeness = 0.8

/**
 * The reference of a document: by its DOI, else by its title, else by the name of its file; and when none of these tells,
 * as with a PDF that has no title or another one, by the title printed on its first page.
 */
export function matchReference(document: Unmatched, index: ReferenceIndex): ReferenceMatch | null {
  const doi = document.doi === null ? null : cleanDoi(document.doi)
  const byDoi = doi === null ? undefined : index.byDoi.get(doi)
  if (byDoi !== undefined) return { reference: byDoi, by: 'doi' }
  const byTitle = matchTitle(document.title ?? '', index)
  if (byTitle !== null) return { reference: byTitle, by: 'title' }
  const byFile = matchFile(document.fileName, index)
  if (byFile !== null) return { reference: byFile, by: 'file' }
  const printed = matchPrintedTitle(document.firstPage, index.byTitle)
  // A document with another DOI than the reference is another work about the same thing.
  const isOther = doi !== null && printed !== null && printed.doi !== null
  return printed === null || isOther ? null : { reference: printed, by: 'title' }
}

/** Built once for many documents. Of references that share a DOI, file or key the first counts. */
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
    byTitle: firstBy(references, ({ title }) => [titleWords(title ?? '').join(' ')]),
    byDoi: firstBy(references, ({ doi }) => [doi === null ? '' : (cleanDoi(doi) ?? '')]),
    byFile: firstBy(references, ({ files }) => files.map(file => foldName(baseName(file)))),
    byDoiName: firstBy(references, ({ doi }) => (doi === null ? [] : namesOfDoi(doi))),
    byCitekey: firstBy(references, ({ citekey }) => [foldName(citekey)]),
  }
}

/** Names of files are compared without regard to case and to how accents are composed. */
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

/** `s41597-023-02464-w` and `10.1038_s41597-023-02464-w`; a suffix that is only a short number names nothing. */
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

/** The most alike wins; of equals, the first of the list. */
function matchTitle(title: string, { references, words, byWord }: ReferenceIndex): Reference | null {
  const own = new Set(titleWords(title))
  let best: { position: number; likeness: number } | null = null
  for (const position of new Set([...own].flatMap(word => byWord.get(word) ?? []))) {
    const likeness = wordJaccard(own, words[position] ?? new Set())
    if (likeness < leastTitleLikeness) continue
    const isBetter =
      best === null || likeness > best.likeness || (likeness === best.likeness && position < best.position)
    if (isBetter) best = { position, likeness }
  }
  return best === null ? null : (references[best.position] ?? null)
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

/** "Martin et al. - 2017 - Clean architecture", as Zotero names files; it cuts long titles. */
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

/** The whole title, or its beginning when the last word may be cut off. */
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
 * The words of a title for comparing: lower case, without punctuation and accents; "H₂O" and "H2O" are one. Scripts
 * that do not part words give one word for each character.
 */
export function titleWords(title: string): string[] {
  // In capitals "ß" is "SS".
  const folded = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  return (
    folded.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu,
    ) ?? []
  )
}

/** Shared words among all words of both. */
function wordJaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared += 1
  return shared === 0 ? 0 : shared / (a.size + b.size - shared)
}

/** Titles stand near the top, whatever is printed above them, and are set over a few lines. */
const mostLinesAbove = 40
const mostLines = 6
/** "Annual Report" may be printed anywhere; a short title counts only where a page begins. */
const longTitle = 4
const mostLinesAboveShort = 2

type Printed = { reference: Reference; first: number; last: number }

/**
 * The reference whose whole title is what some whole lines at the top of a page say: word for word, since a page says
 * many things. With a subtitle it comes before one without; a page that prints the titles of several works is none of
 * them.
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
