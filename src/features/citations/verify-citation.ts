import { z } from 'zod'
import { spanAddress } from '../../core/addresses/links.ts'
import { optional } from '../../core/contract/json-schema.ts'
import { pageLabelSource } from '../../core/contract/page-label-field.ts'
import type { Condition } from '../../core/model/filter.ts'
import { labelSourceOf } from '../../core/model/page-label.ts'
import { pageLabelsOf, pageSpanOf } from './document-facts.ts'
import { answerSchema, warnings } from './fields.ts'
import { addressedScope, collectionsOf, documentIs, scopeFields } from './scope.ts'
import { defineTool } from './services.ts'
import type { QuoteMatch } from './verify/inspect-document.ts'

const text = z.string()
const span = z.array(z.int()).length(2)

const match = z.object({
  doc_id: text.describe('Id of the document'),
  citekey: text.nullable().describe('Key of its reference'),
  title: text.describe('Title of the document'),
  page_span: span.nullable().describe('First and last physical page, from 1'),
  page_labels: z.array(text).length(2).nullable().describe('Printed labels of those pages'),
  page_label_source: pageLabelSource,
  on_stated_page: z.boolean().nullable().describe('Whether it is on the stated page'),
  stated_page_by: z
    .enum(['label', 'pdf', 'none'])
    .nullable()
    .describe('How the page matches: by printed label, by PDF page number, or not'),
  section_path: z.array(text).describe('Headings above it, outermost first'),
  char_span: span.describe('Start and end in the text of the document, in UTF-16 code units'),
  text: text.describe('The passage in the document, verbatim'),
  similarity: z.number().describe('0 to 1; 1 when exact'),
  differences: z
    .array(
      z.object({
        kind: z.enum(['missing', 'added', 'changed', 'moved']),
        quoted: text,
        found: text,
        char_span: span,
      }),
    )
    .describe('Differences between the quote and the document'),
  omissions: z
    .array(z.object({ mark: text, found: text }))
    .describe('Text of the document at each omission mark of the quote'),
  ocr: z.boolean().describe('Whether the passage was read by OCR, so that letters may be wrong'),
  note: text.nullable().describe('Remark about this match'),
})

export const verifyCitation = defineTool({
  name: 'verify_citation',
  title: 'Verify a citation',
  description:
    'Check whether a quote is really in the documents: exact, close (with every difference) or not_found, with page, section and the passage as printed. page_check: whether a stated page is right. Call it before you use a quotation.',
  asks: [
    'is this quote correct',
    'check a quotation word for word against its source',
    'did the author really write this',
    'which page is this quote from',
    'does this sentence occur in the book',
  ],
  access: 'read',
  view: 'verdict',
  quotesSources: true,
  pages: {
    of: ['matches'],
    by: ['doc_id', 'char_span'],
    texts: ['text'],
    linkItem: ({ doc_id, char_span }, input) => spanAddress(addressedScope(input), String(doc_id), char_span),
  },
  timeoutMs: 15_000,
  failures: ['INVALID_PROJECT', 'VALIDATION_ERROR'],
  positionals: ['quote'],
  tags: ['citations', 'verify'],
  version: '1.2.0',
  shell: {
    aliases: [
      {
        words: ['verify'],
        group: 'Projects',
        summary: 'Check whether a quotation is really in the documents, and where',
        examples: [
          {
            line: 'quire verify "the map is not the territory" --project thesis --page 58',
            says: 'On that page?',
          },
        ],
      },
    ],
    render: async () => (await import('./render.ts')).renderVerdict,
  },
  input: z.object({
    ...scopeFields,
    quote: z.string().min(1, 'quote must not be empty').describe('The quotation, as it will be printed'),
    citekey: optional(z.string().min(1)).describe('Only documents of this reference'),
    doc_id: optional(z.string().min(1)).describe('Only this document'),
    page: optional(z.union([z.int().min(0).max(1_000_000), z.string().min(1)])).describe(
      'Stated page: printed, else PDF page number; or a range such as "12-13"',
    ),
  }),
  output: answerSchema({
    verdict: z
      .enum(['exact', 'close', 'not_found'])
      .describe('exact: the same words in the same order, apart from typesetting'),
    matches: z.array(match).describe('All places of the quote, best first'),
    page_check: z
      .object({
        stated: text.describe('The stated page'),
        matched: z
          .enum(['label', 'pdf', 'none', 'unknown'])
          .describe(
            'label: printed page; pdf: only the PDF page number; none: wrong page; unknown: no pages to compare',
          ),
        message: text.describe('The actual page, as a sentence'),
      })
      .nullable()
      .optional()
      .describe('Whether the stated page is right; null when no page was stated'),
    checked: z
      .object({ documents: z.int(), chunks: z.int() })
      .describe('What was compared with the quote: read, or ruled out by the words it contains'),
    warnings,
  }),
  async run(context, input) {
    const collections = await collectionsOf(context, input)
    const filter: Condition[] = []
    if (input.citekey !== undefined)
      filter.push({ field: 'metadata.citekey', op: 'equals', value: input.citekey })
    if (input.doc_id !== undefined) filter.push(await documentIs(input.doc_id, collections, context))
    const verdict = await context.verify(
      { collections, quote: input.quote, filter, page: input.page ?? null },
      context.signal,
    )
    const { pageCheck, ...rest } = verdict
    return { ...rest, matches: verdict.matches.map(toMatch), page_check: pageCheck }
  },
})

function toMatch(found: QuoteMatch): z.infer<typeof match> {
  const { citekey } = found.metadata
  return {
    doc_id: found.documentId,
    citekey: typeof citekey === 'string' ? citekey : null,
    title: found.title,
    page_span: pageSpanOf(found),
    page_labels: pageLabelsOf(found),
    page_label_source: labelSourceOf(found.pages, found.pageLabelSource),
    on_stated_page: found.statedPage === null ? null : found.statedPage !== 'none',
    stated_page_by: found.statedPage,
    section_path: found.sectionPath,
    char_span: [found.charSpan.start, found.charSpan.end],
    text: found.text,
    similarity: found.similarity,
    differences: found.differences.map(({ charSpan, ...difference }) => ({
      ...difference,
      char_span: [charSpan.start, charSpan.end],
    })),
    omissions: found.omissions,
    ocr: found.isOcr,
    note: found.note,
  }
}
