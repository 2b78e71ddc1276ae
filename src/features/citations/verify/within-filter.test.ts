import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition } from '../../../core/model/filter.ts'
import { admitsPassage, documentConditions } from './within-filter.ts'

const pages = { first: 3, last: 4, firstLabel: null, lastLabel: null }

test('the store checks every condition but those on pages and headings', () => {
  const title: Condition = { field: 'title', op: 'equals', value: 'Essay' }
  const year: Condition = { field: 'metadata.page', op: 'equals', value: 2020 }
  const passage: Condition[] = [
    { field: 'page', op: 'equals', value: 4 },
    { field: 'section', op: 'equals', value: 'Ink' },
  ]
  assert.deepEqual(documentConditions([title, ...passage, year]), [title, year])
})

test('passages are admitted by their pages and headings', () => {
  const cases: [Condition, boolean][] = [
    [{ field: 'page', op: 'equals', value: 4 }, true],
    [{ field: 'page', op: 'one_of', values: [1, 2] }, false],
    [{ field: 'page', op: 'between', from: null, to: 3 }, true],
    [{ field: 'page', op: 'between', from: 5, to: null }, false],
    [{ field: 'section', op: 'equals', value: 'Ink' }, true],
    [{ field: 'section', op: 'contains', value: 'Ink' }, true],
    [{ field: 'section', op: 'starts_with', value: 'Glue' }, false],
    [{ field: 'title', op: 'equals', value: 'Anything' }, true],
  ]
  for (const [condition, expected] of cases)
    assert.equal(admitsPassage([condition], pages, ['Book', 'Ink']), expected, JSON.stringify(condition))
  assert.equal(admitsPassage([{ field: 'page', op: 'equals', value: 4 }], null, []), false)
})
