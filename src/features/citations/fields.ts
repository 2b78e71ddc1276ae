import { z } from 'zod'
import { type JsonSchemaNode, optional } from '../../core/contract/json-schema.ts'
import { minScore } from '../../core/contract/question-fields.ts'

/** Inputs and outputs that several tools share. */

export const project = z.string().trim().min(1, 'project must not be empty').describe('Id from list_projects')

export const question = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(10_000, 'must be at most 10,000 characters')

const topK = optional(
  z.int('top_k must be a whole number').min(1, 'top_k must be at least 1').max(10_000),
).describe("Default: the project's, or 6; at most its max_top_k")

const text: JsonSchemaNode = { type: ['string', 'null'], minLength: 1 }
const texts: JsonSchemaNode = {
  anyOf: [text, { type: 'array', items: { type: 'string', minLength: 1 } }],
}

const filters = z
  .record(z.string(), z.unknown())
  .nullable()
  .default(null)
  .meta({
    shownAs: {
      type: ['object', 'null'],
      properties: {
        tags: texts,
        collections: texts,
        year: { type: ['integer', 'null'], minimum: -9999, maximum: 9999 },
        citekey: text,
        doc_id: text,
        doi: text,
        type: text,
        language: text,
        section_prefix: text,
        zotero_item_key: text,
        zotero_attachment_key: text,
      },
      additionalProperties: false,
    } satisfies JsonSchemaNode,
    description: 'All must match, and every tag; type: "annotation", "book" …',
  })

const includeFullText = z.boolean().default(false).describe('Adds full_text, the whole passage')

const sort = z
  .enum(['relevance', 'newest'])
  .default('relevance')
  .describe('newest: what is relevant, by date')

/** Optional inputs of every question. */
export const askingFields = {
  top_k: topK,
  filters,
  include_full_text: includeFullText,
  sort,
  min_score: minScore,
}

export const warnings = z.array(z.string()).describe('Parts of the request that could not be fulfilled')

/** The output schema of a tool: every result carries the correlation id. */
export function answerSchema<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({
    ...shape,
    correlation_id: z.string().optional().describe('Id of this call in logs and audit'),
  })
}

/** The name of the ranking by words. */
export const sparseModel = 'quire/bm25'
