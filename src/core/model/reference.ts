import type { JsonObject } from './json.ts'

/** An author, editor or translator: a name in its parts, or one without parts (an organisation, a mononym). */
export type Person =
  | { family: string; given: string; particle: string; suffix: string; literal?: undefined }
  | { literal: string }

/**
 * A date whose month and day may be unknown; both count from 1. Years before the common era are negative; there is no
 * year 0.
 */
export type PartialDate = { year: number; month: number | null; day: number | null }

/** A bibliographic record: what is cited when a document is cited. */
export type Reference = {
  /** What an author types to cite it: `martin2017clean`. */
  citekey: string
  /** Whether the key was generated because the source has none. */
  isCitekeyGenerated: boolean
  /** As CSL names it: `article-journal`, `book`, `chapter`, `thesis`, `webpage`… */
  type: string
  /** The kind within the type, as the source calls it: "Doctoral dissertation", "working paper". */
  genre: string | null
  title: string | null
  authors: readonly Person[]
  editors: readonly Person[]
  translators: readonly Person[]
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
  /** As the source writes it: `en-US`, `German`. */
  language: string | null
  tags: readonly string[]
  /** Names of the reference manager's collections that contain it. */
  collections: readonly string[]
  /** Names or paths of files that belong to it, as the source writes them. */
  files: readonly string[]
  /** Key of the item in the reference manager; null when it comes from elsewhere. */
  itemKey: string | null
}

/** The default of every field. */
export const emptyReference: Omit<Reference, 'citekey'> = {
  isCitekeyGenerated: false,
  type: 'document',
  genre: null,
  title: null,
  authors: [],
  editors: [],
  translators: [],
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

/** The name as cited: "Martin", "van Beethoven", "d'Alembert", "World Health Organization". */
export function surnameOf(person: Person): string {
  if (person.literal !== undefined) return person.literal
  const { particle, family } = person
  return particle === '' || /(?:^|\s)\p{L}['’]$|-$/u.test(particle)
    ? particle + family
    : `${particle} ${family}`
}

/**
 * A reference as document metadata: the fields that filters and hits use, and the whole record under `reference`, for
 * writing citations. Absent fields are left out.
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
  // SAFETY: a Reference contains only JSON values.
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
