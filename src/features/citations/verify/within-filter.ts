import type { PageSpan } from '../../../core/model/chunk.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Condition, Filter } from '../../../core/model/filter.ts'
import type { JsonValue } from '../../../core/model/json.ts'

/** Quotes are searched in whole documents, so conditions on chunks are not allowed. */
export function requireQuotable(filter: Filter): void {
  const chunkField = filter.find(({ field }) => field === 'chunk_id' || field === 'chunk_index')?.field
  if (chunkField === undefined) return
  throw new Failure('invalid', 'INVALID_FILTER', `A quote cannot be verified within "${chunkField}".`, {
    hint: 'Quotes are searched in whole documents; use doc_id, page or section.',
    details: { field: chunkField },
  })
}

/** The conditions that the store checks; `admitsPassage` checks the others. */
export function documentConditions(filter: Filter): Filter {
  return filter.filter(({ field }) => field !== 'page' && field !== 'section')
}

/** Checks the conditions on pages and headings against the passage that was found. */
export function admitsPassage(
  filter: Filter,
  pages: PageSpan | null,
  sectionPath: readonly string[],
): boolean {
  return filter.every(condition => {
    if (condition.field === 'page') return touchesPage(condition, pages)
    return condition.field !== 'section' || sectionPath.some(title => holdsForTitle(condition, title))
  })
}

function touchesPage(condition: Condition, pages: PageSpan | null): boolean {
  if (pages === null) return 'value' in condition && condition.value === 0
  if (condition.op === 'between')
    return (
      (condition.to === null || pages.first <= Number(condition.to)) &&
      (condition.from === null || pages.last >= Number(condition.from))
    )
  const wanted = 'values' in condition ? condition.values : [condition.value]
  return wanted.some(page => typeof page === 'number' && page >= pages.first && page <= pages.last)
}

/** Each heading above the passage is tested on its own. */
function holdsForTitle(condition: Condition, title: string): boolean {
  return holdsFor(condition, title) || holdsFor(condition, [title])
}

/** Compares values with their type, as stores do: the number 2020 does not equal the text "2020". */
function holdsFor(condition: Condition, value: JsonValue): boolean {
  switch (condition.op) {
    case 'equals':
      return value === condition.value
    case 'one_of':
      return condition.values.some(wanted => wanted === value)
    case 'contains':
      return Array.isArray(value) && value.includes(condition.value)
    case 'contains_any':
      return Array.isArray(value) && condition.values.some(wanted => value.includes(wanted))
    case 'starts_with':
      return typeof value === 'string' && value.startsWith(condition.value)
    case 'starts_with_any':
      return typeof value === 'string' && condition.values.some(start => value.startsWith(start))
    case 'between':
      return isBetween(condition, value)
  }
}

function isBetween({ from, to }: Extract<Condition, { op: 'between' }>, value: JsonValue): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false
  const isKind = (bound: string | number | null) => bound === null || typeof bound === typeof value
  if (!isKind(from) || !isKind(to)) return false
  return (from === null || value >= from) && (to === null || value <= to)
}
