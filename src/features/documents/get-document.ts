import { z } from 'zod'
import { documentAddress } from '../../core/addresses/links.ts'
import { pageLabelSource } from '../../core/contract/page-label-field.ts'
import { correctedParts } from '../../core/model/correction.ts'
import { shownMetadata } from '../../core/model/document.ts'
import { corrected, docId, metadataOut } from './fields.ts'
import { defineTool } from './services.ts'

export const getDocument = defineTool({
  name: 'get_document',
  title: 'Read a document',
  description:
    'Return the whole text of one stored document, as Markdown with its page map and outline. It may be long: use search for the passages that matter.',
  asks: [
    'read the whole document from start to finish',
    'open a stored document',
    'full text of a source',
    'the complete paper as Markdown',
    'text of a document by its id',
  ],
  access: 'read',
  quotesSources: true,
  pages: {
    of: ['content', 'pages', 'outline', 'warnings'],
    linkAnswer: ({ library, doc_id }) => documentAddress(String(library), String(doc_id)),
  },
  timeoutMs: 5_000,
  failures: ['DOCUMENT_NOT_FOUND', 'FORBIDDEN_PATH'],
  positionals: ['doc_id'],
  tags: ['catalog'],
  version: '1.2.0',
  shell: {
    render: async () => (await import('./render.ts')).renderDocument,
  },
  input: z.object({ doc_id: docId.describe('Id from search or list_documents') }),
  output: z.object({
    doc_id: z.string().describe('Id of the document'),
    source: z.string().describe('Absolute path, URL or label'),
    title: z.string().describe('Title'),
    library: z.string().describe('Library that holds it'),
    content: z.string().describe('The document’s Markdown; char_span of a passage points into it'),
    chunk_count: z.int().describe('Number of its passages'),
    pages: z
      .array(
        z.object({
          page: z.int().describe('Physical page, from 1'),
          label: z.string().nullable().describe('Printed page number'),
          start: z.int().describe('Where it starts in content'),
          end: z.int().describe('Where it ends in content'),
          ocr: z.boolean().describe('Whether its text was recognised in an image'),
        }),
      )
      .describe('Pages in order; empty if the format has none'),
    page_label_source: pageLabelSource,
    corrected,
    outline: z
      .array(
        z.object({
          level: z.int().describe('1 is the top level'),
          title: z.string().describe('Heading'),
          start: z.int().describe('Where the section starts in content'),
        }),
      )
      .describe('Headings in order'),
    warnings: z.array(z.string()).describe('Parts that could not be read'),
    metadata: metadataOut,
  }),
  async run({ engine }, { doc_id }) {
    const document = await engine.catalog.readDocument(doc_id)
    return {
      doc_id: document.id,
      source: document.source,
      title: document.title,
      library: document.collection,
      content: document.markdown,
      chunk_count: document.chunkCount,
      pages: document.pages.map(({ number, label, start, end, ocr }) => ({
        page: number,
        label,
        start,
        end,
        ocr,
      })),
      page_label_source: document.pageLabelSource,
      corrected: correctedParts(document),
      outline: document.outline,
      warnings: document.warnings,
      metadata: shownMetadata(document.metadata),
    }
  },
})
