import { z } from 'zod'
import { type JsonSchemaNode, optional } from '../../core/contract/json-schema.ts'

/** Inputs and outputs that several tools of these contracts share, described once. */

export const project = z
  .string()
  .trim()
  .min(1, 'project must not be empty')
  .describe('Project id, such as "citeloom/clean-arch"; list_projects names them')

export const question = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(10_000, 'must be at most 10,000 characters')

const topK = optional(
  z.int('top_k must be a whole number').min(1, 'top_k must be at least 1').max(10_000),
).describe("Most items to return: 6 unless the project says otherwise, at most the project's max_top_k")

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
    description:
      'Conditions that all must hold: every one of the tags; type is "annotation", "book" …; a project named here is ignored',
  })

const includeFullText = z
  .boolean()
  .default(false)
  .describe('Also return each passage untrimmed, as full_text')

const sort = z
  .enum(['relevance', 'newest'])
  .default('relevance')
  .describe('newest: the most recent of what is relevant')

/** What every question may say beside its words. */
export const askingFields = { top_k: topK, filters, include_full_text: includeFullText, sort }

export const warnings = z.array(z.string()).describe('What could not be done as asked')

/** An answer of these contracts: every one carries the id it is logged under. */
export function answer<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({
    ...shape,
    correlation_id: z.string().optional().describe('Id of this call in logs and audit'),
  })
}

/** The ranking by words, under a name that says what it is. */
export const sparseModel = 'quire/bm25'
