import { z } from 'zod'
import { Failure } from '../../core/model/failure.ts'
import type { Condition } from '../../core/model/filter.ts'
import type { Services } from './services.ts'
import { chamber, collectionName, date } from './speech-fields.ts'
import { cleanTags, fold } from './speech-record.ts'

/** Input fields that select sittings. */
export const sittingInput = {
  chamber: chamber.nullable().default(null).describe('Only this chamber'),
  date_from: date.nullable().default(null).describe('First day, inclusive'),
  date_to: date.nullable().default(null).describe('Last day, inclusive'),
}

/** Input fields that select speeches. */
export const speechInput = {
  speaker: z.string().min(1).max(200).nullable().default(null).describe('Full name, in any case'),
  party: z.string().min(1).max(100).nullable().default(null).describe('Party, such as "Labor", in any case'),
  ...sittingInput,
  topic_tags: z
    .array(z.string())
    .max(10, 'topic_tags must be at most 10')
    .nullable()
    .default(null)
    .describe('Only speeches with one of these topics'),
}

export type SittingChoice = z.output<z.ZodObject<typeof sittingInput>>

export type SpeechChoice = z.output<z.ZodObject<typeof speechInput>>

/** `filter` is null when the speaker's name matches nobody or several people; `warnings` has the reason. */
export async function speechFilter(
  choice: SpeechChoice,
  services: Pick<Services, 'engine'>,
): Promise<{ filter: Condition[] | null; warnings: string[] }> {
  const filter = sittingFilter(choice)
  const tags = cleanTags(choice.topic_tags ?? [])
  if (choice.party !== null)
    filter.push({ field: 'metadata.party_key', op: 'equals', value: fold(choice.party) })
  if (tags.length > 0) filter.push({ field: 'metadata.topic_tags', op: 'contains_any', values: tags })
  if (choice.speaker === null) return { filter, warnings: [] }
  const { key, warning } = await findSpeaker(choice.speaker, services)
  const warnings = warning === null ? [] : [warning]
  return key === null ? { filter: null, warnings } : { filter: [...filter, speakerCondition(key)], warnings }
}

export function sittingFilter({ chamber: house, date_from: from, date_to: to }: SittingChoice): Condition[] {
  if (from !== null && to !== null && from > to)
    throw new Failure('invalid', 'INVALID_INPUT', `date_from (${from}) is after date_to (${to}).`)
  return [
    ...(house === null ? [] : [{ field: 'metadata.chamber', op: 'equals' as const, value: house }]),
    ...(from === null && to === null ? [] : [{ field: 'metadata.date', op: 'between' as const, from, to }]),
  ]
}

export function speakerCondition(key: string): Condition {
  return { field: 'metadata.speaker_key', op: 'equals', value: key }
}

type FoundSpeaker =
  | { key: string; warning: string | null }
  /** The name matches nobody, or several people. */
  | { key: null; warning: string }

const mostCandidates = 10

/** Matches a full name, or a part of a name when it fits exactly one person. */
export async function findSpeaker(
  asked: string,
  { engine }: Pick<Services, 'engine'>,
): Promise<FoundSpeaker> {
  const key = fold(asked)
  // Most callers pass the full name, and one lookup is faster than grouping all speakers.
  const sameName = [{ field: 'metadata.speaker_key', op: 'equals' as const, value: key }]
  const [spoken] = await engine.catalog.findDocuments(collectionName, sameName, 1)
  if (spoken !== undefined) return { key, warning: null }
  const speakers = await engine.catalog.groupDocuments(collectionName, {
    by: 'speaker',
    filter: [],
    sum: 'word_count',
    range: 'date',
    top: 'topic_tags',
    latest: [],
  })
  const words = key.split(' ')
  const fitting = speakers.filter(({ value }) => {
    const name = fold(value).split(/[\s-]+/)
    return words.every(word => name.includes(word))
  })
  const [only] = fitting
  if (only !== undefined && fitting.length === 1)
    return { key: fold(only.value), warning: `"${asked}" was taken to be ${only.value}.` }
  const names = fitting.slice(0, mostCandidates).map(({ value }) => value)
  const more = fitting.length > names.length ? ` and ${fitting.length - names.length} more` : ''
  return {
    key: null,
    warning:
      fitting.length === 0
        ? `Nobody called "${asked}" is in the record; use list_speakers to find the name.`
        : `"${asked}" may be ${names.join(', ')}${more}; give the full name.`,
  }
}
