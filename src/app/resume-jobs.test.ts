import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesPath } from './resume-jobs.ts'

const here = [
  { folder: '/notes', library: 'default' },
  { path: 'papers/one.pdf' },
  { source: ['https://example.org/a.xml', './record.xml'] },
  { options: { deep: ['C:\\papers'] } },
  { text: '~/papers' },
  { document_path: 'one.pdf' },
]
const anywhere = [
  { url: 'https://example.org/docs', depth: 2, library: 'docs' },
  { source: 'https://example.org/record.xml' },
  { library: 'papers', model: 'gte-small', folder: '' },
  { query: 'and/or', tags: ['a', null] },
]

test('a job that names a file or a folder belongs to the machine that has it; others can run anywhere', () => {
  for (const input of here) assert.equal(namesPath(input), true, JSON.stringify(input))
  for (const input of anywhere) assert.equal(namesPath(input), false, JSON.stringify(input))
})
