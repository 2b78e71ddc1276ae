import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readGlyphNames } from './font-program.ts'

const bytes = (...parts: (number[] | string)[]) =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
const uint16 = (value: number) => [value >> 8, value & 255]
const uint32 = (value: number) => [...uint16(value >>> 16), ...uint16(value & 0xffff)]

function index(items: readonly string[]): Buffer {
  if (items.length === 0) return bytes([0, 0])
  let at = 1
  const offsets = [1, ...items.map(item => (at += item.length))]
  return bytes(uint16(items.length), [1], offsets, items.join(''))
}

/** A font with one glyph per entry of the charset, which gives the numbers of their names. */
function makeFont(strings: readonly string[], charset: readonly number[]): Uint8Array {
  const header = bytes([1, 0, 4, 1])
  const name = index(['Font'])
  const dictionarySize = 12
  const stringIndex = index(strings)
  const charsetAt = header.length + name.length + 5 + dictionarySize + stringIndex.length
  const charsetData = bytes([0], ...charset.map(uint16))
  const glyphs = index(['', ...charset].map(() => '\x0e'))
  const dictionary = bytes([29], uint32(charsetAt), [15, 29], uint32(charsetAt + charsetData.length), [17])
  const program = Buffer.concat([
    header,
    name,
    index([dictionary.toString('latin1')]),
    stringIndex,
    charsetData,
    glyphs,
  ])
  const last = 0xe000 + charset.length
  const cmap = bytes(
    [0, 0, 0, 1, 0, 3, 0, 1],
    uint32(12),
    [0, 4, 0, 32, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0],
    uint16(last),
    [0xff, 0xff, 0, 0],
    [0xe0, 0x01, 0xff, 0xff],
    uint16(0x2000),
    [0, 1, 0, 0, 0, 0],
  )
  const start = 12 + 32
  const table = (tag: string, at: number, length: number) =>
    bytes(tag, [0, 0, 0, 0], uint32(at), uint32(length))
  return Buffer.concat([
    bytes('OTTO', uint16(2), [0, 0, 0, 0, 0, 0]),
    table('CFF ', start, program.length),
    table('cmap', start + program.length, cmap.length),
    program,
    cmap,
  ])
}

const one = 18

test('glyphs have the names that their font adds to the usual ones', () => {
  const font = makeFont(['floorleft', 'one.os'], [391, one, 392])
  assert.deepEqual(
    [...readGlyphNames(font)],
    [
      [0xe001, 'floorleft'],
      [0xe003, 'one.os'],
    ],
  )
})

test('the names of a font that the PDF library converted are one place late, and the last one is missing', () => {
  const notes = ['Version 0.11', 'See original notice', 'Font', 'Font', 'Medium']
  const font = makeFont([...notes, 'floorleft', 'lessmuch'], [0, 396, one])
  assert.deepEqual(
    [...readGlyphNames(font)],
    [
      [0xe001, 'floorleft'],
      [0xe003, 'lessmuch'],
    ],
  )
})

test('ligatures and signs of the format itself are named too: some files map them to control characters', () => {
  const [fi, minus] = [109, 166]
  assert.deepEqual(
    [...readGlyphNames(makeFont([], [one, fi, minus]))],
    [
      [0xe002, 'fi'],
      [0xe003, 'minus'],
    ],
  )
})

test('a damaged font has no names', () => {
  const font = makeFont(['floorleft'], [391])
  for (let length = 0; length < font.length; length += 1)
    assert.ok(readGlyphNames(font.subarray(0, length)).size <= 1)
})
