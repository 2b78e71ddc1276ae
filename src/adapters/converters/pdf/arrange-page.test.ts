import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrangePages } from './arrange-page.ts'
import type { Block, PageLayout } from './page-layout.ts'
import { block, page } from './test/layout-fixtures.ts'

const textsOf = (blocks: readonly Block[]) =>
  blocks.map(({ lines }) => lines.map(line => line.text).join(' '))
const arrange = (...pages: PageLayout[]) => arrangePages(pages).map(({ page: { blocks } }) => textsOf(blocks))

const filler = (x: number, y: number, order: number) =>
  block(['Other text fills the page so that', 'its size is the usual one and the', 'rest can be compared.'], {
    x,
    y,
    order,
  })

test('a sentence that goes on in the next column is one paragraph; its footnote and a caption do not cut it', () => {
  const [texts = []] = arrange(
    page([
      filler(0, 100, 0),
      block(['The last paragraph of the column', 'does not end here because it has a'], {
        x: 0,
        y: 500,
        order: 10,
      }),
      block(['1 A footnote of the left column.'], { x: 0, y: 700, order: 20, size: 8 }),
      block(['Figure 1: A caption at the top.'], { x: 300, y: 100, order: 30 }),
      block(['rest in the right column.'], { x: 300, y: 200, order: 40 }),
      filler(300, 300, 50),
    ]),
  )
  const sentence =
    'The last paragraph of the column does not end here because it has a rest in the right column.'
  assert.ok(texts.includes(sentence), texts.join('\n'))
  assert.ok(texts.indexOf('1 A footnote of the left column.') < texts.indexOf(sentence))
  assert.equal(texts.indexOf('Figure 1: A caption at the top.'), texts.indexOf(sentence) + 1)
})

test('a sentence that goes on on the next page is at the end of its page, and the rest at the start of the next', () => {
  const pages = arrangePages([
    page([
      filler(0, 100, 0),
      block(['The last paragraph of the page', 'does not end here because it has a'], {
        x: 0,
        y: 500,
        order: 10,
      }),
      block(['1 A footnote below the text.'], { x: 0, y: 700, order: 20, size: 8 }),
    ]),
    page(
      [
        block(['Figure 2: A caption at the top.'], { x: 0, y: 100, order: 0 }),
        block(['rest on the next page.'], { x: 0, y: 200, order: 10 }),
        filler(0, 300, 20),
      ],
      { number: 2 },
    ),
  ]).map(arranged => arranged.page.blocks)
  assert.match(textsOf(pages[0] ?? []).at(-1) ?? '', /^The last paragraph/)
  assert.deepEqual(textsOf(pages[1] ?? []).slice(0, 2), [
    'rest on the next page.',
    'Figure 2: A caption at the top.',
  ])
  assert.equal(pages[1]?.[0]?.isContinued, true)
})

test('a sentence about a figure is no caption', () => {
  const [first] = arrangePages([
    page([
      filler(0, 100, 0),
      block(['Figure 3 shows that this is running', 'text with a second line.'], { x: 0, y: 300, order: 9 }),
    ]),
  ])
  assert.deepEqual(
    first?.page.blocks.map(({ role }) => role),
    ['body', 'body'],
  )
})

/** A page whose left column ends inside a sentence that goes on in the right one, with something between them. */
const brokenBy = (...between: Block[]) =>
  page([
    filler(0, 100, 0),
    block(['The last paragraph of the column', 'does not end here because it has a'], {
      ...{ x: 0, y: 500, order: 10 },
    }),
    ...between,
    block(['rest in the right column that is', 'long enough.'], { x: 300, y: 400, order: 60 }),
    filler(300, 500, 70),
  ])
const whole =
  'The last paragraph of the column does not end here because it has a rest in the right column that is long enough.'

const interruptions: Record<string, Block[]> = {
  'a notice without a mark': [
    block(['The authors are with the archive.', 'They were paid by the town.'], {
      ...{ x: 0, y: 700, order: 20, size: 8 },
    }),
  ],
  'a notice whose words are far apart': [
    block(['Editors:'], { x: 0, y: 700, order: 20, size: 8, width: 40 }),
    block(['town@example.org'], { x: 120, y: 700, order: 21, size: 8, width: 80 }),
    block(['http://example.org and more', 'of the notice.'], { x: 0, y: 707, order: 22, size: 8 }),
  ],
  'a listing above its caption': [
    block(['CREATE TABLE page (number);', 'CREATE TABLE word (text);'], {
      x: 300,
      y: 100,
      order: 20,
      size: 7,
    }),
    block(['}'], { x: 300, y: 140, order: 30, size: 7, width: 5 }),
    block(['Figure 3: A listing.'], { x: 300, y: 165, order: 40 }),
  ],
  'a footnote above a table': [
    block(['1 A footnote of the left column.'], { x: 0, y: 560, order: 20, size: 8 }),
    block(['Table 1: Results.'], { x: 0, y: 600, order: 30 }),
    block(['| a | b |'], { x: 0, y: 640, order: 40, role: 'table' }),
  ],
  'a footnote below a table': [
    block(['Table 1: Results.'], { x: 0, y: 560, order: 20 }),
    block(['| a | b |'], { x: 0, y: 600, order: 30, role: 'table' }),
    block(['1 A footnote of the left column.'], { x: 0, y: 700, order: 40, size: 8 }),
  ],
  'a caption whose label is set apart': [
    block(['Figure 8:'], { x: 300, y: 300, order: 20, size: 9, width: 30 }),
    block(['Results of sixteen trials'], { x: 340, y: 300, order: 30, size: 9 }),
  ],
}

for (const [name, between] of Object.entries(interruptions))
  test(`${name} does not cut a sentence`, () => {
    const [texts = []] = arrange(brokenBy(...between))
    assert.ok(texts.includes(whole), texts.join('\n'))
  })

test('a number with a decimal point at the end of a page does not end its sentence', () => {
  const pages = arrange(
    page([
      filler(0, 100, 0),
      block(['The last paragraph of the page', 'was measured with 53.1'], { x: 0, y: 500, order: 10 }),
      block(['1 A footnote below the text.'], { x: 0, y: 700, order: 20, size: 8 }),
    ]),
    page([block(['days of work.'], { x: 0, y: 100 }), filler(0, 300, 20)], { number: 2 }),
  )
  assert.match(pages[0]?.at(-1) ?? '', /53\.1$/)
})

test('nothing comes between a sentence that ends with a colon and its list', () => {
  const [texts = []] = arrange(
    page([
      filler(0, 100, 0),
      block(['We consider the following', 'two cases:'], { x: 0, y: 500, order: 10 }),
      block(['1 A footnote of the left column.'], { x: 0, y: 700, order: 20, size: 8 }),
      block(['(a) the first of them.'], { x: 300, y: 100, order: 30 }),
      filler(300, 300, 40),
    ]),
  )
  const lead = texts.indexOf('We consider the following two cases:')
  assert.equal(texts[lead + 1], '(a) the first of them.')
})

test('running text directly below a caption is not part of it', () => {
  const [first] = arrangePages([
    page([
      filler(0, 100, 0),
      block(['Figure 5: A caption.', 'It has two lines.'], { x: 0, y: 300, order: 9, size: 9 }),
      filler(0, 326, 20),
    ]),
  ])
  assert.deepEqual(
    first?.page.blocks.map(({ role }) => role),
    ['body', 'caption', 'body'],
  )
})

test('labels inside a drawing are not running text', () => {
  const [first] = arrangePages([
    page([filler(0, 100, 0), block(['0.5'], { x: 40, y: 400, order: 9, width: 12 })], {
      zones: [{ x0: 20, y0: 350, x1: 200, y1: 500 }],
    }),
  ])
  assert.deepEqual(
    first?.page.blocks.map(({ role }) => role),
    ['body', 'figure'],
  )
})

test('a section number in the style of the text begins a paragraph, and the text below it another', () => {
  const blocks = block(
    [
      'Text that fills its line from edge to edge before.',
      '3.1 Copying',
      'Problem: to copy a text from one place to another',
      'without a change.',
    ],
    { x: 0, y: 100 },
  )
  const lines = blocks.lines.map((line, index) => (index === 1 ? { ...line, x1: 60 } : line))
  const [texts = []] = arrange(page([{ ...blocks, lines }]))
  assert.deepEqual(texts, [
    'Text that fills its line from edge to edge before.',
    '3.1 Copying',
    'Problem: to copy a text from one place to another without a change.',
  ])
})

test('a bold heading inside the frame of a drawing that covers running text is no label', () => {
  const prose = (y: number) =>
    block(
      [
        'Running text of a usual width that has several lines',
        'and is inside the frame of a drawing that shows',
        'only a part of what its frame covers on the page.',
      ],
      { x: 0, y },
    )
  const heading = block(['3 The design of the code'], { x: 0, y: 180, bold: true, size: 12 })
  const zones = [{ x0: 0, y0: 80, x1: 300, y1: 300 }]
  const [arranged] = arrangePages([page([prose(100), heading, prose(210), prose(400)], { zones })])
  const found = arranged?.page.blocks.find(({ lines }) => lines[0]?.text === '3 The design of the code')
  assert.equal(found?.role, 'body')
})

test('a frame around an example is not the rule above footnotes', () => {
  const rules = [
    { x0: 0, x1: 150, y0: 600, y1: 600.5 },
    { x0: 0, x1: 0.5, y0: 600, y1: 640 },
  ]
  const example = block(['An example in a frame.', 'It is small.'], { x: 4, y: 606, order: 9, size: 8 })
  const rolesOf = (of: typeof rules) =>
    arrangePages([page([filler(0, 100, 0), example], { rules: of })])[0]?.page.blocks.map(({ role }) => role)
  assert.deepEqual(rolesOf(rules), ['body', 'body'])
  assert.deepEqual(rolesOf(rules.slice(0, 1)), ['body', 'footnote'])
})
