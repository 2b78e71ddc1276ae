import type { IngestRequest } from '../../core/ingest/types.ts'
import type { DocumentSummary } from '../../core/model/document.ts'
import { sha256, uuidOf } from '../../core/model/identity.ts'
import type { JsonObject, JsonValue } from '../../core/model/json.ts'
import { countWords } from '../../core/text/count-words.ts'
import { collectionName } from './speech-fields.ts'

/** A speech on its way into the store: what the contract asks for, and what an import knows beyond it. */
export type SpeechRecord = {
  title: string
  text: string
  speaker: string
  party: string
  chamber: string
  electorate: string | null
  state: string
  date: string
  hansardReference: string
  topicTags: readonly string[]
  sourceUrl: string | null
  /** The record's own id; null for speeches that were sent one by one. */
  sourceId: string | null
  /** Position within the sitting; null when only the day is known. */
  order: number | null
  /** What an import knows beyond the contract: debate, pages, role, kind … */
  extra: JsonObject
}

/** Derived from the record's own id, else from the words. */
export function speechIdOf({ sourceId, text }: Pick<SpeechRecord, 'sourceId' | 'text'>): string {
  return sourceId === null ? uuidOf('speech', sha256(text)) : uuidOf('speech', sourceId)
}

/** What names the speech inside the collection. */
export function sourceOf(record: Pick<SpeechRecord, 'sourceId' | 'text'>): string {
  return `hansard:${record.sourceId ?? sha256(record.text)}`
}

/** Names are compared without regard to case, accents' composition and spacing. */
export function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** Trimmed, lower case, none twice, none empty. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(fold).filter(tag => tag !== ''))]
}

/** The speech's facts as they are kept, with the keys that filters, lists and neighbours use. */
export function toMetadata(record: SpeechRecord): JsonObject {
  const { speaker, party, chamber, electorate, state, date, order } = record
  return {
    ...record.extra,
    speech_id: speechIdOf(record),
    speaker,
    speaker_key: fold(speaker),
    party,
    party_key: fold(party),
    chamber,
    electorate,
    state,
    date,
    hansard_reference: record.hansardReference,
    topic_tags: cleanTags(record.topicTags),
    source_url: record.sourceUrl,
    word_count: countWords(record.text),
    text_hash: sha256(record.text),
    speaker_group: [speaker, party, chamber, state].join('\u0000'),
    sitting_key: sittingKey({ chamber, date, order, id: speechIdOf(record) }),
  }
}

/** In order of chamber, day, place within the sitting. Speeches whose place is unknown come last. */
function sittingKey(place: { chamber: string; date: string; order: number | null; id: string }): string {
  const order = place.order === null ? '999999' : String(place.order).padStart(6, '0')
  return `${place.chamber}|${place.date}|${order}|${place.id}`
}

/** The facts that tools tell, read back from metadata. */
export function factsOf({ metadata, title }: DocumentSummary) {
  return {
    speaker: text(metadata.speaker),
    party: text(metadata.party),
    chamber: text(metadata.chamber),
    electorate: textOrNull(metadata.electorate),
    state: text(metadata.state),
    date: text(metadata.date),
    title,
    hansard_reference: text(metadata.hansard_reference),
    topic_tags: Array.isArray(metadata.topic_tags)
      ? metadata.topic_tags.filter(tag => typeof tag === 'string')
      : [],
    source_url: textOrNull(metadata.source_url),
  }
}

export function speechIdIn({ metadata, id }: Pick<DocumentSummary, 'metadata' | 'id'>): string {
  return textOrNull(metadata.speech_id) ?? id
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** How a speech is stored: its words exactly as they stand, under an id derived from the record's own. */
export function ingestRequestOf(record: SpeechRecord): IngestRequest {
  const metadata = toMetadata(record)
  return {
    collection: collectionName,
    id: speechIdOf(record),
    isVerbatim: true,
    metadata,
    options: { password: null, ocrLanguages: [] },
    read: async () => ({
      source: sourceOf(record),
      name: `${record.title}.txt`,
      bytes: new TextEncoder().encode(record.text),
      mediaType: 'text/plain',
      charset: 'utf-8',
      lastModified: null,
      fileType: 'speech',
    }),
    // Also for speeches that are there already: better tables of members change what is known of them.
    describe: () => ({ title: record.title, metadata, warnings: [] }),
  }
}
