import { z } from 'zod'
import { linkTo } from '../../core/addresses/links.ts'
import { shownMetadata } from '../../core/model/document.ts'
import type { Hit } from '../../core/model/hit.ts'
import { metadataOut } from './fields.ts'

/** A hit as this contract words it, with what makes it citable. */
export const passage = z.object({
  doc_id: z.string().describe('Id of the document, for get_document'),
  source: z.string().describe('Absolute path, URL or label of the document'),
  title: z.string().describe('Title of the document'),
  library: z.string().describe('Library it is in'),
  file_type: z.string().describe('Format of the source, such as pdf or html'),
  last_modified: z.string().describe('When the source was last modified (ISO 8601); empty when unknown'),
  page: z.int().describe('Physical page the passage begins on, from 1; 0 when there are no pages'),
  page_end: z.int().describe('Physical page it ends on'),
  page_label: z.string().nullable().describe('Printed page number or range, such as "iv" or "12–13"'),
  section_path: z.array(z.string()).describe('Headings above the passage, outermost first'),
  content: z.string().describe('The passage, verbatim'),
  chunk_id: z.string().describe('Id of the passage'),
  chunk_index: z.int().describe('Position of the passage in its document, from 0'),
  char_span: z
    .array(z.int())
    .length(2)
    .describe('Start and end of the passage in the Markdown of get_document, in UTF-16 code units'),
  score: z
    .number()
    .describe('Relative to the best hit of this answer, 0 to 1; says nothing across questions'),
  link: z.string().describe('Opens the source, at its page where it has pages'),
  metadata: metadataOut,
})

export function toPassage({ chunk, document, text, score }: Hit): z.infer<typeof passage> {
  return {
    doc_id: document.id,
    source: document.source,
    title: document.title,
    library: document.collection,
    file_type: document.fileType,
    last_modified: document.lastModified ?? '',
    page: chunk.pages?.first ?? 0,
    page_end: chunk.pages?.last ?? 0,
    page_label: labelOf(chunk.pages),
    section_path: chunk.sectionPath,
    content: text,
    chunk_id: chunk.id,
    chunk_index: chunk.ordinal,
    char_span: [chunk.start, chunk.end],
    score,
    link: linkTo(document, chunk.pages),
    metadata: shownMetadata(document.metadata),
  }
}

function labelOf(pages: Hit['chunk']['pages']): string | null {
  if (pages === null || pages.firstLabel === null) return null
  const isOne = pages.first === pages.last || pages.lastLabel === null
  return isOne ? pages.firstLabel : `${pages.firstLabel}–${pages.lastLabel}`
}
