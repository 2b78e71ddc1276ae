import type { Filter } from '../../../core/model/filter.ts'
import { type FilterSql, filterToSql as translate } from '../common/filter-to-sql.ts'
import { metadataToSql } from './metadata-values.ts'

/** Translates every condition to the SQL of SQLite; throws INVALID_FILTER for invalid ones. */
export function filterToSql(filter: Filter, collectionKey: number): FilterSql {
  return translate(filter, {
    metadata: (condition, name) => metadataToSql(condition, name, collectionKey),
    headings: 'json_each(chunks.section_path) AS heading',
  })
}
