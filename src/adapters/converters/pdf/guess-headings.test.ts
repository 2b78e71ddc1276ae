import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listParts } from './document-parts.ts'
import { findTitle } from './find-title.ts'
import { guessHeadings } from './guess-headings.ts'
import type { Block } from './page-layout.ts'
import { block, page } from './test/layout-fixtures.ts'
import { toPageLines } from './write-markdown.ts'

const prose = (y: number) =>
  block(
    [
      'Running text of the document that is long enough to be',
      'what most letters of it belong to. It has a few lines,',
      'so that headings can be told from it by their size and',
      'weight, and it ends with a full stop.',
    ],
    { x: 72, y, width: 400 },
  )
const pagesOf = (...blocks: Block[]) => [toPageLines(page(blocks))]
const headingsOf = (...blocks: Block[]) => {
  const pages = pagesOf(...blocks)
  return guessHeadings(pages, listParts(pages), new Set()).map(({ level, title }) => [level, title])
}
const line = (text: string, y: number, style: { size?: number; bold?: boolean } = {}) =>
  block([text], { x: 72, y, width: 200, ...style })

test('numbered headings are nested by their numbers, also when they are only bold', () => {
  assert.deepEqual(
    headingsOf(
      line('1 Leaves', 80, { bold: true }),
      prose(100),
      line('1.1 Green leaves', 180, { bold: true }),
      prose(200),
      line('2 Water', 280, { bold: true }),
      prose(300),
    ),
    [
      [1, '1 Leaves'],
      [2, '1.1 Green leaves'],
      [1, '2 Water'],
    ],
  )
})

test('the usual names of sections need no other sign', () => {
  assert.deepEqual(headingsOf(line('Abstract', 80), prose(100), line('References', 280), prose(300)), [
    [1, 'Abstract'],
    [1, 'References'],
  ])
})

test('sentences, addresses and numbered items in the style of the text are no headings', () => {
  assert.deepEqual(
    headingsOf(
      prose(20),
      line('1. This is the first item of a list', 80),
      line('tea@example.org', 120, { bold: true }),
      line('A bold sentence that ends with a full stop.', 140, { bold: true }),
      prose(160),
    ),
    [],
  )
})

test('the title is the largest text before the first section, and what is with it is no heading', () => {
  const pages = pagesOf(
    line('Preprint of the Tea Society', 40, { size: 9 }),
    line('On the Steeping of', 60, { size: 18 }),
    line('Leaves', 80, { size: 18 }),
    line('A. Author and B. Author', 100, { size: 12 }),
    line('Abstract', 130, { bold: true }),
    prose(150),
  )
  const parts = listParts(pages)
  const { title, parts: above } = findTitle(parts, null)
  assert.equal(title, 'On the Steeping of Leaves')
  assert.deepEqual(
    guessHeadings(pages, parts, above).map(heading => heading.title),
    ['Abstract'],
  )
})

test('a declared title counts when it is printed, or when no other is', () => {
  const printed = listParts(pagesOf(line('On Tea', 60, { size: 18 }), prose(100)))
  assert.equal(findTitle(printed, 'Microsoft template').title, 'On Tea')
  const wider = listParts(pagesOf(line('ON TEA AND WATER', 60, { size: 18 }), prose(100)))
  assert.equal(findTitle(wider, 'On Tea and Water').title, 'On Tea and Water')
  assert.equal(findTitle(listParts(pagesOf(prose(100))), 'Declared').title, 'Declared')
})

test('a chapter number and the name below it are one heading', () => {
  assert.deepEqual(
    headingsOf(
      line('Chapter 1', 80, { size: 20, bold: true }),
      line('Leaves', 110, { size: 24, bold: true }),
      prose(140),
      prose(180),
      prose(210),
      line('Chapter 2', 240, { size: 20, bold: true }),
      line('Water', 270, { size: 24, bold: true }),
      prose(300),
      prose(340),
      prose(380),
      prose(420),
    ).map(([, title]) => title),
    ['Chapter 1 Leaves', 'Chapter 2 Water'],
  )
})

test('what a contents list repeats from the text is no heading', () => {
  assert.deepEqual(
    headingsOf(
      line('Contents', 20, { size: 14, bold: true }),
      line('1 Leaves', 40, { bold: true }),
      line('2 Water', 60, { bold: true }),
      line('1 Leaves', 90, { size: 14, bold: true }),
      prose(110),
      line('2 Water', 190, { size: 14, bold: true }),
      prose(210),
    ),
    [
      [1, 'Contents'],
      [1, '1 Leaves'],
      [1, '2 Water'],
    ],
  )
})

test('a number without others beside it is a count, not the number of a section', () => {
  assert.deepEqual(
    headingsOf(
      line('1 Leaves', 20, { bold: true }),
      prose(40),
      line('22 PUBLICATIONS', 120),
      line('2 Water', 140, { bold: true }),
      prose(160),
      line('3 Cups', 240, { bold: true }),
      prose(260),
    ).map(([, title]) => title),
    ['1 Leaves', '2 Water', '3 Cups'],
  )
})

test('lines in a font of their own are headings when most lines in that font are', () => {
  const other = (text: string, y: number): Block => {
    const made = line(text, y)
    return { ...made, lines: made.lines.map(one => ({ ...one, face: 'Sans-Light' })) }
  }
  const serif = (y: number): Block => {
    const made = prose(y)
    return { ...made, lines: made.lines.map(one => ({ ...one, face: 'Serif-Book' })) }
  }
  assert.deepEqual(
    headingsOf(other('How it grows', 20), serif(40), other('How it is cut', 120), serif(140)).map(
      ([, title]) => title,
    ),
    ['How it grows', 'How it is cut'],
  )
})

test('the mark of a series below the title is not the title', () => {
  const cover = pagesOf(
    line('Row Permissions for Tea', 60, { size: 30 }),
    line('Redpaper', 600, { size: 50 }),
    prose(640),
  )
  assert.equal(findTitle(listParts(cover), null).title, 'Row Permissions for Tea')
})

test('what a journal prints above a title, such as the kind of text, is not the title', () => {
  const first = pagesOf(
    line('TECHNICAL REPORT', 40, { size: 18, bold: true }),
    line('Steeping leaves in cold water', 70, { size: 14, bold: true }),
    prose(110),
  )
  assert.equal(findTitle(listParts(first), null).title, 'Steeping leaves in cold water')
  const alone = pagesOf(line('Technical Report', 40, { size: 18, bold: true }), prose(110))
  assert.equal(findTitle(listParts(alone), null).title, 'Technical Report')
})

test('the author at the foot of a cover is no heading, although headings have the same style', () => {
  const sections = [80, 180, 280].flatMap(y => [line(`Leaves at ${y}`, y, { bold: true }), prose(y + 20)])
  const pages = [
    page([line('Steeping', 80, { size: 20, bold: true }), line('Ada Brewer', 600, { bold: true })]),
    page([prose(80), ...sections.slice(2)], { number: 2 }),
    page(sections, { number: 3 }),
  ].map(toPageLines)
  const parts = listParts(pages)
  const headings = guessHeadings(pages, parts, findTitle(parts, null).parts).map(({ title }) => title)
  assert.ok(!headings.includes('Ada Brewer'))
  assert.ok(headings.includes('Leaves at 180'))
})

test('a heading may consist mostly of names of programs when its other words are bold', () => {
  const code = (text: string, y: number, bold: boolean): Block => {
    const made = line(text, y, { bold, size: 12 })
    return { ...made, lines: made.lines.map(one => ({ ...one, monospace: true })) }
  }
  assert.deepEqual(
    headingsOf(code('1 steep_leaves', 20, true), prose(40), code('steep(leaves)', 140, false), prose(160)),
    [[1, '1 steep_leaves']],
  )
})

const table = (y: number): Block => ({
  ...block(['| cup | 3 |', '| pot | 12 |'], { x: 72, y, width: 300 }),
  role: 'table',
})

test('a line above a table or program is a heading when headings have its style', () => {
  const titles = headingsOf(
    line('Leaves', 20, { size: 14, bold: true }),
    prose(40),
    line('Weights', 120, { size: 14, bold: true }),
    table(140),
    line('Steeping:', 180, { size: 14, bold: true }),
    line('steep(leaves)', 200),
    line('Pots and cups', 230, { bold: true }),
    table(250),
    prose(300),
  ).map(([, title]) => title)
  assert.deepEqual(titles, ['Leaves', 'Weights', 'Steeping:'])
})

test('signs in brackets do not hide a numbered heading, and items of a list are none', () => {
  assert.deepEqual(
    headingsOf(
      line('2 Orders', 20, { bold: true }),
      prose(40),
      line('2.1 Equal cups', 120),
      prose(140),
      line('2.2 Larger cups (A <: B)', 220),
      prose(240),
      line('• Cups of the house', 320, { size: 14 }),
      prose(340),
    ).map(([, title]) => title),
    ['2 Orders', '2.1 Equal cups', '2.2 Larger cups (A <: B)'],
  )
})

test('a section at the top of a page that the contents list is not a running head', () => {
  const pages = [
    page([line('Contents', 20, { size: 14, bold: true }), line('1. Introduction', 60), line('2. Water', 80)]),
    page([line('1. Introduction', 60, { size: 18, bold: true }), prose(90), prose(180)], { number: 2 }),
  ].map(toPageLines)
  const headings = guessHeadings(pages, listParts(pages), new Set())
  assert.deepEqual(
    headings.map(({ title, page: index }) => [title, index]),
    [
      ['Contents', 0],
      ['1. Introduction', 1],
    ],
  )
})

test('the title of a slide is a heading although only a few words follow', () => {
  const pages = ['Leaves', 'Water', 'Cups'].map((title, index) =>
    toPageLines({
      ...page([line(title, 40, { size: 30 }), line('hot and dark', 120, { size: 18 })], {
        number: index + 1,
      }),
      width: 800,
      height: 600,
    }),
  )
  const headings = guessHeadings(pages, listParts(pages), new Set())
  assert.deepEqual(
    headings.map(({ title }) => title),
    ['Leaves', 'Water', 'Cups'],
  )
})
