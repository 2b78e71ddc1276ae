import { z } from 'zod'
import type { LoadedChunk } from '../../core/ports/store.ts'
import { factsOf, pageSpanOf, sectionOf } from './facts.ts'
import { trimText } from './trim-text.ts'

/** Which version of these payload fields a chunk is described with. */
const payloadVersion = '1'

const text = z.string()

/** A stored chunk in the fields of both contracts: flat as the second, nested as the first. */
export const payload = z.object({
  id: text.describe('Id given to store_chunks, or the id of the chunk'),
  project_id: text.describe('Project it belongs to'),
  doc_id: text.describe('Id of its document'),
  section_path: z.array(text).describe('Headings above it, outermost first'),
  page_start: z.int().nullable().describe('First physical page, from 1'),
  page_end: z.int().nullable().describe('Last physical page'),
  citekey: text.nullable().describe('Key of its reference'),
  doi: text.nullable().describe('DOI of its reference'),
  year: z.int().nullable().describe('Year of publication'),
  authors: z.array(text).describe('Authors of its reference'),
  title: text.describe('Title of its document'),
  tags: z.array(text).describe('Tags of its reference'),
  source_path: text.describe('Where its document came from'),
  chunk_text: text.describe('Its text, trimmed as in an answer'),
  heading_chain: text.describe('section_path joined with " > "'),
  embed_model: text.describe('Model its vector was made with'),
  version: text.describe('Version of these fields'),
  project: text.describe('The same as project_id'),
  source: z.object({ path: text, title: text }).describe('Where its document came from'),
  zotero: z
    .object({
      citekey: text.nullable(),
      tags: z.array(text),
      item_key: text.nullable(),
      attachment_key: text.nullable(),
      annotation: z.record(z.string(), z.unknown()).nullable(),
    })
    .describe('What the reference manager knows of it'),
  doc: z
    .object({ page_span: z.array(z.int()).nullable(), section: text.nullable(), section_path: z.array(text) })
    .describe('Where in its document it stands'),
  fulltext: text.describe('The same as chunk_text'),
})

export const payloadKeys: readonly string[] = Object.keys(payload.shape).filter(key => key !== 'id')

/** Fields that filters find through an index, by the names of both contracts. */
export const indexes = {
  keyword: [
    'project_id',
    'doc_id',
    'citekey',
    'year',
    'tags',
    'type',
    'zotero_item_key',
    'zotero_attachment_key',
    'project',
    'zotero.tags',
  ],
  fulltext: ['chunk_text', 'fulltext'],
} as const

export function toPayload(
  { chunk, document, text }: LoadedChunk,
  of: { project: string; model: string; maxChars: number },
): z.infer<typeof payload> {
  const facts = factsOf(document)
  const shown = trimText(text, of.maxChars)
  return {
    id: facts.storedId ?? chunk.id,
    project_id: of.project,
    doc_id: facts.docId,
    section_path: chunk.sectionPath,
    page_start: chunk.pages?.first ?? null,
    page_end: chunk.pages?.last ?? null,
    citekey: facts.citekey,
    doi: facts.doi,
    year: facts.year,
    authors: facts.authors,
    title: facts.title,
    tags: facts.tags,
    source_path: facts.sourcePath,
    chunk_text: shown,
    heading_chain: chunk.sectionPath.join(' > '),
    embed_model: of.model,
    version: payloadVersion,
    project: of.project,
    source: { path: facts.sourcePath, title: facts.title },
    zotero: {
      citekey: facts.citekey,
      tags: facts.tags,
      item_key: facts.itemKey,
      attachment_key: facts.attachmentKey,
      annotation: facts.annotation,
    },
    doc: {
      page_span: pageSpanOf(chunk),
      section: sectionOf(facts, chunk),
      section_path: chunk.sectionPath,
    },
    fulltext: shown,
  }
}
