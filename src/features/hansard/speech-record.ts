import type { IngestRequest } from '../../core/ingest/ingest-request.ts'
import type { DocumentSummary } from '../../core/model/document.ts'
import { sha256, uuidOf } from '../../core/model/identity.ts'
import type { JsonObject, JsonValue } from '../../core/model/json.ts'
import { countWords } from '../../core/text/count-words.ts'
import { unitSeparator } from '../../core/text/nul.ts'
import type { Procedural, RecordPlace, Speech } from './speech.ts'
import { collectionName } from './speech-fields.ts'

/** Text without a speaker has its own collection, because search_speeches returns only what somebody said. */
export const proceduralCollection = 'hansard-procedural'

/** A speech as it is stored. */
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
  /** The id of the speech in the record; null for speeches that came through ingest_speech. */
  sourceId: string | null
  /** Position within the sitting; null when only the day is known. */
  order: number | null
  /** Further metadata from an import: debate, pages, role, kind … */
  extra: JsonObject
}

/** Maps a speech that was read from a file to what is stored. */
export function recordOf(speech: Speech): SpeechRecord {
  return {
    title: speech.title,
    text: speech.text,
    speaker: speech.speaker,
    party: speech.party,
    chamber: speech.chamber,
    electorate: speech.electorate,
    state: speech.state,
    date: speech.date,
    hansardReference: speech.hansardReference,
    topicTags: speech.topicTags,
    sourceUrl: speech.sourceUrl,
    sourceId: speech.sourceId,
    order: speech.order,
    extra: withoutNulls({
      ...placeMetadata(speech),
      kind: speech.kind,
      speaker_id: speech.speakerId,
      role: speech.role,
      time: speech.time,
      is_government: speech.isGovernment,
      is_first_speech: speech.isFirstSpeech ? true : null,
      question_number: speech.questionNumber,
      answer_to: speech.answerTo,
      answered_by: speech.answeredBy,
      turns: speech.turns.length > 1 ? speech.turns.map(turn => ({ ...turn })) : null,
    }),
  }
}

/** How a speech is stored: its text verbatim, under the id of `speechIdOf`. */
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
    // Also applied to speeches that are already stored, because better member tables change their metadata.
    describe: () => ({ title: record.title, metadata, warnings: [] }),
  }
}

/** How a text without a speaker is stored. */
export function proceduralRequestOf(procedural: Procedural): IngestRequest {
  const metadata = withoutNulls({
    ...placeMetadata(procedural),
    kind: procedural.kind,
    chamber: procedural.chamber,
    date: procedural.date,
    hansard_reference: procedural.hansardReference,
    source_url: procedural.sourceUrl,
  })
  return {
    collection: proceduralCollection,
    isVerbatim: true,
    metadata,
    options: { password: null, ocrLanguages: [] },
    read: async () => ({
      source: `hansard:${procedural.sourceId}`,
      name: `${procedural.title}.txt`,
      bytes: new TextEncoder().encode(procedural.text),
      mediaType: 'text/plain',
      charset: 'utf-8',
      lastModified: null,
      fileType: 'procedural',
    }),
    describe: () => ({ title: procedural.title, metadata, warnings: [] }),
  }
}

/** Derived from `sourceId`, else from the text, so that the same speech always has the same id. */
export function speechIdOf({ sourceId, text }: Pick<SpeechRecord, 'sourceId' | 'text'>): string {
  return sourceId === null ? uuidOf('speech', sha256(text)) : uuidOf('speech', sourceId)
}

/** The `source` of the stored document. */
export function sourceOf(record: Pick<SpeechRecord, 'sourceId' | 'text'>): string {
  return `hansard:${record.sourceId ?? sha256(record.text)}`
}

/** Metadata of the stored document, with the keys that filters, lists and neighbours use. */
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
    speaker_group: [speaker, party, chamber, state].join(unitSeparator),
    sitting_key: sittingKey({ chamber, date, order, id: speechIdOf(record) }),
  }
}

/** Sorts by chamber, day and position in the sitting. Speeches without a position come last in their day. */
function sittingKey(place: { chamber: string; date: string; order: number | null; id: string }): string {
  const order = place.order === null ? '999999' : String(place.order).padStart(6, '0')
  return `${place.chamber}|${place.date}|${order}|${place.id}`
}

function placeMetadata(place: RecordPlace): Record<string, JsonValue | null> {
  return {
    source_id: place.sourceId,
    venue: place.venue,
    parliament: place.parliament,
    session: place.session,
    period: place.period,
    order: place.order,
    debate: place.debate,
    subdebates: [...place.subdebates],
    page_first: place.page?.first ?? null,
    page_last: place.page?.last ?? null,
  }
}

function withoutNulls(values: Record<string, JsonValue | null>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
  )
}

/** Folded, without duplicates and empty tags. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map(fold).filter(tag => tag !== ''))]
}

/** The form in which names and tags are compared: lower case, NFKC, single spaces. */
export function fold(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}

/** The output fields that describe a speech, read from the stored metadata. */
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
