import { z } from 'zod'

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

const topK = z
  .int('top_k must be a whole number')
  .min(1, 'top_k must be at least 1')
  .optional()
  .describe("Most items to return: 6 unless the project says otherwise, at most the project's max_top_k")

const filters = z
  .record(z.string(), z.unknown())
  .nullable()
  .default(null)
  .describe(
    'Conditions that all must hold: tags (one or a list; every tag), year, citekey, doc_id, section_prefix, type ("annotation", "book" …), language, zotero_item_key, zotero_attachment_key',
  )

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
