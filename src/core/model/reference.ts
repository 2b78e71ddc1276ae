import type { JsonObject } from './json.ts'

/** An author or editor: a name in its parts, or one that has none (an organisation, a mononym). */
export type Person =
  | { family: string; given: string; particle: string; suffix: string; literal?: undefined }
  | { literal: string }

/** A date as far as it is known; months and days count from 1. Years before our era are negative; there is no year 0. */
export type PartialDate = { year: number; month: number | null; day: number | null }

/** A bibliographic record: what is cited when a document is cited. */
export type Reference = {
  /** What an author types to cite it: `martin2017clean`. */
  citekey: string
  /** Whether the key was made up by us because the source has none. */
  isCitekeyGenerated: boolean
  /** As CSL names it: `article-journal`, `book`, `chapter`, `thesis`, `webpage`… */
  type: string
  /** What the source calls its kind within the type: "Doctoral dissertation", "working paper". */
  genre: string | null
  title: string | null
  authors: readonly Person[]
  editors: readonly Person[]
  issued: PartialDate | null
  accessed: PartialDate | null
  /** The journal, book or site it is part of. */
  container: string | null
  publisher: string | null
  place: string | null
  volume: string | null
  issue: string | null
  /** Of a report, patent or standard. */
  number: string | null
  pages: string | null
  edition: string | null
  /** Lower case, without `https://doi.org/`. */
  doi: string | null
  isbn: string | null
  url: string | null
  /** As the source gives it: `en-US`, `German`. */
  language: string | null
  tags: readonly string[]
  /** Names of the collections of the reference manager it lies in. */
  collections: readonly string[]
  /** Names or paths of files that belong to it, as the source gives them. */
  files: readonly string[]
  /** Key of the item in Zotero, where it comes from there. */
  itemKey: string | null
}

/** Everything a reference lacks until a source says otherwise. */
export const emptyReference: Omit<Reference, 'citekey'> = {
  isCitekeyGenerated: false,
  type: 'document',
  genre: null,
  title: null,
  authors: [],
  editors: [],
  issued: null,
  accessed: null,
  container: null,
  publisher: null,
  place: null,
  volume: null,
  issue: null,
  number: null,
  pages: null,
  edition: null,
  doi: null,
  isbn: null,
  url: null,
  language: null,
  tags: [],
  collections: [],
  files: [],
  itemKey: null,
}

/** "Robert C. Martin", "Ludwig van Beethoven", "World Health Organization". */
export function nameOf(person: Person): string {
  if (person.literal !== undefined) return person.literal
  return [person.given, surnameOf(person), person.suffix].filter(part => part !== '').join(' ')
}

/** "Martin", "van Beethoven", "d'Alembert", "World Health Organization": what a name is cited by. */
export function surnameOf(person: Person): string {
  if (person.literal !== undefined) return person.literal
  const { particle, family } = person
  return particle === '' || /(?:^|\s)\p{L}['’]$|-$/u.test(particle)
    ? particle + family
    : `${particle} ${family}`
}

/**
 * A reference as document metadata: the fields that filters and hits use, and under `reference` the whole record,
 * from which citations are written. Absent fields are left out.
 */
export function referenceMetadata(reference: Reference): JsonObject {
  const { citekey, title, authors, issued, doi, url, tags, collections, language, itemKey, type } = reference
  const known: Record<string, JsonObject[string] | null> = {
    citekey,
    citekey_generated: reference.isCitekeyGenerated ? true : null,
    type,
    reference_title: title,
    authors: authors.map(nameOf),
    year: issued?.year ?? null,
    doi,
    url,
    tags: [...tags],
    collections: [...collections],
    reference_language: language,
    zotero_item_key: itemKey,
  }
  const present = Object.entries(known).filter(([, value]) => value !== null)
  // SAFETY: a Reference holds nothing but JSON values.
  return { ...Object.fromEntries(present), reference: { ...reference } as unknown as JsonObject }
}

/** The record that `referenceMetadata` stored; null when the document has none. */
export function referenceOf(metadata: JsonObject): Reference | null {
  const stored = metadata.reference
  if (stored === null || typeof stored !== 'object' || Array.isArray(stored)) return null
  // SAFETY: only `referenceMetadata` writes this key in collections of references; missing fields are filled.
  const reference = { ...emptyReference, ...stored } as unknown as Reference
  return typeof reference.citekey === 'string' ? reference : null
}
