import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeTextLayer } from './judge-text-layer.ts'
import { word } from './test/glyph-fixtures.ts'

const page = (text: string, unmapped = 0) => ({
  words: text.split(' ').map((part, index) => word(part, { x: 30 * index, y: 100 })),
  unmapped,
})
const never = () => assert.fail('nobody need look for pictures')
const prose = 'An ordinary sentence that is long enough to be trusted as the text of its page.'

test('ordinary text is good, also with an address in it', async () => {
  assert.equal(await judgeTextLayer(page(prose), never), 'good')
  assert.equal(await judgeTextLayer(page(`${prose} Write to desk@library.example.`), never), 'good')
})

test('glyphs without meaning, and signs without letters, are garbled', async () => {
  assert.equal(await judgeTextLayer(page(prose, 60), never), 'garbled')
  assert.equal(await judgeTextLayer(page('% & $ '.repeat(30).trim()), never), 'garbled')
})

test('the program of a damaged page, drawn as its text, is garbled', async () => {
  const program =
    'EL†´Tj Key 37.5282 F@¢F F7rib £6674 0.1 -0.1 (New)Tj 497.4 F@¢÷Fö6 1 195.6 £C@¢bF (Adrian)Tj'
  assert.equal(await judgeTextLayer(page(program), never), 'garbled')
})

test('a few letters are enough, unless a picture lies under them', async () => {
  assert.equal(await judgeTextLayer(page('Page 7'), async () => false), 'good')
  assert.equal(await judgeTextLayer(page('Page 7'), async () => true), 'sparse')
  assert.equal(await judgeTextLayer(page(''), never), 'none')
})
