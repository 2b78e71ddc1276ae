import type { Document } from '../../core/model/document.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { RelationReader } from '../../core/ports/relation-reader.ts'
import type { Observation } from './fact.ts'
import {
  type Directory,
  fold,
  fullName,
  nobody,
  parsePerson,
  peopleOf,
  plainPattern,
  titledPattern,
} from './people.ts'
import { readReference } from './read-reference.ts'
import { readSpeech, speechOf } from './read-speech.ts'
import { readText } from './read-text.ts'
import { type ReadFact, readFacts } from './reader/read-facts.ts'

/** Raise the number when the rules change, so that documents are read again. */
const rules = 'rules-7'

/** The name under which readings are stored: documents are read again when it changes. */
export function readerName(reader: Pick<RelationReader, 'id'> | null): string {
  return reader === null ? rules : `${rules} ${reader.id}`
}

/** What a model reads in a document; undefined for the record of a parliament, which rules read, and for other languages than its own. */
export async function readByModel(
  reader: RelationReader | null,
  document: Pick<Document, 'title' | 'language' | 'markdown' | 'metadata'>,
  signal: AbortSignal,
): Promise<ReadFact[] | undefined> {
  const isRead =
    reader !== null &&
    speechOf(document.metadata) === null &&
    [...reader.languages, 'und'].includes(document.language)
  return isRead ? readFacts(reader, document, signal) : undefined
}

/**
 * Reads a document by rules: first its metadata, then its sentences. The same document always returns the same
 * observations. For the record of a parliament, `directory` contains the speakers of the day and of those years. `read` is what a
 * model read in its sentences.
 */
export function readDocument(
  document: Pick<Document, 'id' | 'title' | 'language' | 'markdown' | 'metadata'>,
  directory: Directory = nobody,
  read?: readonly ReadFact[],
): Observation[] {
  const speech = speechOf(document.metadata)
  const date = speech?.date ?? dateOf(document.metadata)
  const observations = [...readSpeech(document), ...readReference(document)]
  // The patterns are English and would match other languages only by accident.
  if (!['en', 'und'].includes(document.language)) return observations
  const people = peopleOf({
    named: () => [...(speech?.named ?? []), ...fullNames(document.markdown)],
    directory,
    scope: date === null ? document.id : date.slice(0, 4),
  })
  return [
    ...observations,
    ...readText(document.markdown, {
      people,
      title: document.title,
      date,
      isRecord: speech !== null,
      ...(read === undefined ? {} : { read }),
    }),
  ]
}

/** The date of a document in its metadata. */
function dateOf(metadata: JsonObject): string | null {
  for (const key of ['date', 'published', 'publication_date', 'created', 'page_date']) {
    const value = metadata[key]
    const [day] = typeof value === 'string' ? (/^\d{4}-\d\d-\d\d/.exec(value) ?? []) : []
    if (day !== undefined) return day
  }
  const { year } = metadata
  return typeof year === 'number' && year >= 1000 && year <= 9999 ? `${year}-01-01` : null
}

const names = new RegExp(`${titledPattern}|${plainPattern}`, 'gu')

/** Distinct names with a given name, as the document writes them. */
function fullNames(markdown: string): string[] {
  const found = new Map<string, string>()
  for (const [text] of markdown.matchAll(names)) {
    const person = parsePerson(text)
    if (person === null || person.given === '' || /^(?:\p{Lu}\.)+$/u.test(person.given)) continue
    const name = fullName(person)
    if (!found.has(fold(name))) found.set(fold(name), name)
  }
  return [...found.values()]
}
