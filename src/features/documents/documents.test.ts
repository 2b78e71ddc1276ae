import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkTo } from '../../core/addresses/links.ts'
import { parseFilter } from '../../core/contract/parse-filter.ts'
import { Failure } from '../../core/model/failure.ts'
import { wordMessage } from './word-failure.ts'

const pages = { first: 12, last: 13, firstLabel: 'iv', lastLabel: 'v' }

test('links open the source at its page', () => {
  const at = (source: string, span: typeof pages | null) =>
    linkTo({ source, collection: 'my shelf', id: 'id' }, span)
  assert.equal(at('/books/a b.pdf', pages), 'file:///books/a%20b.pdf#page=12')
  assert.equal(at('https://example.org/a.pdf', pages), 'https://example.org/a.pdf#page=12')
  assert.equal(at('https://example.org/a.pdf#top', pages), 'https://example.org/a.pdf#page=12')
  assert.equal(at('https://example.org/a#top', null), 'https://example.org/a#top')
  assert.equal(at('/books/a.md', null), 'file:///books/a.md')
  assert.equal(at('a label', null), 'quire://my%20shelf/id')
})

test('a filter becomes equalities in the core’s words', () => {
  assert.deepEqual(parseFilter({ file_type: 'pdf', page: 3, metadata: { year: 1690 } }, null), {
    libraries: null,
    conditions: [
      { field: 'file_type', op: 'equals', value: 'pdf' },
      { field: 'page', op: 'equals', value: 3 },
      { field: 'metadata.year', op: 'equals', value: 1690 },
    ],
  })
  assert.deepEqual(parseFilter({ page: '3' }, 'a'), {
    libraries: ['a'],
    conditions: [{ field: 'page', op: 'equals', value: 3 }],
  })
})

test('a filter that cannot hold or cannot be understood is refused', () => {
  const refuse = (filter: Parameters<typeof parseFilter>[0], library: string | null = null) =>
    assert.throws(() => parseFilter(filter, library), { code: 'INVALID_FILTER' })
  refuse({ library: 'a' }, 'b')
  refuse({ library: 5 })
  refuse({ page: 'three' })
  refuse({ page: '' })
  refuse({ embedding: 'x' })
  refuse({ metadata: 'x' })
  refuse({ title: { a: 'b' } })
})

test('failures begin as this contract’s clients expect and end with what to do', () => {
  const word = (failure: Failure, tool: string) => wordMessage(failure, tool)
  assert.equal(
    word(new Failure('not_found', 'FETCH_FAILED', "HTTP 404 fetching 'http://x/'"), 'ingest_url'),
    "Ingestion failed: HTTP 404 fetching 'http://x/'",
  )
  assert.equal(
    word(
      new Failure('unsupported', 'UNSUPPORTED_FORMAT', 'Unsupported format: .xyz', { hint: 'Try PDF.' }),
      'ingest_file',
    ),
    'Unsupported format: .xyz. Try PDF.',
  )
  assert.equal(word(new Failure('internal', 'INTERNAL_ERROR', 'Oh.'), 'search'), 'Internal error: Oh.')
  assert.equal(word(new Failure('invalid', 'INVALID_FILTER', 'No.'), 'search'), 'Search failed: No.')
  assert.equal(
    word(new Failure('timeout', 'TIMEOUT', 'Late.'), 'list_documents'),
    'list_documents failed: Late.',
  )
})
