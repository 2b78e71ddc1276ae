import type { JsonValue } from '../../core/model/json.ts'
import { fold } from './speech-record.ts'

/** A stretch of a text: characters [start, end). */
export type Stretch = { start: number; end: number }

/**
 * What the person whose speech it is said of a stretch of it. The record keeps interjections and answers inside a
 * speech, and so do its passages: they must not be quoted as that person's. Without turns the speech is all theirs.
 */
export function ownWords(passage: Stretch, metadata: Readonly<Record<string, JsonValue>>): Stretch[] {
  const { turns, speaker } = metadata
  if (!Array.isArray(turns) || typeof speaker !== 'string') return [passage]
  return turns
    .flatMap(turn => toStretch(turn, fold(speaker)) ?? [])
    .map(({ start, end }) => ({ start: Math.max(start, passage.start), end: Math.min(end, passage.end) }))
    .filter(({ start, end }) => start < end)
}

function toStretch(turn: JsonValue, speakerKey: string): Stretch | null {
  if (turn === null || typeof turn !== 'object' || Array.isArray(turn)) return null
  const { speaker, kind, spokenFrom, end } = turn
  const isOwn = typeof speaker === 'string' && fold(speaker) === speakerKey && kind !== 'procedural'
  return isOwn && typeof spokenFrom === 'number' && typeof end === 'number'
    ? { start: spokenFrom, end }
    : null
}
