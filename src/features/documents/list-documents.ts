import { z } from 'zod'
import { invalidCursor } from '../../core/contract/cursor.ts'
import { pageLabelSource } from '../../core/contract/page-label-field.ts'
import { correctedParts } from '../../core/model/correction.ts'
import { shownMetadata } from '../../core/model/document.ts'
import type { DocumentPlace } from '../../core/ports/store.ts'
import { corrected, libraryOrAll, metadataOut } from './fields.ts'
import { defineTool } from './services.ts'

const text = z.string().min(1, 'must not be empty').max(200).nullable().default(null)

export const listDocuments = defineTool({
  name: 'list_documents',
  title: 'List documents',
  description:
    'List the stored documents, newest first, with title, source, date and counts. Use search to find what they say.',
  asks: [
    'what is in my library',
    'which documents have been added',
    'list my sources with titles and dates',
    'most recently added documents',
    'is a certain file already in there',
  ],
  access: 'read',
  pages: { of: ['documents'], by: ['doc_id'] },
  timeoutMs: 5_000,
  failures: ['COLLECTION_NOT_FOUND'],
  positionals: ['library'],
  tags: ['catalog'],
  version: '1.4.0',
  shell: {
    aliases: [
      {
        words: ['list'],
        group: 'Documents',
        summary: 'List documents, newest first',
        examples: [
          { line: 'quire list papers --limit 50', says: 'The newest 50 of one library' },
          { line: 'quire list --project thesis', says: 'Documents of a project' },
        ],
      },
    ],
    render: async () => (await import('./render.ts')).renderDocuments,
  },
  input: z.object({
    library: libraryOrAll,
    limit: z
      .int('limit must be a whole number')
      .min(1, 'limit must be between 1 and 1000')
      .max(1000, 'limit must be between 1 and 1000')
      .default(20)
      .describe('Documents to return'),
    offset: z
      .int('offset must be a whole number')
      .min(0, 'offset must not be negative')
      .max(1e9)
      .default(0)
      .describe('Documents to skip'),
    cursor: z.string().min(1).nullable().default(null).describe('Last next_cursor; replaces offset'),
    sort: z.enum(['newest', 'title', 'format', 'language']).default('newest').describe('Order of the list'),
    reverse: z.boolean().default(false).describe('The opposite order'),
    contains: text.describe('Only with this text in title or source'),
    file_type: text.describe('Only this format, such as pdf'),
    language: text.describe('Only this language, ISO 639-1'),
  }),
  output: z.object({
    documents: z.array(
      z.object({
        doc_id: z.string().describe('Id of the document'),
        source: z.string().describe('Absolute path, URL or label'),
        title: z.string().describe('Title'),
        library: z.string().describe('Library that holds it'),
        file_type: z.string().describe('Format of the source, such as pdf or html'),
        language: z.string().describe('Language of the text, ISO 639-1; "und" if unknown'),
        content_hash: z.string().describe('SHA-256 of the source’s bytes'),
        created_at: z.string().describe('When it was ingested'),
        last_modified: z.string().describe('When the source was last modified (ISO 8601); empty if unknown'),
        metadata: metadataOut,
        chunk_count: z.int().describe('Number of its passages'),
        page_label_source: pageLabelSource,
        corrected,
        warnings: z.array(z.string()).describe('Parts that could not be read'),
      }),
    ),
    count: z.int().describe('Documents in this result'),
    total: z.int().describe('Documents in all'),
    next_cursor: z.string().nullable().describe('Cursor of the next page; null at the end'),
  }),
  async run({ engine }, { library, limit, offset: skipped, cursor, ...asked }) {
    const place = cursor === null ? skipped : readCursor(cursor)
    const [after, offset] = typeof place === 'number' ? [null, place] : [place, 0]
    const matching = {
      ...(asked.contains === null ? {} : { text: asked.contains }),
      ...(asked.file_type === null ? {} : { fileType: asked.file_type }),
      ...(asked.language === null ? {} : { language: asked.language }),
    }
    const isUsual = asked.sort === 'newest' && !asked.reverse
    const order = isUsual ? {} : { order: { by: orders[asked.sort], isReversed: asked.reverse } }
    const page = { collection: library, limit: limit + 1, offset, after, matching, ...order }
    const found = await engine.catalog.listDocuments(page)
    const documents = found.slice(0, limit)
    const last = documents.at(-1)
    return {
      documents: documents.map(document => ({
        doc_id: document.id,
        source: document.source,
        title: document.title,
        library: document.collection,
        file_type: document.fileType,
        language: document.language,
        content_hash: document.contentHash,
        created_at: document.createdAt,
        last_modified: document.lastModified ?? '',
        metadata: shownMetadata(document.metadata),
        chunk_count: document.chunkCount,
        page_label_source: document.pageLabelSource,
        corrected: correctedParts(document),
        warnings: document.warnings,
      })),
      count: documents.length,
      total: await engine.catalog.countDocuments(library, matching),
      next_cursor:
        found.length > limit && last !== undefined ? writeCursor(isUsual ? last : offset + limit) : null,
    }
  },
})

const orders = { newest: 'created', title: 'title', format: 'fileType', language: 'language' } as const

/**
 * Encodes a position in the list, so that documents that are added or deleted meanwhile do not shift the pages. Sorted lists
 * have a number, which they do shift.
 */
function writeCursor(place: DocumentPlace | number): string {
  const value = typeof place === 'number' ? place : [place.createdAt, place.id]
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

const place = z.union([z.tuple([z.string(), z.string()]), z.int().min(0)])

function readCursor(cursor: string): DocumentPlace | number {
  try {
    const value = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
    return typeof value === 'number' ? value : { createdAt: value[0], id: value[1] }
  } catch {
    throw invalidCursor('This server did not issue this cursor.', 'Start again without a cursor.')
  }
}
