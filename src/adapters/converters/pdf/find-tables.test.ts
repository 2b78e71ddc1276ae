import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildLines } from './build-lines.ts'
import { findTables } from './find-tables.ts'
import type { Box, Word } from './page-layout.ts'
import { word } from './test/glyph-fixtures.ts'

const level = (y: number, x0: number, x1: number): Box => ({ x0, y0: y, x1, y1: y + 0.5 })
const upright = (x: number, y0: number, y1: number): Box => ({ x0: x, y0, x1: x + 0.5, y1 })

/** Words by row, each with its place; they are drawn in this order. */
function place(rows: readonly (readonly [y: number, ...cells: [x: number, text: string][]])[]): Word[] {
  return rows
    .flatMap(([y, ...cells]) =>
      cells.flatMap(([x, text]) =>
        text.split(' ').map((part, index, parts) => {
          const letters = parts.slice(0, index).join('').length
          return word(part, { x: x + 5 * letters + 3 * index, y })
        }),
      ),
    )
    .map((one, order) => ({ ...one, order }))
}

function read(words: Word[], rules: Box[] = [], zones: Box[] = []) {
  const { tables, rest } = findTables(buildLines(words), { rules, zones })
  const rows = tables.map(table =>
    table.lines
      .flatMap(line => line.text.split('\n'))
      .filter(row => !row.startsWith('| ---'))
      .map(row =>
        row
          .slice(1, -1)
          .split('|')
          .map(cell => cell.trim()),
      ),
  )
  return { rows, rest: rest.map(line => line.text) }
}

test('a full grid of rules decides the cells; a cell over several rows or columns is repeated in each', () => {
  const words = place([
    [110, [20, 'Group'], [110, 'Both columns']],
    [130, [20, 'first'], [110, '1'], [210, '2']],
    [150, [110, '3'], [210, '4']],
  ])
  const rules = [
    ...[98, 118, 158].map(y => level(y, 10, 300)),
    level(138, 100, 300),
    ...[10, 100, 300].map(x => upright(x, 98, 158)),
    upright(200, 118, 158),
  ]
  assert.deepEqual(read(words, rules).rows, [
    [
      ['Group', 'Both columns', 'Both columns'],
      ['first', '1', '2'],
      ['first', '3', '4'],
    ],
  ])
})

test('lines of a ruled cell are one text, but rows of figures that no rule separates are rows', () => {
  const words = place([
    [110, [20, 'Name'], [110, 'Value'], [210, 'Other']],
    [130, [20, 'a label of'], [110, '10'], [210, '11']],
    [142, [20, 'two lines'], [110, '20'], [210, '21']],
    [162, [20, 'words that'], [110, 'x'], [210, 'y']],
    [174, [20, 'go on']],
  ])
  const rules = [
    ...[98, 118, 148, 180].map(y => level(y, 10, 300)),
    ...[10, 100, 200, 300].map(x => upright(x, 98, 180)),
  ]
  assert.deepEqual(read(words, rules).rows[0], [
    ['Name', 'Value', 'Other'],
    ['a label of', '10', '11'],
    ['two lines', '20', '21'],
    ['words that go on', 'x', 'y'],
  ])
})

test('between horizontal rules: a heading over columns is repeated, its neighbours are in both rows', () => {
  const words = place([
    [110, [10, 'Model'], [160, 'Accuracy']],
    [124, [110, 'Top-1'], [160, 'Top-5'], [220, 'Top-20']],
    [144, [10, 'one'], [110, '44.9'], [160, '66.8'], [220, '78.1']],
    [158, [10, 'two'], [110, '41.6'], [160, '65.0'], [220, '77.2']],
  ])
  const rules = [98, 130, 164].map(y => level(y, 8, 260))
  assert.deepEqual(read(words, rules).rows[0], [
    ['Model', 'Accuracy', 'Accuracy', 'Accuracy'],
    ['Model', 'Top-1', 'Top-5', 'Top-20'],
    ['one', '44.9', '66.8', '78.1'],
    ['two', '41.6', '65.0', '77.2'],
  ])
})

test('a label between two lines belongs to their row, or to both rows when they have figures', () => {
  const header = place([
    [110, [110, 'Sum of'], [200, 'Times']],
    [116, [10, 'System']],
    [122, [110, 'runs'], [200, 'faster']],
    [142, [110, '1'], [200, '1.5']],
    [148, [10, 'first']],
    [154, [110, '2'], [200, '2.5']],
    [174, [10, 'other'], [110, '3'], [200, '3.5']],
  ])
  const rules = [98, 128, 160, 180].map(y => level(y, 8, 240))
  assert.deepEqual(read(header, rules).rows[0], [
    ['System', 'Sum of runs', 'Times faster'],
    ['first', '1', '1.5'],
    ['first', '2', '2.5'],
    ['other', '3', '3.5'],
  ])
})

test('a long cell that reaches over the next column is not repeated there', () => {
  const words = place([
    [110, [10, 'Description'], [200, 'Place'], [260, 'Rows']],
    [130, [10, 'short text'], [200, 'north'], [260, '8']],
    [144, [10, 'another one'], [200, 'south'], [260, '4']],
    [158, [10, 'a description that is far too long for it'], [260, '3']],
    [172, [10, 'the next'], [200, 'east'], [260, '7']],
    [186, [10, 'the last'], [200, 'west'], [260, '6']],
  ])
  const rules = [98, 118, 192].map(y => level(y, 8, 290))
  assert.deepEqual(read(words, rules).rows[0]?.[3], ['a description that is far too long for it', '', '3'])
})

test('header and totals beside the rules belong to a table without outer rules; its caption does not', () => {
  const words = place([
    [110, [10, 'System'], [110, 'all'], [200, 'bad']],
    [130, [10, 'one'], [110, '10'], [200, '1']],
    [144, [10, 'two'], [110, '20'], [200, '2']],
    [164, [10, 'Total'], [110, '30'], [200, '3']],
    [184, [10, 'Table 1: All the systems of the study.']],
  ])
  const { rows, rest } = read(words, [level(116, 8, 240), level(150, 8, 240)])
  assert.deepEqual(
    rows[0]?.map(([label]) => label),
    ['System', 'one', 'two', 'Total'],
  )
  assert.deepEqual(rest, ['Table 1: All the systems of the study.'])
})

test('the lines of a cell without rules are joined when rows are farther apart', () => {
  const words = place(
    ['A', 'B', 'C', 'D', 'E', 'F'].flatMap((name, index) => {
      const y = 100 + 40 * index
      return [
        [y, [10, name], [60, 'Y'], [110, 'the result']] as const,
        [y + 12, [110, 'of this one']] as const,
      ]
    }),
  )
  assert.deepEqual(read(words).rows[0]?.[1], ['B', 'Y', 'the result of this one'])
})

test('signs of currencies belong to the figures after them', () => {
  const words = place([
    [100, [10, 'Cash'], [110, '$'], [150, '1,200'], [220, '$'], [260, '1,100']],
    [114, [10, 'Stock'], [150, '300'], [260, '250']],
    [128, [10, 'Land'], [150, '90'], [260, '80']],
    [142, [10, 'Total'], [110, '$'], [150, '1,590'], [220, '$'], [260, '1,430']],
  ])
  assert.deepEqual(read(words).rows[0]?.at(-1), ['Total', '$1,590', '$1,430'])
})

test('boxes of a diagram, scales of charts, contents and columns of the page are no tables', () => {
  const boxes = place([
    [110, [20, 'Job'], [80, 'Queue']],
    [124, [20, 'Task'], [80, 'Offer']],
    [138, [20, 'Slave'], [80, 'Node']],
  ])
  const frame = [98, 144].map(y => level(y, 10, 120))
  assert.equal(read(boxes, frame, [{ x0: 0, y0: 0, x1: 300, y1: 300 }]).rows.length, 0)
  assert.equal(read(boxes, frame).rows.length, 1)
  const scale = place(
    [500, 400, 300, 200].map((value, index) => [100 + 14 * index, [10, `${value}`], [210, `${value}`]]),
  )
  assert.equal(read(scale).rows.length, 0)
  const across = place([
    [100, [10, '10'], [60, '20'], [110, '30'], [160, '40'], [210, '50']],
    [114, [40, 'Theoretical'], [110, 'quantiles'], [170, 'of both']],
  ])
  assert.equal(read(across, [level(90, 0, 240), level(118, 0, 240)]).rows.length, 0)
  const contents = place(
    ['Start', 'Middle', 'Later', 'End'].map((title, index) => [
      100 + 14 * index,
      [10, title],
      [210, `${3 * index + 1}`],
    ]),
  )
  // The columns of a table of contents are left alone, but each title keeps its page.
  assert.deepEqual(read(contents).rows[0]?.length, 4)
  assert.deepEqual(
    findTables(buildLines(contents), { rules: [], zones: [] }).tables[0]?.lines[1]?.text,
    'Middle  4',
  )
  const names = ['Abbott', 'Bailey', 'Cadman', 'Draper', 'Elson', 'Fahey', 'Gash']
  const columns = [10, 80, 210, 290].flatMap((x, column) =>
    names.map((name, index) => word(name, { x, y: 100 + 14 * index, order: 7 * column + index })),
  )
  assert.equal(read(columns).rows.length, 0)
})

test('the headings of a table that is to be filled in are read cell by cell', () => {
  const words = place([
    [110, [20, 'no'], [60, 'plant'], [110, 'leaf'], [160, 'leaf']],
    [122, [60, 'height'], [110, 'width'], [160, 'length']],
  ])
  const rules = [
    ...[98, 130, 150, 170].map(y => level(y, 10, 210)),
    ...[10, 50, 100, 150, 210].map(x => upright(x, 98, 170)),
  ]
  assert.deepEqual(read(words, rules).rows, [[['no', 'plant height', 'leaf width', 'leaf length']]])
})

test('running text beside a contents page is no column of a table', () => {
  const column = (y: number, rows: number) =>
    Array.from({ length: rows }, (_, row): [number, [number, string]] => [
      y + 12 * row,
      [200, 'running text that fills its column here'],
    ])
  const beside = Array.from(
    { length: 5 },
    (_, row): [number, [number, string], [number, string], [number, string]] => [
      200 + 12 * row,
      [20, `Title ${row}`],
      [120, `${row + 4}`],
      [200, 'running text that fills its column here'],
    ],
  )
  const { rows } = read(place([...column(80, 6), ...beside, ...column(300, 6)]))
  assert.ok(rows.flat(2).every(cell => !cell.includes('running')))
})

test('long texts below short headings are cells, a box around running text is none', () => {
  const text = 'water that is poured over the leaves and stays there until it has their colour '
  const column = (x: number, y: number): [y: number, ...cells: [x: number, text: string][]][] =>
    Array.from({ length: 10 }, (_, index) => [
      y + 12 * index,
      [x, text.slice(0, 36)],
      [x + 220, text.slice(36, 70)],
    ])
  const words = place([[50, [20, 'Cold'], [240, 'Hot']], ...column(20, 70), ...column(20, 200)])
  const rules = [
    ...[38, 56, 190, 320].map(y => level(y, 10, 440)),
    ...[10, 230, 440].map(x => upright(x, 38, 320)),
  ]
  assert.deepEqual(read(words, rules).rows[0]?.[0], ['Cold', 'Hot'])
  assert.equal(read(words, rules).rows[0]?.length, 3)
  const boxed = place(column(20, 70).concat(column(20, 200)))
  assert.deepEqual(read(boxed, [level(60, 10, 440), level(320, 10, 440), ...rules.slice(4)]).rows, [])
})

test('figures as close as words are cells of their own, and so are the headings over them', () => {
  const words = place([
    [100, [0, 'Specimen'], [72, 'Folds'], [100.5, 'Gloss']],
    [112, [0, 'gold leaf'], [71, '32.49'], [100, '14.17']],
    [124, [0, 'baseline'], [76, '5.51'], [100, '58.79']],
    [136, [0, 'ligature'], [71, '88.75'], [100, '64.17']],
    [148, [0, 'sheet'], [71, '93.33'], [100, '85.50']],
  ])
  const tight = words.map(one => (one.x0 >= 100 ? { ...one, x0: one.x0 - 1.2, x1: one.x1 - 1.2 } : one))
  const { rows } = read(tight, [level(90, 0, 130), level(102.5, 0, 130), level(152, 0, 130)])
  assert.deepEqual(rows[0]?.[0], ['Specimen', 'Folds', 'Gloss'])
  assert.deepEqual(rows[0]?.[2], ['baseline', '5.51', '58.79'])
})
