import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractAnswer } from './extract-answer.ts'
import { listPieces } from './list-pieces.ts'
import { passage } from './test/fixtures.ts'

test('what is quoted from below a later heading of a passage is cited with that heading', () => {
  const hit = passage(
    '## Add button\n\nIt adds a folder.\n\n## Undo button\n\nIt takes the last change back.',
  )
  const answers = listPieces([hit]).map(({ path, section, from, to }) => ({
    ...{ hit, path, parts: section.slice(from, to) },
    isCut: false,
  }))
  const { citations, statements, text } = extractAnswer([{ question: 'How do I undo?', answers }])
  assert.deepEqual(
    citations.map(({ number, path }) => [number, path.at(-1)]),
    [
      [1, 'Add button'],
      [2, 'Undo button'],
    ],
  )
  assert.deepEqual(
    statements.map(({ citations: cited, text: said }) => [cited, said]),
    [
      [[1], 'It adds a folder.'],
      [[2], 'It takes the last change back.'],
    ],
  )
  assert.match(text, /^\[2\] .*Undo button/m)
})
