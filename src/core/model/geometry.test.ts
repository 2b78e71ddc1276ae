import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type PageGeometry, rectsOf } from './geometry.ts'
import { decodeLines, encodeLines } from './geometry-codec.ts'

const line = (start: number, end: number, box: [number, number, number, number], isRightToLeft = false) => ({
  ...{ x0: box[0], y0: box[1], x1: box[2], y1: box[3] },
  ...{ start, end, isRightToLeft },
})
const page: PageGeometry = {
  page: 3,
  width: 612,
  height: 792,
  lines: [
    line(10, 20, [100, 100, 200, 110]),
    line(21, 41, [72, 112, 272, 122]),
    line(42, 62, [72, 124, 272, 134]),
    line(63, 68, [72, 136, 122, 146]),
  ],
}

describe('rectsOf', () => {
  test('a line that is covered in part is cut in proportion to its characters', () => {
    assert.deepEqual(rectsOf([page], { start: 15, end: 18 }), [
      { page: 3, x0: 150, y0: 100, x1: 180, y1: 110 },
    ])
  })

  test('whole lines of a column are one rectangle, a line that is covered in part its own', () => {
    assert.deepEqual(rectsOf([page], { start: 10, end: 66 }), [
      { page: 3, x0: 72, y0: 100, x1: 272, y1: 134 },
      { page: 3, x0: 72, y0: 136, x1: 102, y1: 146 },
    ])
    assert.deepEqual(rectsOf([page], { start: 15, end: 70 }), [
      { page: 3, x0: 150, y0: 100, x1: 200, y1: 110 },
      { page: 3, x0: 72, y0: 112, x1: 272, y1: 146 },
    ])
  })

  test('a rectangle never covers a line that is not in the span', () => {
    const lines = [
      line(0, 5, [50, 100, 500, 110]),
      line(6, 11, [50, 112, 250, 122]),
      line(12, 17, [300, 112, 500, 122]),
    ]
    assert.deepEqual(rectsOf([{ ...page, lines }], { start: 0, end: 11 }), [
      { page: 3, x0: 50, y0: 100, x1: 500, y1: 110 },
      { page: 3, x0: 50, y0: 112, x1: 250, y1: 122 },
    ])
  })

  test('lines of two columns and of two pages are never joined', () => {
    const columns = { ...page, lines: [line(0, 5, [50, 700, 250, 710]), line(6, 11, [300, 80, 500, 90])] }
    const next = { ...page, page: 4, lines: [line(12, 17, [300, 92, 500, 102])] }
    assert.equal(rectsOf([columns, next], { start: 0, end: 20 }).length, 3)
  })

  test('a line that is read from right to left is cut from the right', () => {
    const arabic = { ...page, lines: [line(0, 10, [100, 100, 200, 110], true)] }
    assert.deepEqual(rectsOf([arabic], { start: 0, end: 3 }), [
      { page: 3, x0: 170, y0: 100, x1: 200, y1: 110 },
    ])
  })

  test('a rotated line is returned whole, and a span without lines has no rectangles', () => {
    const rotated = { ...page, lines: [line(0, 10, [20, 200, 30, 400])] }
    assert.deepEqual(rectsOf([rotated], { start: 2, end: 3 }), [
      { page: 3, x0: 20, y0: 200, x1: 30, y1: 400 },
    ])
    assert.deepEqual(rectsOf([page], { start: 41, end: 42 }), [])
    assert.deepEqual(rectsOf([page], { start: 15, end: 15 }), [])
    assert.deepEqual(rectsOf([], { start: 0, end: 100 }), [])
  })
})

describe('the codec of lines', () => {
  const { page: _, ...content } = page

  test('returns what was written, in tenths of a point, and takes few bytes', () => {
    assert.deepEqual(decodeLines(encodeLines(content)), content)
    assert.ok(encodeLines(content).length < 10 + 11 * content.lines.length)
    const uneven = { width: 595.276, height: 841.89, lines: [line(5, 9, [10.04, 700.06, 20, 710], true)] }
    assert.deepEqual(decodeLines(encodeLines(uneven)), {
      width: 595.3,
      height: 841.9,
      lines: [line(5, 9, [10, 700.1, 20, 710], true)],
    })
    assert.deepEqual(decodeLines(encodeLines({ width: 0, height: 0, lines: [] })), {
      width: 0,
      height: 0,
      lines: [],
    })
  })

  test('limits the numbers of hostile files', () => {
    const lines = [line(0, 4, [Number.NaN, -1e300, 1e300, Infinity]), line(5, 6, [-1e300, 0, -1e300, 0])]
    const decoded = decodeLines(encodeLines({ width: 1e300, height: Number.NaN, lines }))
    assert.deepEqual(decoded?.lines[0], line(0, 4, [0, -1e6, 1e6, 0]))
    assert.equal(decoded?.width, 1e6)
  })

  test('damaged, cut and foreign bytes are null, never an error', () => {
    const bytes = encodeLines(content)
    for (let length = 0; length < bytes.length; length += 1)
      assert.equal(decodeLines(bytes.subarray(0, length)), null, `cut at ${length}`)
    assert.equal(decodeLines(Uint8Array.from([9, ...bytes.subarray(1)])), null)
    assert.equal(decodeLines(Uint8Array.from([1, 0, 0, ...Array(20).fill(255)])), null)
    assert.equal(decodeLines(Uint8Array.from([1, 0, 0, 255, 255, 255, 255, 15])), null)
    assert.equal(decodeLines(Uint8Array.from([...bytes, 0])), null)
    let seed = 7
    for (let round = 0; round < 2_000; round += 1) {
      const random = Uint8Array.from({ length: 1 + (round % 60) }, (_, at) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
        return at === 0 ? 1 : seed >> 16
      })
      const decoded = decodeLines(random)
      if (decoded === null) continue
      for (const { start, end, ...box } of decoded.lines) {
        assert.ok(start >= 0 && end >= start)
        assert.ok(Object.values(box).every(value => Number.isFinite(Number(value))))
      }
    }
  })
})
