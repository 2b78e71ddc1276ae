import { z } from 'zod'
import { writeAddress } from '../../core/addresses/address.ts'
import { placeAddress, rangeOf } from '../../core/addresses/links.ts'
import type { ChunkPolicy } from '../../core/model/collection.ts'

/** The collection that speeches are stored in. */
export const collectionName = 'hansard'

/** The contract promises 800 characters, 150 of them repeated, and nothing added to the words spoken. */
export const speechesPolicy: ChunkPolicy = {
  unit: 'characters',
  maxTokens: 800,
  overlapTokens: 150,
  minTokens: 200,
  headingContext: 1,
}

export const chambers = ['House of Representatives', 'Senate'] as const
export const chamber = z.enum(chambers, 'chamber must be "House of Representatives" or "Senate"')

const states = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT'] as const
export const state = z.enum(states, `state must be one of ${states.join(', ')}`)

/** A day that exists. `z.iso.date()` would write a long pattern into every schema. */
export const date = z.string().meta({ format: 'date' }).refine(isDay, 'must be a date such as 2024-06-12')

export const speechId = z
  .string()
  .regex(
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    'speech_id must be a UUID in lower case',
  )

/** Output fields that describe a speech. */
export const speechFacts = {
  speaker: z.string().describe('Who spoke'),
  party: z.string().describe('Party at that date; "Unknown" when the record does not say'),
  chamber: z.string().describe('House of Representatives or Senate'),
  electorate: z.string().nullable().describe('Division of a member of the House; null in the Senate'),
  state: z.string().describe('State or territory; "Unknown" when the record does not say'),
  date: z.string().describe('Day of the sitting'),
  title: z.string().describe('What the speech is about, as the record heads it'),
  hansard_reference: z.string().describe('How to cite it'),
  topic_tags: z.array(z.string()).describe('Topics, lower case'),
  source_url: z.string().nullable().describe('Where the record is published'),
}

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const parsed = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value)
}

type Part = Record<string, unknown>

/** The address of a whole speech. */
export function speechAddress({ speech_id }: Part): string {
  return placeAddress(placeOf(speech_id))
}

/** The address of a passage of a speech, by its index. */
export function speechPassageAddress({ speech_id, chunk_index }: Part): string {
  return placeAddress({ ...placeOf(speech_id), chunk: Number(chunk_index) })
}

/** The address of a character range of a speech. */
export function speechSpanAddress({ speech_id, char_span }: Part): string {
  return writeAddress({ place: placeOf(speech_id), chars: rangeOf(char_span) })
}

function placeOf(id: unknown) {
  return { kind: 'item', folder: 'speeches', library: collectionName, id: String(id), chunk: null } as const
}
