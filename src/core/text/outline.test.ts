import assert from 'node:assert/strict'
import test from 'node:test'
import type { Page } from '../model/document.ts'
import { outlineFromHeadings, pagesOfSpan, sectionPathAt } from './outline.ts'

const headingCases: [name: string, markdown: string, headings: [number, string][]][] = [
  [
    'ATX headings of six levels',
    '# A\n## B ##\n###### C\n####### no',
    [
      [1, 'A'],
      [2, 'B'],
      [6, 'C'],
    ],
  ],
  [
    'underlined headings',
    'Title\n=====\n\nPart\n---\n\ntext',
    [
      [1, 'Title'],
      [2, 'Part'],
    ],
  ],
  ['a rule under several lines is no heading', 'one\ntwo\n---\n', []],
  ['a hash without a space is no heading', '#tag\n\n#', []],
  ['nothing inside fences', '```\n# a\n```\n~~~~\n# b\n~~~\n# c\n~~~~\n# D', [[1, 'D']]],
  ['nothing behind an open fence', '# A\n```\n# b', [[1, 'A']]],
  ['nothing inside comments and preformatted HTML', '<!--\n# a\n-->\n<pre>\n# b\n</pre>\n# C', [[1, 'C']]],
  ['nothing in indented code', 'text\n\n    # a\n', []],
  ['nothing in front matter', '---\ntitle: x\n---\n# A', [[1, 'A']]],
  [
    'titles are plain text',
    '# **Bold** `code` [link](http://x) _it_ \\# {#id}',
    [[1, 'Bold code link it #']],
  ],
  ['snake_case in titles is kept', '# list_of_things', [[1, 'list_of_things']]],
  ['a dash below a table row is no heading', '| a |\n---\n', []],
  [
    'Windows line ends',
    'A\r\n===\r\n## B\r\n',
    [
      [1, 'A'],
      [2, 'B'],
    ],
  ],
]

for (const [name, markdown, headings] of headingCases)
  test(`headings: ${name}`, () => {
    assert.deepEqual(
      outlineFromHeadings(markdown).map(entry => [entry.level, entry.title]),
      headings,
    )
  })

test('a heading starts where its line does', () => {
  assert.deepEqual(
    outlineFromHeadings('text\n\n## B\n\nC\n-').map(entry => entry.start),
    [6, 12],
  )
})

const outline = [
  { level: 1, title: 'A', start: 10 },
  { level: 3, title: 'A.x', start: 20 },
  { level: 2, title: 'A.1', start: 30 },
  { level: 3, title: 'A.1.1', start: 40 },
  { level: 1, title: 'B', start: 50 },
]

for (const [offset, path] of [
  [0, []],
  [10, ['A']],
  [25, ['A', 'A.x']],
  [30, ['A', 'A.1']],
  [49, ['A', 'A.1', 'A.1.1']],
  [1000, ['B']],
] as const)
  test(`the section path at ${offset} is ${JSON.stringify(path)}`, () => {
    assert.deepEqual(sectionPathAt(outline, offset), path)
  })

test('pages count only where characters lie on them', () => {
  const markdown = 'one\n\n   \n\ntwo\n\nthree'
  const pages: Page[] = [
    { number: 1, label: 'i', start: 0, end: 5, ocr: false },
    { number: 2, label: null, start: 5, end: 10, ocr: false },
    { number: 3, label: '1', start: 10, end: 15, ocr: false },
    { number: 4, label: '2', start: 15, end: 20, ocr: false },
  ]
  assert.deepEqual(pagesOfSpan({ pages, markdown }, { start: 0, end: 3 }), {
    first: 1,
    last: 1,
    firstLabel: 'i',
    lastLabel: 'i',
  })
  assert.deepEqual(pagesOfSpan({ pages, markdown }, { start: 0, end: 13 }), {
    first: 1,
    last: 3,
    firstLabel: 'i',
    lastLabel: '1',
  })
  assert.deepEqual(pagesOfSpan({ pages, markdown }, { start: 5, end: 15 }), {
    first: 3,
    last: 3,
    firstLabel: '1',
    lastLabel: '1',
  })
  assert.equal(pagesOfSpan({ pages, markdown }, { start: 5, end: 9 }), null)
  assert.equal(pagesOfSpan({ pages: [], markdown }, { start: 0, end: 20 }), null)
})
