import { z } from 'zod'
import { shownMetadata } from '../../model/shown-metadata.ts'
import { defineTool } from '../define-tool.ts'
import { libraryOrAll, metadataOut } from './fields.ts'

export const listDocuments = defineTool({
  name: 'list_documents',
  title: 'List documents',
  description:
    'List what has been ingested, newest first, with metadata and counts. Use search to find passages by what they say.',
  asks: [
    'what is in my library',
    'which documents have been added',
    'catalogue of everything stored',
    'list my sources with their metadata',
    'most recently added documents',
    'overview of the papers with titles and dates',
    'inventory of my documents',
    'what do I have stored here',
    'what have I uploaded lately',
    'show all titles',
    'is a certain file already in there',
    'table of everything, newest first',
  ],
  access: 'read',
  pages: { of: ['documents'], by: ['doc_id'] },
  timeoutMs: 5_000,
  failures: ['COLLECTION_NOT_FOUND'],
  positionals: ['library'],
  tags: ['catalog'],
  input: z.object({
    library: libraryOrAll,
    limit: z
      .int('limit must be a whole number')
      .min(1, 'limit must be between 1 and 1000')
      .max(1000, 'limit must be between 1 and 1000')
      .default(20)
      .describe('How many documents to return'),
    offset: z
      .int('offset must be a whole number')
      .min(0, 'offset must not be negative')
      .max(1e9)
      .default(0)
      .describe('How many to leave out first'),
  }),
  output: z.object({
    documents: z.array(
      z.object({
        doc_id: z.string().describe('Id of the document'),
        source: z.string().describe('Absolute path, URL or label'),
        title: z.string().describe('Title'),
        library: z.string().describe('Library it is in'),
        file_type: z.string().describe('Format of the source, such as pdf or html'),
        language: z.string().describe('Language of the text, ISO 639-1; "und" when unknown'),
        content_hash: z.string().describe('SHA-256 of the source’s bytes'),
        created_at: z.string().describe('When it was ingested'),
        last_modified: z
          .string()
          .describe('When the source was last modified (ISO 8601); empty when unknown'),
        metadata: metadataOut,
        chunk_count: z.int().describe('Passages it was cut into'),
        warnings: z.array(z.string()).describe('What could not be read of it'),
      }),
    ),
    count: z.int().describe('Documents in this answer'),
  }),
  async run({ engine }, { library, limit, offset }) {
    const documents = await engine.catalog.listDocuments({ collection: library, limit, offset })
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
        warnings: document.warnings,
      })),
      count: documents.length,
    }
  },
})
