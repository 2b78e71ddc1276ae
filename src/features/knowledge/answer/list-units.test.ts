import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endsInColon, listUnits } from './list-units.ts'

const shown = (markdown: string) =>
  listUnits(markdown).map(({ kind, headings, parts }) => ({
    kind,
    headings,
    parts: parts.map(part => `${part.kind}: ${part.text}`),
  }))

test('a paragraph that ends in a colon goes with the code that follows, and with the end of its sentence', () => {
  assert.deepEqual(
    shown('## Drain\n\nThis command:\n\n```\ndrain --all\n```\n\nempties the tank.\n\nMore.'),
    [
      {
        kind: 'paragraph',
        headings: ['Drain'],
        parts: ['sentence: This command:', 'code: drain --all', 'sentence: empties the tank.'],
      },
      { kind: 'paragraph', headings: ['Drain'], parts: ['sentence: More.'] },
    ],
  )
})

test('terms and their description are one entry', () => {
  assert.deepEqual(shown('-f\n--force\nEmpties the tank at once. Take care.\n\nPlain text. And more.'), [
    {
      kind: 'entry',
      headings: [],
      parts: ['term: -f\n--force', 'sentence: Empties the tank at once.', 'sentence: Take care.'],
    },
    { kind: 'paragraph', headings: [], parts: ['sentence: Plain text.', 'sentence: And more.'] },
  ])
})

test('terms in a block of their own belong to the description that follows them', () => {
  const marked =
    '**Operation:** drain-all\n**Default key:** D\n\nEmpty all tanks.\n\n---\n\n**Operation:** quit\n\n## Next'
  assert.deepEqual(shown(marked), [
    {
      kind: 'entry',
      headings: [],
      parts: ['term: **Operation:** drain-all\n**Default key:** D', 'sentence: Empty all tanks.'],
    },
    { kind: 'paragraph', headings: [], parts: ['sentence: **Operation:** quit'] },
  ])
})

test('a sentence that does not end goes with the code that ends it', () => {
  assert.deepEqual(shown('You need a key; so\n\n```\nmake key\n```')[0]?.parts, [
    'sentence: You need a key; so',
    'code: make key',
  ])
})

test('what announces something ends in a colon or in the middle of a phrase', () => {
  for (const text of ['Do this:', 'You attach files by specifying', 'Run it with,'])
    assert.ok(endsInColon(text), text)
  for (const text of ['Drain the tank.', 'drain - empty the tank']) assert.ok(!endsInColon(text), text)
})

test('the first row of a table with a rule below it is its header', () => {
  assert.deepEqual(shown('| Key | Does |\n| --- | --- |\n| F2 | Drain |\n| F3 | Fill |')[0]?.parts, [
    'header: | Key | Does |',
    'row: | F2 | Drain |',
    'row: | F3 | Fill |',
  ])
  assert.deepEqual(shown('| F2 | Drain |\n| F3 | Fill |')[0]?.parts, [
    'row: | F2 | Drain |',
    'row: | F3 | Fill |',
  ])
})

test('a list goes with the sentence that introduces it, and its items stay whole', () => {
  assert.deepEqual(shown('To drain the tank:\n\n1. Close the valve. It is red.\n\n2. Open the lid.'), [
    {
      kind: 'list',
      headings: [],
      parts: ['sentence: To drain the tank:', 'item: Close the valve. It is red.', 'item: Open the lid.'],
    },
  ])
})

test('a unit knows the headings it is below, not those of its neighbours', () => {
  const headings = listUnits('# A\n\nOne.\n\n## B\n\nTwo.\n\n## C\n\nThree.').map(unit => unit.headings)
  assert.deepEqual(headings, [['A'], ['A', 'B'], ['A', 'C']])
})

test('every part is verbatim at its place', () => {
  const markdown =
    'Lead:\n\n- one thing\n- two things\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```sh\nls\n```'
  for (const { parts } of listUnits(markdown))
    for (const { start, end, text } of parts) assert.equal(markdown.slice(start, end), text)
})
