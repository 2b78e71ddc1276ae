import { z } from 'zod'
import { linkTo } from '../../core/addresses/links.ts'
import { shownMetadata } from '../../core/model/document.ts'
import type { Hit } from '../../core/model/hit.ts'
import type { JsonObject } from '../../core/model/json.ts'
import { sourceIdOf } from './source-id.ts'

/** A hit as this contract words it; what makes it citable is in its metadata. */
export const result = z.object({
  chunk_id: z.string().describe('Id of the passage'),
  document_id: z.string().describe('Id of the document'),
  content: z.string().describe('The passage, verbatim'),
  similarity: z
    .number()
    .describe('Relative to the best hit of this answer, 0 to 1; says nothing across questions'),
  metadata: z
    .record(z.string(), z.unknown())
    .describe('Metadata of the document, and where in it the passage stands'),
  document_title: z.string().describe('Title of the document'),
  document_source: z.string().describe('Path, URL or label of the document'),
})

export function toResult(hit: Hit, more: JsonObject): z.infer<typeof result> {
  const { chunk, document, text, score } = hit
  return {
    chunk_id: chunk.id,
    document_id: document.id,
    content: text,
    similarity: score,
    metadata: { ...shownMetadata(document.metadata), ...placeOf(hit), ...more },
    document_title: document.title,
    document_source: document.source,
  }
}

/** Where a passage stands, for whoever wants to cite it. */
export function placeOf({ chunk, document }: Hit): JsonObject {
  const { pages } = chunk
  return {
    source_id: sourceIdOf(document.source),
    library: document.collection,
    file_type: document.fileType,
    chunk_index: chunk.ordinal,
    total_chunks: document.chunkCount,
    token_count: chunk.tokens,
    section_path: chunk.sectionPath,
    page: pages?.first ?? null,
    page_end: pages?.last ?? null,
    page_label: pages?.firstLabel ?? null,
    char_span: [chunk.start, chunk.end],
    link: linkTo(document, pages),
  }
}
