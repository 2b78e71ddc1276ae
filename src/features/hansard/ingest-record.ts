import type { IngestRequest } from '../../core/ingest/ingest-request.ts'
import { collectionName } from './fields.ts'
import { type SpeechRecord, sourceOf, speechIdOf, toMetadata } from './speech-record.ts'

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
