import assert from 'node:assert/strict'
import test from 'node:test'
import { utils, write } from '@e965/xlsx'
import { convert, converterFor, failure, makeSource, sample } from '../test/make-source.ts'
import { makeZip } from '../test/make-zip.ts'
import { officeConverters } from './index.ts'
import { makeWorkbook } from './test/make-workbook.ts'
import { renderSheet } from './workbook.ts'

const sheets = {
  Bees: [['Kind', 'Size'], ['Worker', 12.5], [], ['Queen | old', 20]],
  Wax: [['Colour'], ['yellow\nbright']],
}
for (const [format, bookType] of [
  ['xlsx', 'xlsx'],
  ['xls', 'biff8'],
  ['ods', 'ods'],
] as const)
  test(`${format}: sheets are pages under their names, in order`, async () => {
    const bytes = makeWorkbook(bookType, sheets)
    const { markdown, pages, fileType } = await convert(
      converterFor(officeConverters(), format),
      makeSource(`a.${format}`, bytes),
    )
    assert.equal(fileType, format)
    assert.deepEqual(
      pages.map(page => markdown.slice(page.start, page.end)),
      [
        '## Bees\n\n| Kind | Size |\n| --- | --- |\n| Worker | 12.5 |\n| Queen \\| old | 20 |\n',
        '## Wax\n\n| Colour |\n| --- |\n| yellow bright |\n',
      ],
    )
  })

test('dates and formulas are shown as their values', async () => {
  const sheet = utils.aoa_to_sheet([
    ['When', 'Sum'],
    [0, 3],
  ])
  sheet.A2 = { t: 'n', v: 45_000, z: 'm/d/yy' }
  sheet.B2 = { t: 'n', v: 3, f: 'SUM(1,2)' }
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'S')
  const bytes: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' })
  const { markdown } = await convert(converterFor(officeConverters(), 'xlsx'), makeSource('a.xlsx', bytes))
  assert.match(markdown, /\| 2023-03-15 \| 3 \|/)
})

test('a sheet that claims millions of rows and columns costs only its cells', async () => {
  const cell = (address: string, value: number) => `<c r="${address}"><v>${value}</v></c>`
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const bytes = makeZip([
    {
      name: '[Content_Types].xml',
      content:
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>',
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook ${main} xmlns:r="${relation}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet ${main}><dimension ref="A1:XFD1048576"/><sheetData><row r="1">${cell('A1', 1)}</row><row r="1048576">${cell('XFD1048576', 2)}</row></sheetData></worksheet>`,
    },
  ])
  const { markdown } = await convert(converterFor(officeConverters(), 'xlsx'), makeSource('a.xlsx', bytes))
  assert.equal(markdown, '## S\n\n| 1 |  |\n| --- | --- |\n|  | 2 |\n')
})

test('comments follow the table under the names of their cells', () => {
  const cells = [
    { row: 0, column: 0, text: 'a', comment: null },
    { row: 1_048_575, column: 16_383, text: '', comment: 'last' },
  ]
  assert.equal(renderSheet({ name: 'S', hidden: false, cells }), '| a |\n| --- |\n\n- XFD1048576: last')
})

test('a very sparse sheet is listed instead of drawn', () => {
  const cells = Array.from({ length: 3000 }, (_, index) => ({
    row: index,
    column: index,
    text: `c${index}`,
    comment: null,
  }))
  const text = renderSheet({ name: 'S', hidden: false, cells })
  assert.equal(text.split('\n').length, 3000)
})

test('a damaged sheet is left out and named; the others are read', async () => {
  const bytes = makeWorkbook('xlsx', sheets)
  bytes[bytes.indexOf('<sheetData>', bytes.indexOf('xl/worksheets/sheet2.xml')) + 3] = 0
  const { markdown, warnings } = await convert(
    converterFor(officeConverters(), 'xlsx'),
    makeSource('a.xlsx', bytes),
  )
  assert.match(markdown, /\| Worker \| 12\.5 \|/)
  assert.deepEqual(warnings, ['The damaged part xl/worksheets/sheet2.xml was left out.'])
})

test('an empty workbook, a foreign file and a truncated one say so', async () => {
  const xlsx = converterFor(officeConverters(), 'xlsx')
  const whole = makeWorkbook('xlsx', sheets)
  await assert.rejects(
    convert(xlsx, makeSource('a.xlsx', makeWorkbook('xlsx', { S: [[]] }))),
    failure('invalid', 'NO_TEXT', /a\.xlsx/),
  )
  await assert.rejects(
    convert(xlsx, makeSource('a.xlsx', whole.subarray(0, 900))),
    failure('invalid', 'BROKEN_SOURCE', /damaged/),
  )
  await assert.rejects(
    convert(converterFor(officeConverters(), 'xls'), makeSource('a.xls', 'a,b')),
    failure('invalid', 'BROKEN_SOURCE', /a\.xls is not an Excel workbook/),
  )
})

const hidden = sample('docling/xlsx_01.xlsx')
test('a real workbook keeps the order of its sheets and names the hidden one', {
  skip: hidden.skip,
}, async () => {
  const { markdown, warnings } = await convert(converterFor(officeConverters(), 'xlsx'), hidden.read())
  assert.deepEqual(markdown.match(/^## .*$/gm), ['## Sheet1', '## Sheet2', '## Sheet3', '## Sheet4'])
  assert.deepEqual(warnings, ['The sheet Sheet4 is hidden.'])
})
