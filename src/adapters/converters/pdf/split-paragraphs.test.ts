import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Block, boundsOf, type Line } from './page-layout.ts'
import { splitParagraphs } from './split-paragraphs.ts'

function line(text: string, row: number, style: Partial<Line> = {}): Line {
  const [x0, x1, y0, y1] = [0, 5 * text.length, 12 * row, 12 * row + 10]
  const plain = { size: 10, face: '', monospace: false, bold: false, italic: false, order: row, tagged: null }
  return { text, x0, x1, y0, y1, ...plain, ...style }
}

const textsOf = (lines: Line[]) => {
  const block: Block = { ...boundsOf(lines), lines, table: null, role: 'body' }
  return splitParagraphs(block).map(paragraph => paragraph.lines.map(({ text }) => text).join(' '))
}

test('a sentence that goes on in another style is one paragraph', () => {
  const lines = [
    line('The final version must be submitted in the', 0, { bold: true }),
    line('proceedings. It has the same length, so use', 1),
    line('spie.cls.', 2, { monospace: true }),
  ]
  assert.equal(textsOf(lines).length, 1)
})

test('a heading is a paragraph of its own, also when it fills its line', () => {
  const lines = [
    line('How the results of the tool were measured', 0, { bold: true }),
    line('We ran it on fifteen papers, which we list.', 1),
  ]
  assert.deepEqual(
    textsOf(lines),
    lines.map(({ text }) => text),
  )
})

test('a short line in another style is a paragraph of its own, whatever follows it', () => {
  const lines = [line('Options', 0, { bold: true }), line('is the chapter that describes them all here.', 1)]
  assert.equal(textsOf(lines).length, 2)
})

test('the title of a box is a paragraph of its own', () => {
  const lines = [
    line('Title', 0, { y0: 0, y1: 10 }),
    line('This text is inside of the box, and it is long', 0, { y0: 16, y1: 26 }),
    line('enough for two lines.', 0, { y0: 28, y1: 38 }),
  ]
  assert.equal(textsOf(lines).length, 2)
})

test('entries of a contents page and numbered lines of an algorithm are paragraphs of their own', () => {
  const entries = [line('Introduction . . . . . . . 1', 0), line('The parts of the tool . . 2', 1)]
  assert.equal(textsOf(entries).length, 2)
  const steps = [line('(a9) repeat the step', 0), line('(a10) until it is done', 1)]
  assert.equal(textsOf(steps).length, 2)
})

test('numbers that count on at the same place begin items and notes', () => {
  const lines = [
    line('1 Partition the set of sites into blocks.', 0),
    line('2 Compute a tree for each block and combine', 1),
    line('them.', 2, { x0: 10 }),
    line('3 Find the best partition.', 3),
  ]
  assert.deepEqual(textsOf(lines), [
    '1 Partition the set of sites into blocks.',
    '2 Compute a tree for each block and combine them.',
    '3 Find the best partition.',
  ])
  assert.equal(
    textsOf([line('[^4] The first note.', 0), line('[^5] The second note, which is', 1)]).length,
    2,
  )
  assert.equal(
    textsOf([line('We counted them and found more than', 0), line('2 errors in each of them.', 1)]).length,
    1,
  )
})

test('signs begin footnotes, and numbers of sections the entries of a contents page', () => {
  const notes = [line('∗ Work supported by the town', 0), line('† Present address: Dublin', 1)]
  const block: Block = { ...boundsOf(notes), lines: notes, table: null, role: 'footnote' }
  assert.equal(splitParagraphs(block).length, 2)
  const entries = [line('V.1. Sections 3', 0), line('V.2. Appendices 3', 1), line('VI. Tables 5', 2)]
  assert.equal(textsOf(entries).length, 3)
})

test('a numbered heading is not joined with the indented text below it', () => {
  const lines = [
    line('(1) The law on contagious diseases was changed', 0),
    line('The law that was passed in January has three', 1, { x0: 12 }),
    line('parts, of which the first is about insurance.', 2),
  ]
  assert.equal(textsOf(lines).length, 2)
})

test('the number of a reference at the beginning of a line inside a sentence begins no item', () => {
  const lines = [
    line('generate new keys over time. More recent work of', 0),
    line('[16] extends the approach of [14] to enable them', 1),
  ]
  assert.equal(textsOf(lines).length, 1)
  const list = [
    line('[15] A. Author. A long title of a work that ends', 0),
    line('[16] B. Author. Another title.', 1),
  ]
  assert.equal(textsOf(list).length, 2)
})

test('the heading of the first part of a section is apart from that of the section', () => {
  const lines = [line('4 Future Work', 0, { size: 12 }), line('4.1 Board ports', 1, { size: 12 })]
  assert.deepEqual(textsOf(lines), ['4 Future Work', '4.1 Board ports'])
})
