import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentSummary } from '../../../core/model/document.ts'
import type { Condition } from '../../../core/model/filter.ts'
import { toDocument } from './test/shelf.ts'
import { admitsDocument, admitsPassage } from './within-filter.ts'

const document: DocumentSummary = {
  ...toDocument({
    title: 'Essay',
    markdown: '',
    metadata: { year: 2020, tags: ['ink', 'paper'], citekey: 'doe2020' },
  }),
  chunkCount: 1,
  words: 2,
}
const pages = { first: 3, last: 4, firstLabel: null, lastLabel: null }

test('documents are admitted as a store would admit their rows', () => {
  const cases: [Condition, boolean][] = [
    [{ field: 'title', op: 'equals', value: 'Essay' }, true],
    [{ field: 'title', op: 'starts_with', value: 'Ess' }, true],
    [{ field: 'doc_id', op: 'one_of', values: ['shelf/Essay'] }, true],
    [{ field: 'language', op: 'equals', value: 'de' }, false],
    [{ field: 'last_modified', op: 'between', from: null, to: '2030' }, false],
    [{ field: 'created_at', op: 'between', from: '2025', to: '2027' }, true],
    [{ field: 'metadata.year', op: 'equals', value: 2020 }, true],
    [{ field: 'metadata.year', op: 'equals', value: '2020' }, false],
    [{ field: 'metadata.year', op: 'between', from: 2019, to: null }, true],
    [{ field: 'metadata.tags', op: 'contains', value: 'ink' }, true],
    [{ field: 'metadata.tags', op: 'contains_any', values: ['glue', 'paper'] }, true],
    [{ field: 'metadata.tags', op: 'contains', value: 'glue' }, false],
    [{ field: 'metadata.citekey', op: 'contains', value: 'doe2020' }, false],
    [{ field: 'metadata.none', op: 'equals', value: 'x' }, false],
    [{ field: 'page', op: 'equals', value: 99 }, true],
  ]
  for (const [condition, expected] of cases)
    assert.equal(admitsDocument([condition], document), expected, JSON.stringify(condition))
})

test('passages are admitted by the pages and headings they stand under', () => {
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
