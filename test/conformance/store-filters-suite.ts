import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Condition, Filter } from '../../src/core/model/filter.ts'
import { idsOf, never, rankByVector, rankByWords, storeWith, type UrlIn } from './store-fixtures.ts'

const longValue = 'long '.repeat(200)

const library = [
  {
    source: '/papers/alpha.pdf',
    title: 'Alpha',
    fileType: 'pdf',
    language: 'en',
    contentHash: 'aa',
    lastModified: '2024-03-01T00:00:00+00:00',
    createdAt: '2026-01-01T00:00:00+00:00',
    metadata: {
      year: 2020,
      author: 'Ada',
      tags: ['math', 'old', 7],
      open: true,
      note: longValue,
      'a.b"c': 'x',
    },
    chunks: [
      { text: 'word', id: 'a0', page: pages(1, 2), headings: ['Intro'] },
      { text: 'word', id: 'a1', page: pages(3, 3), headings: ['Methods', 'Setup "A"'] },
    ],
  },
  {
    source: '/papers/beta.md',
    title: "Beta's \u0001 title",
    fileType: 'md',
    language: 'de',
    contentHash: 'bb',
    lastModified: null,
    createdAt: '2026-02-01T00:00:00+00:00',
    metadata: { year: '2020', author: 'Adam', tags: ['new'], open: false, note: `${longValue}!` },
    chunks: [
      { text: 'word', id: 'b0', headings: [] },
      { text: 'word', id: 'b1', headings: ['Results'] },
    ],
  },
  {
    source: '/web/gamma',
    title: 'Gamma 😀',
    fileType: 'url',
    language: 'en',
    contentHash: 'cc',
    createdAt: '2026-03-01T00:00:00+00:00',
    metadata: { year: 1999.5, tags: 'math', author: ['Ada'] },
    chunks: [{ text: 'word', id: 'c0', page: pages(12, 12) }],
  },
]

const cases: [name: string, filter: Filter, found: string[]][] = [
  ['no condition', [], ['a0', 'a1', 'b0', 'b1', 'c0']],
  ['doc_id equals', [{ field: 'doc_id', op: 'equals', value: 'notes//web/gamma' }], ['c0']],
  ['source equals', [{ field: 'source', op: 'equals', value: '/papers/beta.md' }], ['b0', 'b1']],
  [
    'source starts with',
    [{ field: 'source', op: 'starts_with', value: '/papers/' }],
    ['a0', 'a1', 'b0', 'b1'],
  ],
  [
    'source starts with any',
    [{ field: 'source', op: 'starts_with_any', values: ['/papers/beta', '/web/', '/none'] }],
    ['b0', 'b1', 'c0'],
  ],
  ['source starts with any of nothing', [{ field: 'source', op: 'starts_with_any', values: [] }], []],
  ['source starts with, wildcards are letters', [{ field: 'source', op: 'starts_with', value: '/p%' }], []],
  [
    'title equals, with a quote and a control character',
    [{ field: 'title', op: 'equals', value: "Beta's \u0001 title" }],
    ['b0', 'b1'],
  ],
  ['U+0000 is in no text', [{ field: 'title', op: 'equals', value: 'Alpha\0' }], []],
  ['nothing starts with U+0000', [{ field: 'source', op: 'starts_with', value: '/papers/\0' }], []],
  ['no metadata has U+0000', [{ field: 'metadata.author', op: 'one_of', values: ['Ada\0', '\0'] }], []],
  ['title starts with, case counts', [{ field: 'title', op: 'starts_with', value: 'alpha' }], []],
  ['title starts with an emoji text', [{ field: 'title', op: 'starts_with', value: 'Gamma 😀' }], ['c0']],
  [
    'everything starts with nothing',
    [{ field: 'title', op: 'starts_with', value: '' }],
    ['a0', 'a1', 'b0', 'b1', 'c0'],
  ],
  ['file_type one of', [{ field: 'file_type', op: 'one_of', values: ['pdf', 'url'] }], ['a0', 'a1', 'c0']],
  ['one of nothing', [{ field: 'file_type', op: 'one_of', values: [] }], []],
  ['language equals', [{ field: 'language', op: 'equals', value: 'de' }], ['b0', 'b1']],
  ['content_hash equals', [{ field: 'content_hash', op: 'equals', value: 'cc' }], ['c0']],
  [
    'last_modified between; a missing date is in no range',
    [{ field: 'last_modified', op: 'between', from: '2024-01-01', to: null }],
    ['a0', 'a1'],
  ],
  [
    'open range on a missing date',
    [{ field: 'last_modified', op: 'between', from: null, to: null }],
    ['a0', 'a1'],
  ],
  [
    'created_at between',
    [{ field: 'created_at', op: 'between', from: '2026-02', to: '2026-02-28' }],
    ['b0', 'b1'],
  ],
  ['chunk_id one of', [{ field: 'chunk_id', op: 'one_of', values: ['a1', 'c0', 'zz'] }], ['a1', 'c0']],
  ['chunk_index equals', [{ field: 'chunk_index', op: 'equals', value: 1 }], ['a1', 'b1']],
  ['chunk_index between', [{ field: 'chunk_index', op: 'between', from: 0, to: 0 }], ['a0', 'b0', 'c0']],
  ['page touched, first', [{ field: 'page', op: 'equals', value: 1 }], ['a0']],
  ['page touched, last', [{ field: 'page', op: 'equals', value: 2 }], ['a0']],
  ['page 0 is where there are no pages', [{ field: 'page', op: 'equals', value: 0 }], ['b0', 'b1']],
  ['page one of', [{ field: 'page', op: 'one_of', values: [2, 12] }], ['a0', 'c0']],
  ['page between overlaps', [{ field: 'page', op: 'between', from: 2, to: 3 }], ['a0', 'a1']],
  ['page between, open', [{ field: 'page', op: 'between', from: 3, to: null }], ['a1', 'c0']],
  ['section contains any heading above', [{ field: 'section', op: 'contains', value: 'Methods' }], ['a1']],
  ['section equals the innermost too', [{ field: 'section', op: 'equals', value: 'Setup "A"' }], ['a1']],
  ['section starts with', [{ field: 'section', op: 'starts_with', value: 'Re' }], ['b1']],
  ['metadata text equals', [{ field: 'metadata.author', op: 'equals', value: 'Ada' }], ['a0', 'a1']],
  ['metadata number is not its text', [{ field: 'metadata.year', op: 'equals', value: 2020 }], ['a0', 'a1']],
  [
    'metadata text is not its number',
    [{ field: 'metadata.year', op: 'equals', value: '2020' }],
    ['b0', 'b1'],
  ],
  [
    'metadata one of, mixed',
    [{ field: 'metadata.year', op: 'one_of', values: [1999.5, '2020'] }],
    ['b0', 'b1', 'c0'],
  ],
  ['metadata boolean', [{ field: 'metadata.open', op: 'equals', value: true }], ['a0', 'a1']],
  ['metadata false', [{ field: 'metadata.open', op: 'equals', value: false }], ['b0', 'b1']],
  ['metadata boolean is not one', [{ field: 'metadata.open', op: 'equals', value: 1 }], []],
  ['metadata list contains', [{ field: 'metadata.tags', op: 'contains', value: 'math' }], ['a0', 'a1']],
  ['metadata list contains a number', [{ field: 'metadata.tags', op: 'contains', value: 7 }], ['a0', 'a1']],
  [
    'metadata list contains any',
    [{ field: 'metadata.tags', op: 'contains_any', values: ['new', 'old', 'none'] }],
    ['a0', 'a1', 'b0', 'b1'],
  ],
  [
    'metadata list contains none of nothing',
    [{ field: 'metadata.tags', op: 'contains_any', values: [] }],
    [],
  ],
  ['metadata text is no list', [{ field: 'metadata.author', op: 'contains', value: 'Ada' }], ['c0']],
  ['metadata list is no text', [{ field: 'metadata.tags', op: 'equals', value: 'math' }], ['c0']],
  [
    'metadata starts with',
    [{ field: 'metadata.author', op: 'starts_with', value: 'Ada' }],
    ['a0', 'a1', 'b0', 'b1'],
  ],
  [
    'metadata between numbers',
    [{ field: 'metadata.year', op: 'between', from: 1999, to: 2020 }],
    ['a0', 'a1', 'c0'],
  ],
  ['metadata between texts', [{ field: 'metadata.year', op: 'between', from: '2', to: null }], ['b0', 'b1']],
  ['metadata long text equals', [{ field: 'metadata.note', op: 'equals', value: longValue }], ['a0', 'a1']],
  ['metadata key with dot and quote', [{ field: 'metadata.a.b"c', op: 'equals', value: 'x' }], ['a0', 'a1']],
  ['metadata key nobody has', [{ field: "metadata.x' OR 1=1 --", op: 'equals', value: 'x' }], []],
  [
    'all conditions must hold',
    [
      { field: 'language', op: 'equals', value: 'en' },
      { field: 'metadata.tags', op: 'contains', value: 'math' },
      { field: 'page', op: 'equals', value: 3 },
    ],
    ['a1'],
  ],
]

const refused: [name: string, condition: Condition][] = [
  ['an unknown field', { field: 'colour', op: 'equals', value: 'red' }],
  ['a field of the language itself', { field: 'constructor', op: 'equals', value: 'x' }],
  ['contains on a field that is no list', { field: 'title', op: 'contains', value: 'Al' }],
  ['a text for a number', { field: 'page', op: 'equals', value: '3' }],
  ['a number for a text', { field: 'source', op: 'one_of', values: ['a', 1] }],
  ['a prefix of a number', { field: 'chunk_index', op: 'starts_with', value: '1' }],
  ['a range from text to number', { field: 'metadata.year', op: 'between', from: '1', to: 2 }],
]

export function testStoreFilters(name: string, urlIn: UrlIn): void {
  test(`${name} filters before ranking`, async context => {
    const store = await storeWith(context, urlIn, library)

    for (const [title, filter, found] of cases)
      await context.test(title, async () => {
        const scope = { collections: ['notes'], filter, limit: 10 }
        const byVector = await rankByVector(store, { ...scope, vector: Float32Array.of(1, 0, 0, 0) }, never)
        assert.deepEqual(idsOf(byVector), found)
        const byWords = await rankByWords(store, { ...scope, terms: ['word'] }, never)
        assert.deepEqual(idsOf(byWords.ranked).sort(), found)
      })

    for (const [title, condition] of refused)
      await context.test(`${title} is refused`, async () => {
        const scope = { collections: ['notes'], filter: [condition], limit: 10 }
        const words = rankByWords(store, { ...scope, terms: ['word'] }, never)
        await assert.rejects(words, { code: 'INVALID_FILTER' })
        const vectors = rankByVector(store, { ...scope, vector: Float32Array.of(1, 0, 0, 0) }, never)
        await assert.rejects(vectors, { code: 'INVALID_FILTER' })
      })

    await context.test('the refusal of an unknown field names the known ones', async () => {
      const filter: Filter = [{ field: 'colour', op: 'equals', value: 'red' }]
      const asked = rankByWords(store, { collections: ['notes'], filter, limit: 1, terms: ['word'] }, never)
      await assert.rejects(asked, { hint: /doc_id.*section.*metadata/ })
    })
  })

  test(`${name}: the filtered best are found however few pass`, async context => {
    const chunks = Array.from({ length: 1_200 }, (_, index) => ({
      text: index % 400 === 399 ? 'needle in hay' : 'needle needle needle',
      vector: index % 400 === 399 ? [0.1, 1, 0, 0] : [1, 0, 0, index / 1e6],
      page: pages(index, index),
    }))
    const store = await storeWith(context, urlIn, [{ source: 'a', chunks }])
    const filter: Filter = [{ field: 'page', op: 'one_of', values: [399, 799, 1_199] }]
    const scope = { collections: ['notes'], filter, limit: 10 }
    const expected = ['notes/a#1199', 'notes/a#399', 'notes/a#799']
    assert.deepEqual(
      idsOf(await rankByVector(store, { ...scope, vector: Float32Array.of(1, 0, 0, 0) }, never)),
      expected,
    )
    assert.deepEqual(
      idsOf((await rankByWords(store, { ...scope, terms: ['needle'] }, never)).ranked),
      expected,
    )
  })
}

function pages(first: number, last: number): [number, number] {
  return [first, last]
}
