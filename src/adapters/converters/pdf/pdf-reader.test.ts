import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pdfReader } from './pdf-reader.ts'

const read = (text: string) => pdfReader(Buffer.from(text, 'latin1')).next()

const cases: [string, unknown][] = [
  ['  12', 12],
  ['-.5', -0.5],
  ['--3', -3],
  ['true', true],
  ['null', null],
  ['/Na#6de', { name: 'Name' }],
  ['12 0 R', { object: 12 }],
  ['12 0 RG', 12],
  ['12 0 Td', 12],
  ['(a (nested) \\) \\050 \\\n\\n)', 'a (nested) ) ( \n'],
  ['<48 65 6C6C6>', 'Hell`'],
  ['% a remark\n[1 /A (b)]', [1, { name: 'A' }, 'b']],
  [
    '<</A 1/B<</C[2 0 R]>>>>',
    new Map<string, unknown>([
      ['A', 1],
      ['B', new Map([['C', [{ object: 2 }]]])],
    ]),
  ],
  ['BDC', { keyword: 'BDC' }],
]

for (const [text, value] of cases)
  test(`reads ${JSON.stringify(text)}`, () => {
    assert.deepEqual(read(text), value)
  })

test('damaged values end with the text', () => {
  for (const text of [
    '(never closed',
    '<41',
    '[1 2',
    '<</A',
    '<</A 1',
    '[['.repeat(5_000),
    '<</A'.repeat(5_000),
  ]) {
    const reader = pdfReader(Buffer.from(text))
    for (let steps = 0; reader.next() !== undefined; steps += 1) assert.ok(steps < 20_000, text.slice(0, 20))
  }
})
