import type { Person, Reference } from '../model/reference.ts'
import type { Attachment, LibraryItem } from '../ports/reference-library.ts'
import { cleanDoi } from '../text/doi.ts'
import { generateCitekey } from './generate-citekey.ts'
import { collapse } from './plain-text.ts'

/** A reference as an entry gives it; the key may be missing. */
export type Draft = Omit<Reference, 'citekey' | 'isCitekeyGenerated'> & { citekey: string | null }

/** Gives every reference a key: its own, or one that is unlike all others of the file. */
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

/** The DOI where it is said, else where the address is one. */
export function chooseDoi(doi: string | null, url: string | null): string | null {
  const said = doi === null ? null : cleanDoi(doi)
  if (said !== null || url === null) return said
  return /^https?:\/\/(?:dx\.)?doi\.org\//i.test(url) ? cleanDoi(url) : null
}

/** Whether there is anything to cite: an entry of nothing but a type says nothing. */
export function isCitable(draft: Draft): boolean {
  const { title, authors, editors, doi, url, isbn, container } = draft
  const hasText = [title, doi, url, isbn, container].some(value => value !== null)
  return draft.citekey !== null || hasText || authors.length > 0 || editors.length > 0
}

/** Without repetitions and empty ones, in their order. */
export function distinct(values: readonly string[]): string[] {
  return [...new Set(values.map(collapse).filter(value => value !== ''))]
}

/** A kind of thesis or report in words; BibLaTeX and its users name some by a string (`phdthesis`). */
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
}

type NameParts = { family: string; given: string; particle?: string; suffix?: string }

/** A name of several parts; one that has only one part is a literal. Null when nothing is left of it. */
export function makePerson({ family, given, particle = '', suffix = '' }: NameParts): Person | null {
  if (family === '' && given === '') return null
  if (family === '') return { literal: [particle, given].filter(part => part !== '').join(' ') }
  if (given === '' && particle === '' && suffix === '') return { literal: family }
  return { family, given, particle, suffix }
}

/** Whether a word is written like "van" or "d'": its first letter is a small one. */
export function isParticle(word: string): boolean {
  return /^\P{L}*\p{Ll}/u.test(word)
}

/**
 * "van der Meer" as particle and family. Only small words at the beginning count, never the last one: "Ortega y
 * Gasset" is a family, and so is "mondragon".
 */
export function splitParticle(words: readonly string[]): { particle: string; family: string } {
  let count = 0
  while (count < words.length - 1 && isParticle(words[count] ?? '')) count += 1
  return { particle: words.slice(0, count).join(' '), family: words.slice(count).join(' ') }
}

/** Several items may have files of one name. */
export function nameInReports(item: Pick<LibraryItem, 'key'>, attachment: Pick<Attachment, 'name'>): string {
  return `${attachment.name} (${item.key})`
}
