import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { inferLabels, readPrintedLabels } from './infer-labels.ts'
import type { Line, PageLayout } from './page-layout.ts'

/** What a page prints: in its head, in its foot, and how many lines of text; `label` is what the file declares. */
type Printed = {
  head?: string
  foot?: string
  more?: [text: string, y: number][]
  /** In larger print, above the text. */
  heading?: string
  /** Numbers of the lines, in the left margin. */
  counted?: (row: number) => string
  lines?: number
  label?: string
}

function line(text: string, y: number, x = 100, size = 10): Line {
  return {
    text,
    x0: x,
    x1: x + 6 * text.length,
    y0: y,
    y1: y + size,
    size,
    monospace: false,
    bold: false,
    italic: false,
    face: '',
    order: 0,
    tagged: null,
  }
}

function layout(printed: readonly Printed[]): PageLayout[] {
  return printed.map(({ head, foot, heading, counted, more = [], lines = 30, label = null }, at) => {
    const body = Array.from({ length: lines }, (_, row) => {
      const text = line(`line ${at}.${row} of the text`, 120 + 18 * row)
      return counted === undefined ? [text] : [line(counted(row), 120 + 18 * row, 20), text]
    }).flat()
    const all = [
      ...(head === undefined ? [] : [line(head, 40, at % 2 === 0 ? 400 : 100)]),
      ...(heading === undefined ? [] : [line(heading, 60, 100, 14)]),
      ...body,
      ...more.map(([text, y]) => line(text, y)),
      ...(foot === undefined ? [] : [line(foot, 760, 300)]),
    ]
    const blocks = [{ x0: 0, y0: 0, x1: 600, y1: 800, lines: all, table: null, role: 'body' as const }]
    return {
      number: at + 1,
      label,
      width: 600,
      height: 800,
      blocks,
      zones: [],
      rules: [],
      turn: 0,
      ocr: false,
    }
  })
}

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)
const none = (count: number): null[] => Array.from({ length: count }, () => null)

const cases: [promise: string, printed: Printed[], expected: (string | number | null)[]][] = [
  ['a number alone in the foot', range(1, 6).map(n => ({ foot: `${n}` })), range(1, 6)],
  ['a number between dashes', range(7, 12).map(n => ({ foot: `– ${n} –` })), range(7, 12)],
  ['“Page 3 of 12”', range(1, 4).map(n => ({ foot: `Page ${n} of 4` })), range(1, 4)],
  ['“3/12”', range(1, 4).map(n => ({ foot: `${n}/4` })), range(1, 4)],
  ['“Seite 3 von 12”', range(3, 8).map(n => ({ head: `Seite ${n} von 12` })), range(3, 8)],
  [
    'the outer edge of a running head',
    range(464, 469).map(n => ({ head: n % 2 === 0 ? `${n} L. Lessig` : `Free Culture ${n}` })),
    range(464, 469),
  ],
  [
    'a running head with volume, year and page',
    range(463, 468).map(n => ({ head: `IEEE TRANSACTIONS, VOL. 12, NO. 3, MARCH 2004 ${n}` })),
    range(463, 468),
  ],
  [
    'Roman numerals before Arabic ones',
    [...['i', 'ii', 'iii', 'iv'].map(foot => ({ foot })), ...range(1, 5).map(n => ({ foot: `${n}` }))],
    ['i', 'ii', 'iii', 'iv', ...range(1, 5)],
  ],
  [
    'a short preface in the place where the numbers of the book are',
    [{ foot: 'xiii' }, { foot: 'xiv' }, ...range(1, 5).map(n => ({ foot: `${n}` }))],
    ['xiii', 'xiv', ...range(1, 5)],
  ],
  [
    'chapters with their own count',
    [...range(1, 4).map(n => ({ foot: `A-${n}` })), ...range(1, 4).map(n => ({ foot: `B-${n}` }))],
    [...range(1, 4).map(n => `A-${n}`), ...range(1, 4).map(n => `B-${n}`)],
  ],
  [
    'papers with their own count, one after the other',
    [...range(1, 5), ...range(1, 4)].map(n => ({ foot: `${n}` })),
    [...range(1, 5), ...range(1, 4)],
  ],
  [
    'a page without a number between two that agree',
    [{ foot: '5' }, { foot: '6' }, {}, { foot: '8' }, { foot: '9' }],
    range(5, 9),
  ],
  [
    'a page between two numbers that do not agree has none',
    [...range(1, 4).map(n => ({ foot: `${n}` })), { lines: 1 }, ...range(7, 11).map(n => ({ foot: `${n}` }))],
    [...range(1, 4), null, ...range(7, 11)],
  ],
  [
    'the first page of an article is counted back from the second',
    [{}, ...range(466, 470).map(n => ({ head: `${n}` }))],
    range(465, 470),
  ],
  [
    'a chapter opens with its number in the foot',
    [{ foot: '81' }, ...range(82, 86).map(n => ({ head: `${n} Chapter` }))],
    range(81, 86),
  ],
  [
    'a cover with little text is not counted, nor is the second page before a run',
    [{ lines: 4 }, ...range(249, 253).map(n => ({ foot: `${n}` }))],
    [null, ...range(249, 253)],
  ],
  [
    'two pages before a run',
    [{}, {}, ...range(5, 9).map(n => ({ foot: `${n}` }))],
    [null, 4, ...range(5, 9)],
  ],
  [
    'a last page without a number has the head of the others',
    [...range(5, 9).map(n => ({ head: 'Sea Journal', foot: `${n}` })), { head: 'Sea Journal' }],
    range(5, 10),
  ],
  [
    'an advertisement after the last page is not counted',
    [...range(5, 9).map(n => ({ head: 'Sea Journal', foot: `${n}` })), { head: 'Our other journals' }],
    [...range(5, 9), null],
  ],
  ['no page comes before 1', [{}, ...range(1, 5).map(n => ({ foot: `${n}` }))], [null, ...range(1, 5)]],
  [
    'the number in the volume, not the number in the paper',
    range(1, 5).map(n => ({
      foot: `11th Symposium ${n + 248}`,
      more: [[`${n}`, 735]] as [string, number][],
    })),
    range(249, 253),
  ],
  [
    'a letter that text recognition read for a digit',
    ['338', '339', '34O', '341'].map(foot => ({ foot })),
    range(338, 341),
  ],
  [
    'an excerpt whose pages are not consecutive',
    [2, 4, 10, 15, 19, 27].map(n => ({ foot: `${n}` })),
    [2, 4, 10, 15, 19, 27],
  ],
  [
    'an excerpt whose numbers are beside running heads on some pages',
    ['iii', '2', 'Chapter 1. Roles 11', 'Chapter 3. Access 15', '20', '28', '124'].map(foot => ({ foot })),
    ['iii', 2, 11, 15, 20, 28, 124],
  ],
  [
    'a preface of one page with a number',
    [{ lines: 3 }, { foot: 'ii' }, ...range(1, 5).map(n => ({ head: `${n}` }))],
    [null, 'ii', ...range(1, 5)],
  ],
  ['“第 3 页 共 6 页”', range(1, 6).map(n => ({ foot: `第${n}页 共6页` })), range(1, 6)],
  ['“共 6 页，第 3 页”', range(1, 6).map(n => ({ foot: `共6页，第${n}页` })), range(1, 6)],
  ['“3 ページ”, in wide digits', ['３', '４', '５', '６'].map(n => ({ foot: `${n}ページ` })), range(3, 6)],
  ['“3. oldal”', range(3, 6).map(n => ({ foot: `${n}. oldal` })), range(3, 6)],
  ['“strona 3 z 12”', range(3, 6).map(n => ({ foot: `Strona ${n} z 12` })), range(3, 6)],
  [
    'articles with a number of their own',
    range(1, 5).map(n => ({ head: `111:${n}` })),
    range(1, 5).map(n => `111:${n}`),
  ],
  ['a single page that says how many there are', [{ foot: 'Page 3 of 12' }], [3]],
  ['the year in every foot', range(1, 6).map(() => ({ foot: '2004' })), none(6)],
  ['one year for each page', range(1996, 2000).map(n => ({ head: `${n}` })), none(5)],
  ['one figure on each page', range(1, 6).map(n => ({ foot: `Figure ${n}` })), none(6)],
  ['a date in every head', range(1, 6).map(() => ({ head: '12 March 2004' })), none(6)],
  [
    'section numbers',
    ['1 Introduction', '1 Introduction', '2 Methods', '2 Methods', '3'].map(head => ({ head })),
    none(5),
  ],
  ['table figures at the margin', [812, 40, 333, 7, 1500, 92].map(n => ({ foot: `${n}` })), none(6)],
  [
    'numbers that rise, but in another place on each page',
    range(1, 6).map((n, at) => ({ more: [[`${n}`, 30 + 11 * at]] as [string, number][] })),
    none(6),
  ],
  [
    'numbers of lines that go on from page to page',
    range(0, 5).map(at => ({ counted: (row: number) => `${30 * at + row + 1}` })),
    none(6),
  ],
  [
    'numbers of lines that begin again on each page, beside page numbers',
    range(1, 6).map(n => ({ counted: (row: number) => `${row + 1}`, foot: `${n}` })),
    range(1, 6),
  ],
  [
    'titles of slides with their number',
    range(1, 6).map(n => ({ heading: `${n} Rivers and stones` })),
    none(6),
  ],
  ['items of a list', range(1, 6).map(n => ({ head: `${n}. Rivers and stones` })), none(6)],
  [
    'numbers of footnotes',
    [3, 5, 9, 12, 14, 19].map(n => ({ foot: `${n} See the notes on rivers.` })),
    none(6),
  ],
  [
    'numbers of sections on two pages of four',
    [{}, { more: [['2', 90]] as [string, number][] }, {}, { more: [['4', 90]] as [string, number][] }],
    none(4),
  ],
  ['pointers to the next page', range(2, 7).map(n => ({ foot: `Continued on page ${n}` })), none(6)],
  ['stamps with leading zeros', range(1, 6).map(n => ({ foot: `00012${n}` })), none(6)],
  ['a single page', [{ foot: '3' }], none(1)],
  ['two pages', [{ foot: 'Page 1' }, { foot: 'Page 2' }], [1, 2]],
  [
    'three numbers in a long document',
    [...range(1, 3).map(n => ({ foot: `${n}` })), ...none(60).map(() => ({}))],
    none(63),
  ],
]

describe('printed numbers', () => {
  for (const [promise, printed, expected] of cases)
    test(promise, () =>
      assert.deepEqual(
        readPrintedLabels(layout(printed)),
        expected.map(label => (label === null ? null : String(label))),
      ),
    )
})

describe('labels of the file', () => {
  const inferred = (
    declared: (n: number) => string,
    printed: (n: number) => string | undefined,
    head?: (n: number) => string,
  ) => {
    const pages = range(1, 5).map(n => {
      const foot = printed(n)
      return {
        label: declared(n),
        ...(foot === undefined ? {} : { foot }),
        ...(head === undefined ? {} : { head: head(n) }),
      }
    })
    const { pages: labelled, labelSource } = inferLabels(layout(pages))
    return [labelSource, labelled[0]?.label, labelled[4]?.label]
  }
  test('give way to other numbers that most pages print', () => {
    assert.deepEqual(
      inferred(
        n => (n < 3 ? 'iv'.slice(2 - n) : `${n - 2}`),
        n => `${n + 100}`,
      ),
      ['printed', '101', '105'],
    )
    assert.deepEqual(
      inferred(
        n => `${n - 1}`,
        n => `2-${n}`,
      ),
      ['printed', '2-1', '2-5'],
    )
  })
  test('stay when the pages print the number in the paper, and they are numbers in a volume', () =>
    assert.deepEqual(
      inferred(
        n => String(n + 462),
        n => `${n}`,
      ),
      ['embedded', '463', '467'],
    ))
  test('stay when few pages print other numbers', () =>
    assert.deepEqual(
      inferred(
        n => `${n + 6}`,
        n => (n < 3 ? `${n + 100}` : undefined),
      ),
      ['embedded', '7', '11'],
    ))
  test('stay when the pages print them beside other numbers', () =>
    assert.deepEqual(
      inferred(
        n => `${n + 6}`,
        n => `${n + 6}`,
        n => `Case 1:20 Document 12 Page ${n + 100} of 120`,
      ),
      ['embedded', '7', '11'],
    ))
  test('stay when they only add the part that the page leaves out', () =>
    assert.deepEqual(
      inferred(
        n => `A-${n + 6}`,
        n => `${n + 6}`,
      ),
      ['embedded', 'A-7', 'A-11'],
    ))
  test('stay when each chapter begins with page 1', () => {
    const pages = [...range(1, 4), ...range(1, 4), ...range(1, 4)]
    const { labelSource } = inferLabels(layout(pages.map((n, at) => ({ label: `${at + 7}`, foot: `${n}` }))))
    assert.equal(labelSource, 'embedded')
  })
  test('that only repeat 1, 2, 3 … give way to other printed numbers', () =>
    assert.deepEqual(
      inferred(
        n => `${n}`,
        n => `${n + 462}`,
      ),
      ['printed', '463', '467'],
    ))
  test('that only repeat 1, 2, 3 … stay when nothing else is printed', () => {
    assert.deepEqual(
      inferred(
        n => `${n}`,
        n => `${n}`,
      ),
      ['embedded', '1', '5'],
    )
    assert.deepEqual(
      inferred(
        n => `${n}`,
        () => undefined,
      ),
      ['embedded', '1', '5'],
    )
  })
  test('no labels and no numbers are no labels', () => {
    const { pages, labelSource } = inferLabels(layout(none(4).map(() => ({}))))
    assert.deepEqual([labelSource, pages.map(page => page.label)], ['none', none(4)])
  })
})

test('a declared label that differs from the printed one only in its capitals is written as printed', () => {
  const front = ['I', 'II', 'III', 'IV'].map(foot => ({ foot, label: foot.toLowerCase() }))
  const rest = [1, 2, 3, 4, 5].map(number => ({ foot: `${number}`, label: `${number}` }))
  const { pages, labelSource } = inferLabels(layout([...front, ...rest]))
  assert.deepEqual(
    pages.map(({ label }) => label),
    ['I', 'II', 'III', 'IV', '1', '2', '3', '4', '5'],
  )
  assert.equal(labelSource, 'embedded')
})
