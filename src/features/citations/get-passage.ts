import { z } from 'zod'
import { spanAddress } from '../../core/addresses/links.ts'
import type { Passage, PassageRequest } from '../../core/catalog/read-passage.ts'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { optional } from '../../core/contract/json-schema.ts'
import { pageLabelSource } from '../../core/contract/page-label-field.ts'
import { Failure } from '../../core/model/failure.ts'
import { labelSourceOf } from '../../core/model/page-label.ts'
import { pageLabelsOf, pageSpanOf } from './document-facts.ts'
import { answerSchema } from './fields.ts'
import { addressedScope, collectionsOf, scopeFields } from './scope.ts'
import { defineTool, type Services } from './services.ts'

export const getPassage = defineTool({
  name: 'get_passage',
  title: 'Read around a hit',
  description:
    'Return more of the text around a hit: the chunks before and after, its section, or its pages, when it is cut off or its context matters.',
  asks: [
    'read on after a hit',
    'what comes before and after a passage',
    'more of the surrounding text',
    'the whole section or page of a hit',
    'the passage is cut off',
  ],
  access: 'read',
  view: 'reader',
  quotesSources: true,
  pages: {
    // The places first: who asks for them needs them with the beginning of the text.
    of: ['rects', 'text'],
    linkAnswer: ({ doc_id, char_span }, input) =>
      spanAddress(addressedScope(input), String(doc_id), char_span),
  },
  timeoutMs: 5_000,
  failures: ['INVALID_PROJECT', 'VALIDATION_ERROR'],
  positionals: ['chunk_id'],
  tags: ['citations', 'read'],
  version: '1.2.0',
  input: z.object({
    ...scopeFields,
    chunk_id: z.string().trim().min(1, 'chunk_id must not be empty').describe('Id of the hit'),
    scope: z
      .enum(['neighbours', 'section', 'pages'])
      .default('neighbours')
      .describe('Chunks before and after, the whole section, or its pages'),
    before: z.int().min(0).max(50).default(1).describe('With neighbours: chunks before'),
    after: z.int().min(0).max(50).default(1).describe('With neighbours: chunks after'),
    max_tokens: z.int().min(1).max(100_000).default(2000).describe('Limit, counted around the hit'),
    rects: z.boolean().default(false).describe('Return where the text is on its pages'),
    rects_of: optional(z.array(z.int().min(0).max(1_000_000_000)).length(2)).describe(
      'Return where this char_span is instead',
    ),
  }),
  output: answerSchema({
    doc_id: z.string().describe('Id of the document'),
    title: z.string().describe('Title of the document'),
    text: z.string().describe('The passage, verbatim'),
    page_span: z.array(z.int()).length(2).nullable().describe('First and last physical page, from 1'),
    page_labels: z.array(z.string()).length(2).nullable().describe('Printed labels of those pages'),
    page_label_source: pageLabelSource,
    section_path: z.array(z.string()).describe('Headings above the hit, outermost first'),
    char_span: z.array(z.int()).length(2).describe('Start and end in the text of the document'),
    rects: z
      .array(
        z.object({
          page: z.int().describe('Physical page'),
          x0: z.number().describe('Left'),
          y0: z.number().describe('Top'),
          x1: z.number().describe('Right'),
          y1: z.number().describe('Bottom'),
        }),
      )
      .optional()
      .describe('With rects: its places, in points from the top left; empty if unknown'),
    truncated: z.boolean().describe('Whether text was omitted because of max_tokens'),
    tokens: z.int().describe('Number of tokens, by the embedding model'),
    previous_chunk_id: z.string().nullable().describe('Id of the chunk before the text'),
    next_chunk_id: z.string().nullable().describe('Id of the chunk after the text'),
  }),
  async run(context, input) {
    const passage = await readFrom(context, await collectionsOf(context, input), {
      chunkId: input.chunk_id,
      scope: input.scope,
      before: input.before,
      after: input.after,
      maxTokens: input.max_tokens,
      marked: toMarked(input),
    })
    return {
      doc_id: passage.documentId,
      title: passage.title,
      text: passage.text,
      page_span: pageSpanOf(passage),
      page_labels: pageLabelsOf(passage),
      page_label_source: labelSourceOf(passage.pages, passage.pageLabelSource),
      section_path: passage.sectionPath,
      char_span: [passage.charSpan.start, passage.charSpan.end],
      ...(passage.rects === null ? {} : { rects: passage.rects }),
      truncated: passage.truncated,
      tokens: passage.tokens,
      previous_chunk_id: passage.previousChunkId,
      next_chunk_id: passage.nextChunkId,
    }
  },
})

/** What to locate on the pages: a span, the passage, or nothing. */
function toMarked(input: {
  rects: boolean
  rects_of?: readonly number[] | undefined
}): PassageRequest['marked'] {
  if (input.rects_of === undefined) return input.rects ? 'passage' : null
  const [start = 0, end = 0] = input.rects_of
  if (start < end) return { start, end }
  throw new Failure('invalid', 'VALIDATION_ERROR', `rects_of [${start}, ${end}] is empty.`, {
    hint: 'Pass the char_span of a hit or match: start, then end.',
    details: { field: 'rects_of' },
  })
}

async function readFrom(
  { engine }: ToolContext<Services>,
  collections: readonly string[],
  request: Omit<Parameters<Services['engine']['readPassage']>[0], 'collection'>,
): Promise<Passage> {
  for (const collection of collections)
    if ((await engine.catalog.findChunk(collection, request.chunkId)) !== null)
      return engine.readPassage({ ...request, collection })
  throw new Failure('not_found', 'VALIDATION_ERROR', `Chunk "${request.chunkId}" was not found.`, {
    hint: 'Ids change when a document is replaced; search again for the current id.',
    details: { field: 'chunk_id' },
  })
}
