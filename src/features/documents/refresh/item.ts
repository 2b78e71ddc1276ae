import type { LevelItem } from '../../../core/ingest/level/level-request.ts'
import { type Failure, sayFailure } from '../../../core/model/failure.ts'

export function itemOf(
  name: string,
  outcome: LevelItem['outcome'],
  more: Partial<LevelItem> = {},
): LevelItem {
  return { name, outcome, from: null, documentId: null, chunks: 0, message: null, ...more }
}

export function failedItem(name: string, failure: Failure): LevelItem {
  return itemOf(name, 'failed', { message: sayFailure(failure) })
}
