import { z } from 'zod'

/** Inputs and outputs that several tools share. */

export const query = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(10_000, 'must be at most 10,000 characters')
  .describe('A question, phrase or keywords')

export const matchCount = z
  .int('must be a whole number')
  .min(1, 'must be between 1 and 50')
  .max(50, 'must be between 1 and 50')
  .default(5)
  .describe('How many results to return, 1 to 50')

export const sort = z
  .enum(['relevance', 'newest'])
  .default('relevance')
  .describe('newest: the most recent of what is relevant')

export const minScore = z
  .number('must be a number')
  .min(0, 'must be between 0 and 1')
  .max(1, 'must be between 0 and 1')
  .nullable()
  .default(null)
  .describe('Lowest score of a result')

export const sourceId = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .nullable()
  .default(null)
  .describe('Only this source, as get_available_sources names it; null means all')

/** The score of a passage, whatever the contract calls it. */
export const relevance = z
  .number()
  .describe('Probability that it is relevant, 0 to 1; comparable between questions and libraries')

export const nothingFits = z
  .boolean()
  .describe('True when nothing seems to fit the question: these are only the nearest results')

export const warnings = z.array(z.string()).describe('What could not be done as asked')
