import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AnnotationRecord, toAnnotations } from './to-annotations.ts'

const record = (given: Partial<AnnotationRecord>): AnnotationRecord => ({
  key: 'ANNO0001',
  attachmentKey: 'FILE0001',
  kind: 1,
  text: null,
  comment: null,
  color: null,
  pageLabel: null,
  sortIndex: null,
  position: null,
  tags: [],
  ...given,
})

test('the printed label and the physical page are distinguished', () => {
  const [annotation] = toAnnotations([record({ pageLabel: 'xii', position: '{"pageIndex":11,"rects":[]}' })])
  assert.equal(annotation?.pageLabel, 'xii')
  assert.equal(annotation?.page, 12)
})

test('a place without a page, as in EPUBs, is no page', () => {
  for (const position of [
    '{"type":"FragmentSelector"}',
    '{"pageIndex":-1}',
    '{"pageIndex":"3"}',
    'broken',
    null,
  ])
    assert.equal(toAnnotations([record({ position })])[0]?.page, null, String(position))
})

test('kinds are the same whether numbered by the database or named by the API', () => {
  const kinds = [1, 2, 3, 4, 5, 6].map(kind => toAnnotations([record({ kind })])[0]?.kind)
  assert.deepEqual(kinds, ['highlight', 'note', 'image', 'ink', 'underline', 'text'])
  assert.equal(toAnnotations([record({ kind: 'underline' })])[0]?.kind, 'underline')
  assert.deepEqual(toAnnotations([record({ kind: 'hologram' }), record({ kind: 99 })]), [])
})

test('annotations have the order of their positions in the document', () => {
  const records = ['00010|000001|00000', '00002|000500|00000', '00002|000100|00000'].map((sortIndex, index) =>
    record({ key: `ANNO000${index}`, sortIndex }),
  )
  assert.deepEqual(
    toAnnotations(records).map(({ key }) => key),
    ['ANNO0002', 'ANNO0001', 'ANNO0000'],
  )
})
