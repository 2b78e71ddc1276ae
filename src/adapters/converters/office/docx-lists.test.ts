import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convert, makeSource, sample } from '../test/make-source.ts'
import { docxConverter } from './docx.ts'
import { formatCount } from './format-count.ts'
import { makeDocx, paragraph, style } from './test/make-office.ts'

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const level = (at: number, format: string, text: string, rest = '') =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${rest}</w:lvl>`
const list = (id: number, ...levels: string[]) =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`
const use = (id: number, of: number, rest = '') =>
  `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${rest}</w:num>`
const item = (text: string, id: number, at = 0) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`

async function read(body: string, numbering: string, styles = ''): Promise<string> {
  const more = { 'word/numbering.xml': `<w:numbering ${word}>${numbering}</w:numbering>` }
  return (await convert(docxConverter, makeSource('a.docx', makeDocx({ body, styles, more })))).markdown
}

const outline = list(
  0,
  level(0, 'decimal', '%1)'),
  level(1, 'lowerLetter', '%2.'),
  level(2, 'decimal', '%1.%2.%3'),
)

test('items have the numbers that Word shows, and deeper levels start again', async () => {
  const body = [
    item('one', 1),
    item('sub', 1, 1),
    item('other', 1, 1),
    item('two', 1),
    item('again', 1, 1),
    item('deep', 1, 2),
  ]
  assert.equal(
    await read(body.join(''), outline + use(1, 0)),
    '1) one\n  a. sub\n  b. other\n2) two\n  a. again\n    2.a.1 deep\n',
  )
})

test('a list goes on after other text; an override starts it again', async () => {
  const restart = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="6"/></w:lvlOverride>'
  const body = [item('one', 1), paragraph('Between.'), item('two', 1), item('six', 2), item('seven', 2)]
  assert.equal(
    await read(body.join(''), outline + use(1, 0) + use(2, 0, restart)),
    '1) one\n\nBetween.\n\n2) two\n6) six\n7) seven\n',
  )
})

test('bullets are dashes, and levels that are left out count as begun', async () => {
  const mixed = list(0, level(0, 'bullet', '•'), level(1, 'decimal', '%2.'))
  const body = [item('point', 1), item('first', 1, 1)].join('')
  assert.equal(await read(body, mixed + use(1, 0)), '- point\n  1. first\n')
  assert.equal(await read(item('deep', 1, 2), outline + use(1, 0)), '1.a.1 deep\n')
})

test('paragraphs are list items through their style, headings keep their number', async () => {
  const numbered = '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>'
  const styles =
    style('Heading1', 'heading 1', numbered) +
    style('Body', 'Body') +
    style('Sub', 'Sub', '<w:basedOn w:val="Heading1"/>')
  const chapters = list(0, level(0, 'upperRoman', '%1.', '<w:pStyle w:val="Heading1"/>'))
  const body = paragraph('Bees', 'Heading1') + paragraph('Words.', 'Body') + paragraph('Wax', 'Heading1')
  assert.equal(await read(body, chapters + use(1, 0), styles), '# I. Bees\n\nWords.\n\n# II. Wax\n')
})

test('numbers are written as Word writes them', () => {
  const written = (format: string, ...counts: number[]) => counts.map(count => formatCount(count, format))
  assert.deepEqual(written('lowerLetter', 1, 26, 27, 53), ['a', 'z', 'aa', 'aaa'])
  assert.deepEqual(written('upperRoman', 4, 9, 1994), ['IV', 'IX', 'MCMXCIV'])
  assert.deepEqual(written('ordinal', 1, 2, 3, 4, 11, 21), ['1st', '2nd', '3rd', '4th', '11th', '21st'])
  assert.deepEqual(written('decimalZero', 7, 12), ['07', '12'])
  assert.deepEqual(written('japaneseCounting', 3), ['3'])
})

const numbered = sample('tika__testWORD_numbered_list.docx', 'regressions')
test('a real document with every kind of list has the numbers of Word', { skip: numbered.skip }, async () => {
  const { markdown } = await convert(docxConverter, numbered.read())
  const lines = markdown.split('\n').map(line => line.trim())
  for (const line of [
    '1) This',
    'a) Is',
    'ii) Level',
    'iii) List',
    '2) foo',
    'II. bar',
    '6. six',
    '7. seven',
    'a. seven a',
    'e. seven e',
    'f. seven f',
    '2. Stout',
    'A. A',
    'ii. A ii',
    '1.1.1. 1.1.1',
    '1.1. 1.2->1.1 //set the value to 1 and “start new list”',
    '2.1. 2.1',
  ])
    assert.ok(lines.includes(line), line)
  assert.match(markdown, /\| Intervening table \| 1\. Within cell 1 a\. Cell a b\. Cell b \|/)
})

const tables = sample('unstructured__docx-tables.docx', 'regressions')
test('a real table with merged cells stays a table', { skip: tables.skip }, async () => {
  const { markdown, title } = await convert(docxConverter, tables.read())
  assert.match(markdown, /\| a \| b \| b \|\n\| --- \| --- \| --- \|\n\| a \| c \| d \|\n\| e \| e \| d \|/)
  assert.equal(title, 'unstructured__docx-tables.docx')
})

test('merged cells are repeated in every row and column that they cover', async () => {
  const cell = (text: string, rest = '') => `<w:tc><w:tcPr>${rest}</w:tcPr>${paragraph(text)}</w:tc>`
  const rows = [
    `<w:tr>${cell('Kind', '<w:vMerge w:val="restart"/>')}${cell('Size', '<w:gridSpan w:val="2"/>')}</w:tr>`,
    `<w:tr>${cell('', '<w:vMerge/>')}${cell('wide')}${cell('high')}</w:tr>`,
    `<w:tr>${cell('Bee')}${cell('1')}${cell('2')}</w:tr>`,
  ]
  const body = `<w:tbl>${rows.join('')}</w:tbl>`
  const { markdown } = await convert(docxConverter, makeSource('a.docx', makeDocx({ body })))
  assert.equal(
    markdown,
    '| Kind | Size | Size |\n| --- | --- | --- |\n| Kind | wide | high |\n| Bee | 1 | 2 |\n',
  )
})

test('the title is the document’s own, never a section or a heading that the converter adds', async () => {
  const styles = style('Heading1', 'heading 1') + style('Heading2', 'heading 2') + style('Title', 'Title')
  const notes = `<w:footnote w:id="2">${paragraph('See there.')}</w:footnote>`
  const note = '<w:p><w:r><w:t>Words.</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>'
  const titleOf = async (body: string, title = '') =>
    (await convert(docxConverter, makeSource('a.docx', makeDocx({ body, styles, title, footnotes: notes }))))
      .title
  assert.equal(await titleOf(note), 'a.docx')
  assert.equal(await titleOf(note, 'Of bees'), 'Of bees')
  assert.equal(await titleOf(paragraph('1 Introduction', 'Heading1') + note, 'Of bees'), 'Of bees')
  assert.equal(await titleOf(paragraph('Introduction', 'Heading1') + note), 'a.docx')
  assert.equal(
    await titleOf(paragraph('Hives', 'Heading1') + paragraph('Of wax', 'Title'), 'Template'),
    'Of wax',
  )
  assert.equal(await titleOf(paragraph('Hives', 'Heading2') + note, 'Document1'), 'Hives')
})
