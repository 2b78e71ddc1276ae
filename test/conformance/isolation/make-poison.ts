import { utils, write } from '@e965/xlsx'
import {
  makeDocx,
  makeOpenDocument,
  makePptx,
  paragraph,
  shape,
} from '../../../src/adapters/converters/office/test/make-office.ts'
import { makePdf } from '../../../src/adapters/converters/pdf/test/make-pdf.ts'
import { makeSource } from '../../../src/adapters/converters/test/make-source.ts'
import { makeZip } from '../../../src/adapters/converters/test/make-zip.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What a malicious workbook tries to put into other documents. */
export const foreignText = 'FOREIGN TEXT OF ANOTHER WORKBOOK'

/**
 * The smallest workbook with a comment on the cell `__proto__`: readers that look up cells by name write into Object.
 */
export function makePoison(name = 'poison.xlsx') {
  const file = (path: string, content: string) => ({ name: path, content })
  const related = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`
  const relationships = (inner: string) =>
    `<Relationships xmlns="${packages}/relationships">${inner}</Relationships>`
  const part = (path: string, type: string) =>
    `<Override PartName="${path}" ContentType="${types}.${type}+xml"/>`
  const bytes = makeZip([
    file(
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/worksheets/sheet1.xml', 'worksheet')}${part('/xl/comments1.xml', 'comments')}</Types>`,
    ),
    file('_rels/.rels', relationships(related('rId1', 'officeDocument', 'xl/workbook.xml'))),
    file(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Bait" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    file('xl/_rels/workbook.xml.rels', relationships(related('rId1', 'worksheet', 'worksheets/sheet1.xml'))),
    file(
      'xl/worksheets/sheet1.xml',
      `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Bait</t></is></c></row></sheetData></worksheet>`,
    ),
    file(
      'xl/worksheets/_rels/sheet1.xml.rels',
      relationships(related('rId1', 'comments', '../comments1.xml')),
    ),
    file(
      'xl/comments1.xml',
      `<comments xmlns="${main}"><authors><author>x</author></authors><commentList><comment ref="__proto__" authorId="0"><text><t>${foreignText}</t></text></comment></commentList></comments>`,
    ),
  ])
  return makeSource(name, bytes)
}

/** Documents of eleven formats, each with its own words. */
export function makeDocuments(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const [extension, make] = makers[index % makers.length]!
    return makeSource(`good-${index}.${extension}`, make(`Harbour report ${index} on tea, salt and timber`))
  })
}

const makers: readonly [extension: string, make: (words: string) => string | Uint8Array][] = [
  ['xlsx', words => makeBook(words, 'xlsx')],
  ['pdf', words => makePdf({ pages: [{ lines: [{ text: words, x: 72, y: 300 }] }] })],
  ['docx', words => makeDocx({ body: paragraph(words) })],
  ['xls', words => makeBook(words, 'biff8')],
  ['html', words => `<html><body><h1>Report</h1><p>${words}</p></body></html>`],
  ['ods', words => makeBook(words, 'ods')],
  ['pptx', words => makePptx([{ shapes: shape('Report', 'title') + shape(words) }])],
  ['odt', words => makeOpenDocument('text', `<text:p>${words}</text:p>`)],
  ['xml', words => `<reports><report><title>Report</title><text>${words}</text></report></reports>`],
  ['md', words => `# Report\n\n${words}\n`],
  ['csv', words => `kind,words\nreport,"${words}"\n`],
]

function makeBook(words: string, bookType: 'xlsx' | 'biff8' | 'ods'): Uint8Array {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Report'], [words]]), 'Sheet')
  return write(book, { type: 'buffer', bookType })
}
