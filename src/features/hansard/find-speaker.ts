import { collectionName } from './fields.ts'
import type { Services } from './services.ts'
import { fold } from './speech-record.ts'

export type FoundSpeaker =
  | { key: string; warning: string | null }
  /** Nobody, or several people, answer to the name. */
  | { key: null; warning: string }

const mostCandidates = 10

/** A full name fits as it is; a part of one only when it fits exactly one person. */
export async function findSpeaker(
  asked: string,
  { engine }: Pick<Services, 'engine'>,
): Promise<FoundSpeaker> {
  const key = fold(asked)
  // Most callers give the full name, and looking for one is quicker than summing up all.
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
        ? `Nobody called "${asked}" has spoken here; list_speakers names those who have.`
        : `"${asked}" may be ${names.join(', ')}${more}; give the full name.`,
  }
}
