import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWindows, wordsOf } from './windows.ts'

const textOf = (words: readonly { text: string }[]) => words.map(({ text }) => text).join(' ')

test('a window has the title, the heading and the sentences under it', () => {
  const { windows } = readWindows(
    '# Ada Holm\n\nShe wrote.\n\n## Awards\n\n- Alpha Prize\n- Beta Prize\n',
    'A title',
  )
  assert.deepEqual(
    windows.map(({ header, body }) => [textOf(header), textOf(body)]),
    [
      ['A title | Ada Holm', 'She wrote .'],
      ['A title | Ada Holm | Awards', 'Alpha Prize | Beta Prize'],
    ],
  )
})

test('every sentence is new in one window, and is preceded by some that were read before', () => {
  const text = Array.from(
    { length: 60 },
    (_, at) => `In ${1900 + at} the society met in a hall of the town.`,
  ).join(' ')
  const { sentences, windows } = readWindows(text, '')
  assert.equal(sentences.length, 60)
  assert.ok(windows.length > 2)
  const fresh = windows.map(window => window.fresh)
  assert.deepEqual(
    fresh,
    fresh.toSorted((one, other) => one - other),
  )
  for (const window of windows.slice(1)) {
    const [first] = window.body
    assert.ok(first !== undefined && first.sentence < window.fresh)
  }
  const read = new Set(
    windows.flatMap(({ body, fresh: from }) =>
      body.flatMap(({ sentence }) => (sentence >= from ? [sentence] : [])),
    ),
  )
  assert.equal(read.size, 60)
})

test('words are those of the text without Markdown, and keep their places in it', () => {
  const text = 'She wrote *Low Tide* ([review](https://a.example/x_(y))) for **Acme**.'
  const words = wordsOf(text, 0, 0)
  assert.equal(textOf(words), 'She wrote " Low Tide " ( review ) for Acme .')
  for (const { text: word, start, end } of words) if (word !== '"') assert.equal(text.slice(start, end), word)
})
