import type { IngestRequest } from '../../core/ingest/ingest-request.ts'
import type { JsonObject, JsonValue } from '../../core/model/json.ts'
import type { Procedural, RecordPlace, Speech } from './speech.ts'
import type { SpeechRecord } from './speech-record.ts'

/** What happened without a speaker is kept apart: it would answer no question about who said what. */
export const proceduralCollection = 'hansard-procedural'

/** A speech of the record as the tools of this contract know speeches. */
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
    extra: present({
      ...placeOf(speech),
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

export function proceduralRequestOf(text: Procedural): IngestRequest {
  const metadata = present({
    ...placeOf(text),
    kind: text.kind,
    chamber: text.chamber,
    date: text.date,
    hansard_reference: text.hansardReference,
    source_url: text.sourceUrl,
  })
  return {
    collection: proceduralCollection,
    isVerbatim: true,
    metadata,
    options: { password: null, ocrLanguages: [] },
    read: async () => ({
      source: `hansard:${text.sourceId}`,
      name: `${text.title}.txt`,
      bytes: new TextEncoder().encode(text.text),
      mediaType: 'text/plain',
      charset: 'utf-8',
      lastModified: null,
      fileType: 'procedural',
    }),
    describe: () => ({ title: text.title, metadata, warnings: [] }),
  }
}

function placeOf(place: RecordPlace): Record<string, JsonValue | null> {
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

function present(values: Record<string, JsonValue | null>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
  )
}
