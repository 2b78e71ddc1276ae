import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { frameRects, tintRects, writeLabel } from './mark-picture.ts'
import { decodePng, encodePng, type Picture } from './png.ts'

const paper = (width: number, height: number): Picture => ({
  width,
  height,
  pixels: new Uint8Array(4 * width * height).fill(255),
})
const pixelAt = ({ width, pixels }: Picture, x: number, y: number) => [
  ...pixels.subarray(4 * (y * width + x), 4 * (y * width + x) + 4),
]
const yellow = [255, 235, 59] as const

describe('PNG', () => {
  test('a picture is decoded as it was encoded', () => {
    const picture = paper(7, 5)
    picture.pixels.set(Uint8Array.from({ length: 140 }, (_, at) => (at * 37) % 256))
    assert.deepEqual(decodePng(encodePng(picture)), { ...picture, pixels: Uint8Array.from(picture.pixels) })
  })

  test('other files, other forms and damaged files throw', () => {
    const bytes = encodePng(paper(3, 3))
    assert.throws(() => decodePng(new Uint8Array(40)), /not a PNG/)
    assert.throws(() => decodePng(bytes.subarray(0, 40)))
    const grey = Uint8Array.from(bytes)
    grey[25] = 0
    assert.throws(() => decodePng(grey), /unknown form/)
    const huge = Buffer.from(bytes)
    huge.writeUInt32BE(0xffffffff, 16)
    assert.throws(() => decodePng(huge), /unknown form/)
  })
})

describe('marks', () => {
  test('a marked rectangle is coloured, black stays black, and nothing else changes', () => {
    const picture = paper(20, 20)
    picture.pixels.set([0, 0, 0, 255], 4 * (5 * 20 + 5))
    const rects = [
      { x0: 2, y0: 2, x1: 4, y1: 3 },
      { x0: 3, y0: 2, x1: 5, y1: 3 },
    ]
    tintRects(picture, { rects, scale: 2, colour: yellow })
    for (let y = 0; y < 20; y += 1)
      for (let x = 0; x < 20; x += 1) {
        const isMarked = x >= 4 && x < 10 && y >= 4 && y < 6
        const expected = x === 5 && y === 5 ? [0, 0, 0] : isMarked ? [...yellow] : [255, 255, 255]
        assert.deepEqual(pixelAt(picture, x, y), [...expected, 255], `${x}, ${y}`)
      }
  })

  test('what lies outside of the picture is cut off', () => {
    const picture = paper(10, 10)
    const rects = [
      { x0: -1e9, y0: -5, x1: 1, y1: 1e9 },
      { x0: 50, y0: 50, x1: 60, y1: 60 },
    ]
    tintRects(picture, { rects, scale: 1, colour: yellow })
    frameRects(picture, { rects, scale: 1, colour: [255, 0, 0] })
    writeLabel(picture, '12 body', { x: 500, y: -500, scale: 1, dot: 2, colour: [255, 0, 0] })
    assert.equal(picture.pixels.length, 400)
  })

  test('labels are legible', () => {
    const picture = paper(24, 14)
    writeLabel(picture, '17', { x: 0, y: 14, scale: 1, dot: 2, colour: [0, 0, 0] })
    const rows = Array.from({ length: 7 }, (_, y) =>
      Array.from({ length: 9 }, (_, x) => (pixelAt(picture, 2 * x, 2 * y)[0] === 255 ? '#' : '.')).join(''),
    )
    assert.deepEqual(rows, [
      '.........',
      '..#..###.',
      '.##....#.',
      '..#...#..',
      '..#..#...',
      '.###.#...',
      '.........',
    ])
  })
})
