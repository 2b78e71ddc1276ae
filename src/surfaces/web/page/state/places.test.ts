import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coveredPart, findPlaces, labelOf, nextPlace, pageAt, parseSpan } from './places.ts'

test('a span of the address is read, and anything else is none', () => {
  assert.deepEqual(parseSpan('12-80'), [12, 80])
  for (const wrong of [null, '', '80-12', '-3', 'a-b', '1-2-3', '1.5-2'])
    assert.equal(parseSpan(wrong), null, String(wrong))
})

const pages = [
  { page: 1, label: 'iv', start: 0, end: 100, ocr: false },
  { page: 2, label: null, start: 101, end: 200, ocr: false },
]

test('a place is on the last page that begins before it', () => {
  assert.deepEqual(
    [0, 100, 101, 500].map(place => pageAt(pages, place)),
    [1, 1, 2, 2],
  )
  assert.equal(pageAt([], 5), 1)
})

test('a page without a printed number is named as the PDF’s', () => {
  assert.deepEqual(pages.map(labelOf), ['iv', 'PDF 2'])
})

const line = { x0: 100, y0: 10, x1: 200, y1: 20, start: 50, end: 60, rtl: false }

test('a line is marked in proportion to the characters that a span covers', () => {
  assert.deepEqual(coveredPart(line, [0, 100]), { left: 100, top: 10, width: 100, height: 10 })
  assert.deepEqual(coveredPart(line, [55, 60]), { left: 150, top: 10, width: 50, height: 10 })
  assert.equal(coveredPart(line, [60, 70]), null)
})

test('a line that is read from right to left is marked from its right end', () => {
  assert.deepEqual(coveredPart({ ...line, rtl: true }, [50, 55]), {
    left: 150,
    top: 10,
    width: 50,
    height: 10,
  })
})

test('rotated text is marked whole', () => {
  assert.deepEqual(coveredPart({ ...line, y1: 400 }, [50, 52]), {
    left: 100,
    top: 10,
    width: 100,
    height: 390,
  })
})

test('text is found without regard to case and line breaks', () => {
  assert.deepEqual(findPlaces('The Laid\nPaper. laid paper', 'laid  paper'), [
    [4, 14],
    [16, 26],
  ])
  assert.deepEqual(findPlaces('a (b) a', '(b)'), [[2, 5]])
  assert.deepEqual(findPlaces('anything', '  '), [])
})

test('steps go to the place after or before the one that is shown, and around', () => {
  const places: [number, number][] = [
    [10, 12],
    [30, 32],
    [50, 52],
  ]
  assert.deepEqual(nextPlace(places, null, 1), [10, 12])
  assert.deepEqual(nextPlace(places, [10, 12], 1), [30, 32])
  assert.deepEqual(nextPlace(places, [20, 25], -1), [10, 12])
  assert.deepEqual(nextPlace(places, [50, 52], 1), [10, 12])
  assert.deepEqual(nextPlace(places, [10, 12], -1), [50, 52])
  assert.equal(nextPlace([], null, 1), null)
})
