import type { Person, Reference } from '../model/reference.ts'
import type { Attachment, LibraryItem } from '../ports/reference-library.ts'
import { cleanDoi } from '../text/doi.ts'
import { generateCitekey } from './generate-citekey.ts'
import { collapse } from './plain-text.ts'

/** A reference as parsed from an entry; the key may be missing. */
export type Draft = Omit<Reference, 'citekey' | 'isCitekeyGenerated'> & { citekey: string | null }

type NameParts = { family: string; given: string; particle?: string; suffix?: string }

/** Sets the key of every reference: its own, or a generated one that is unique in the file. */
export function giveCitekeys(drafts: readonly Draft[]): { references: Reference[]; warnings: string[] } {
  const taken = new Set<string>()
  const warnings: string[] = []
  for (const { citekey } of drafts) {
    if (citekey === null) continue
    if (taken.has(citekey)) warnings.push(`The key "${citekey}" is used more than once.`)
    taken.add(citekey)
  }
  const references = drafts.map((draft): Reference => {
    if (draft.citekey !== null) return { ...draft, citekey: draft.citekey, isCitekeyGenerated: false }
    const citekey = generateCitekey(draft, taken)
    taken.add(citekey)
    return { ...draft, citekey, isCitekeyGenerated: true }
  })
  return { references, warnings: [...new Set(warnings)] }
}

/** The DOI of the entry, else the DOI in its address. */
export function chooseDoi(doi: string | null, url: string | null): string | null {
  const stated = doi === null ? null : cleanDoi(doi)
  if (stated !== null || url === null) return stated
  return /^https?:\/\/(?:dx\.)?doi\.org\//i.test(url) ? cleanDoi(url) : null
}

/** Whether there is anything to cite: an entry with only a type is not a reference. */
export function isCitable(draft: Draft): boolean {
  const { title, authors, editors, doi, url, isbn, container } = draft
  const hasText = [title, doi, url, isbn, container].some(value => value !== null)
  return draft.citekey !== null || hasText || authors.length > 0 || editors.length > 0
}

/** The values in order, without duplicates and empty ones. */
export function distinct(values: readonly string[]): string[] {
  return [...new Set(values.map(collapse).filter(value => value !== ''))]
}

/** The name of a kind of thesis, report or patent, also for the strings of BibLaTeX (`phdthesis`). */
export function genreName(genre: string): string {
  return genreStrings[genre.toLowerCase()] ?? genre
}

const genreStrings: Readonly<Record<string, string>> = {
  phdthesis: 'Doctoral dissertation',
  mathesis: 'Master’s thesis',
  mastersthesis: 'Master’s thesis',
  bathesis: 'Bachelor’s thesis',
  candthesis: 'Candidate thesis',
  techreport: 'Technical report',
  resreport: 'Research report',
  patent: 'Patent',
  patentus: 'U.S. Patent',
  patenteu: 'European Patent',
  patentuk: 'British Patent',
  patentde: 'German Patent',
  patentfr: 'French Patent',
  patreq: 'Patent request',
  patrequs: 'U.S. Patent request',
  patreqeu: 'European Patent request',
  patrequk: 'British Patent request',
  patreqde: 'German Patent request',
  patreqfr: 'French Patent request',
}

/** A name from its parts. A name with a single part is a literal; null when all parts are empty. */
export function makePerson({ family, given, particle = '', suffix = '' }: NameParts): Person | null {
  if (family === '' && given === '') return null
  if (family === '') return { literal: [particle, given].filter(part => part !== '').join(' ') }
  if (given === '' && particle === '' && suffix === '') return { literal: family }
  return { family, given, particle, suffix }
}

/** Whether the first letter of a word is in lower case, as in "van" or "d'". */
export function isParticle(word: string): boolean {
  return /^\P{L}*\p{Ll}/u.test(word)
}

/**
 * Splits "van der Meer" into particle and family. Only lower-case words at the beginning are a particle, never the last
 * word: "Ortega y Gasset" is a family, and so is "mondragon".
 */
export function splitParticle(words: readonly string[]): { particle: string; family: string } {
  let count = 0
  while (count < words.length - 1 && isParticle(words[count] ?? '')) count += 1
  return { particle: words.slice(0, count).join(' '), family: words.slice(count).join(' ') }
}

/** The name of a file in reports. Contains the item key, because several items may have files of the same name. */
export function nameInReports(item: Pick<LibraryItem, 'key'>, attachment: Pick<Attachment, 'name'>): string {
  return `${attachment.name} (${item.key})`
}
