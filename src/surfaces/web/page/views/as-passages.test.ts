import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asPassages } from './as-passages.ts'

test('the hits of every search tool become passages with title, place, text and relevance', () => {
  const [item] = asPassages({
    items: [
      {
        ...{ doc_id: 'd', title: 'Book', render_text: 'words', chunk_id: 'c', score: 0.5, type: 'book' },
        ...{ page_span: [5, 6], page_labels: ['2', '3'], section_path: ['Paper'], char_span: [1, 6] },
      },
    ],
  })
  assert.deepEqual(
    [item?.title, item?.page, item?.page_end, item?.page_label, item?.content, item?.score, item?.char_span],
    ['Book', 5, 6, '2', 'words', 0.5, [1, 6]],
  )
  const [result] = asPassages({
    results: [
      {
        ...{ chunk_id: 'c', document_id: 'd', content: 'words', similarity: 0.4, document_title: 'Page' },
        metadata: { library: 'web', section_path: ['A'], page: null, char_span: [3, 8] },
      },
    ],
  })
  assert.deepEqual(
    [result?.doc_id, result?.title, result?.library, result?.page, result?.score],
    ['d', 'Page', 'web', 0, 0.4],
  )
  const [speech] = asPassages({
    results: [
      {
        ...{
          speech_id: 's',
          chunk_id: 'c',
          excerpt: 'said',
          speaker: 'Ada',
          party: 'Labor',
          relevance_score: 0.3,
        },
        ...{ title: 'Housing', date: '2024-02-06', chamber: 'Senate', hansard_reference: 'Senate 1' },
      },
    ],
  })
  assert.deepEqual(
    [speech?.doc_id, speech?.title, speech?.section_path, speech?.content],
    ['s', 'Ada (Labor)', ['Housing', '2024-02-06', 'Senate', 'Senate 1'], 'said'],
  )
  assert.deepEqual(asPassages({}), [])
})
