import { type Draft, isCitable } from '../../../core/references/finish-reference.ts'
import { type Item, isRecord, type Loose, textOf } from '../../../core/text/json-values.ts'
import type { RefusedEntry } from './reference-reader-port.ts'

/** Maps what can be used; the rest is refused one by one. */
export function readItems(
  items: readonly Item[],
  toDraft: (item: Loose) => Draft,
): { drafts: Draft[]; refused: RefusedEntry[] } {
  const drafts: Draft[] = []
  const refused: RefusedEntry[] = []
  for (const { line, value, problem } of items) {
    const draft = problem === null && isRecord(value) ? toDraft(value) : null
    if (draft !== null && isCitable(draft)) drafts.push(draft)
    else {
      const entry = isRecord(value) ? (textOf(value.id) ?? textOf(value.title)) : null
      const reason =
        problem ??
        (isRecord(value) ? 'it has no key and says nothing to cite' : 'it is not a record of fields')
      refused.push({ line, entry, reason })
    }
  }
  return { drafts, refused }
}
