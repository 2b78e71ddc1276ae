import { z } from 'zod'
import { pageLabelSource } from '../../core/contract/page-label-field.ts'
import { relevance } from '../../core/contract/question-fields.ts'
import type { Hit } from '../../core/model/hit.ts'
import { labelSourceOf } from '../../core/model/page-label.ts'
import { citeSpan } from './cite/citation-parts.ts'
import { citedPagesOf, documentFacts, pageLabelsOf, pageSpanOf, sectionOf } from './document-facts.ts'

const pair = <T extends z.ZodType>(of: T) => z.array(of).length(2).nullable()

/** A hit in the fields of both contracts, with everything needed to cite it. */
export const itemSchema = z.object({
  render_text: z.string().describe("The passage, shortened to the project's maximum length"),
  full_text: z.string().nullable().describe('The whole passage, if include_full_text is set'),
  score: relevance,
  citation: z
    .string()
    .describe(
      'Ready to paste: (citekey, pp. x–y), with printed pages if known, otherwise (citekey, PDF p. x)',
    ),
  citekey: z.string().nullable().describe('Key of the reference; null when unknown'),
  citekey_generated: z.boolean().describe('True when the key was generated because no reference has one'),
  section: z
    .string()
    .nullable()
    .describe('Heading directly above the passage, or the section passed to store_chunks'),
  section_path: z.array(z.string()).describe('Headings above the passage, outermost first'),
  page_span: pair(z.int()).describe('First and last physical page, from 1; null without pages'),
  page_labels: pair(z.string()).describe('Printed labels of those pages'),
  page_label_source: pageLabelSource,
  doi: z.string().nullable().describe('DOI of the reference'),
  url: z.string().nullable().describe('Address of the reference'),
  title: z.string().describe('Title of the document'),
  authors: z.array(z.string()).describe('Authors of the reference'),
  year: z.int().nullable().describe('Year of publication'),
  tags: z.array(z.string()).describe('Tags of the reference'),
  collections: z.array(z.string()).describe('Collections of the reference manager that contain it'),
  language: z.string().describe('Language of the reference, or of its text'),
  type: z.string().describe('"annotation", or the type of the reference: book, article-journal …'),
  doc_id: z.string().describe('Id of the document'),
  chunk_id: z.string().describe('Id of the passage, for get_passage'),
  id: z.string().describe('Id passed to store_chunks; otherwise the same as chunk_id'),
  source_path: z.string().describe('Where the document came from'),
  char_span: z
    .array(z.int())
    .length(2)
    .describe('Start and end of the passage in the text of the document, in UTF-16 code units'),
  annotation: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Quote, comment, colour and page of an annotation'),
})

export function toItem(
  { chunk, document, text, relevance: score }: Hit,
  shown: { maxChars: number; includeFullText: boolean },
): z.infer<typeof itemSchema> {
  const facts = documentFacts(document)
  return {
    render_text: trimText(text, shown.maxChars),
    full_text: shown.includeFullText ? text : null,
    score,
    citation: citeSpan({ citekey: facts.citekey ?? facts.title, pages: citedPagesOf(chunk, document) }),
    citekey: facts.citekey,
    citekey_generated: facts.isCitekeyGenerated,
    section: sectionOf(facts, chunk),
    section_path: chunk.sectionPath,
    page_span: pageSpanOf(chunk),
    page_labels: pageLabelsOf(chunk),
    page_label_source: labelSourceOf(chunk.pages, document.pageLabelSource),
    doi: facts.doi,
    url: facts.url,
    title: facts.title,
    authors: facts.authors,
    year: facts.year,
    tags: facts.tags,
    collections: facts.collections,
    language: facts.language,
    type: facts.type,
    doc_id: facts.docId,
    chunk_id: chunk.id,
    id: facts.storedId ?? chunk.id,
    source_path: facts.sourcePath,
    char_span: [chunk.start, chunk.end],
    annotation: facts.annotation,
  }
}

/** Shortens text to at most `maxChars` characters, at a space if possible, and ends it with "...". */
export function trimText(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const room = Math.max(1, maxChars - 3)
  const head = text.slice(0, room)
  // Do not cut a surrogate pair in half.
  const whole = /[\ud800-\udbff]$/.test(head) ? head.slice(0, -1) : head
  const isBetweenWords = /\s/.test(text[whole.length] ?? ' ')
  const lastSpace = whole.search(/\s\S*$/)
  const kept = isBetweenWords || lastSpace <= 0 ? whole : whole.slice(0, lastSpace)
  return `${kept.trimEnd()}...`
}
