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

test('each row of a table has a line of its own', () => {
  const hit = passage('| Key | Operation |\n| --- | --- |\n| F2 | Drain the tank |\n| F3 | Sound the horn |')
  const [piece] = listPieces([hit])
  assert.ok(piece)
  const answers = [{ hit, path: piece.path, parts: [...piece.section], isCut: false }]
  const { text } = extractAnswer([{ question: 'Which key drains?', answers }])
  assert.match(
    text,
    /^\| Key \| Operation \|\n\| F2 \| Drain the tank \| \[1\]\n\| F3 \| Sound the horn \| \[1\]$/m,
  )
})
