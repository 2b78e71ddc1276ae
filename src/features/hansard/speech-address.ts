import { writeAddress } from '../../core/addresses/address.ts'
import { placeAddress, rangeOf } from '../../core/addresses/links.ts'
import { collectionName } from './fields.ts'

type Part = Record<string, unknown>

/** The address of a speech, as much as was said of it. */
export function speechAddress({ speech_id }: Part): string {
  return placeAddress({ kind: 'speech', library: collectionName, id: String(speech_id), chunk: null })
}

/** The address of a passage of a speech, by its position. */
export function speechPassageAddress({ speech_id, chunk_index }: Part): string {
  const id = String(speech_id)
  return placeAddress({ kind: 'speech', library: collectionName, id, chunk: Number(chunk_index) })
}

/** The address of some words of a speech. */
export function speechSpanAddress({ speech_id, char_span }: Part): string {
  const place = { kind: 'speech', library: collectionName, id: String(speech_id), chunk: null } as const
  return writeAddress({ place, chars: rangeOf(char_span) })
}
