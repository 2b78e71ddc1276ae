import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toJsonSchema } from '../../core/contract/json-schema.ts'
import { contents } from './contents.ts'
import { parseFilters } from './find-items.ts'

test('S-STRICT-1 a filter whose conditions are all null, as strict models send it, filters nothing', () => {
  for (const tool of contents.tools ?? []) {
    const filters = toJsonSchema(tool.input, 'input').properties?.filters
    if (filters === undefined) continue
    const known = Object.keys(filters.properties ?? {})
    assert.ok(known.length > 10)
    const conditions = Object.fromEntries(known.map(condition => [condition, null]))
    assert.deepEqual(parseFilters(conditions), { conditions: [], docId: null }, tool.name)
  }
})
