import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteMark } from '../../../../core/model/manuscript.ts'
import { openZip } from '../../archive/zip.ts'
import { makeSource } from '../../test/make-source.ts'
import { parseXml } from '../../web/parse-html.ts'
import { docxConverter } from '../docx.ts'
import { makeDocx, paragraph, style } from '../test/make-office.ts'

const { signal } = new AbortController()
const context = { signal, progress() {} }

async function read(docx: Uint8Array, comments: { start: number; end: number; text: string }[] = []) {
  const options = { password: null, ocrLanguages: [], manuscript: { comments } }
  const { manuscript, annotated } = await docxConverter.convert(makeSource('a.docx', docx), options, context)
  assert.ok(manuscript)
  return { manuscript, annotated }
}

const run = (text: string, properties = '') =>
  `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`
const field = (instruction: string, shown: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(shown)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
const json = (value: object) => JSON.stringify(value).replace(/"/g, '&quot;')

test('citation fields of Zotero, Mendeley, EndNote and Word name their works', async () => {
  const item = {
    uris: ['http://zotero.org/users/1/items/ABCD1234'],
    itemData: {
      'citation-key': 'a2004',
      title: 'T',
      author: [{ family: 'Lessig' }],
      issued: { 'date-parts': [[2004]] },
      DOI: '10.1/x',
    },
    locator: '63-65',
    label: 'page',
  }
  const control = Buffer.from(
    JSON.stringify({ citationItems: [{ itemData: { title: 'M' }, locator: 3 }] }),
  ).toString('base64')
  const body = [
    `<w:p>${field(` ADDIN ZOTERO_ITEM CSL_CITATION ${json({ citationItems: [item, { ...item, label: 'chapter' }] })} `, '(Lessig 2004)')}</w:p>`,
    `<w:p><w:sdt><w:sdtPr><w:tag w:val="MENDELEY_CITATION_v3_${control}"/></w:sdtPr><w:sdtContent>${run('(M)')}</w:sdtContent></w:sdt></w:p>`,
    `<w:p>${field(' ADDIN EN.CITE &lt;EndNote&gt;&lt;Cite&gt;&lt;Author&gt;Arendt&lt;/Author&gt;&lt;Year&gt;1958&lt;/Year&gt;&lt;Pages&gt;7&lt;/Pages&gt;&lt;/Cite&gt;&lt;/EndNote&gt;', '(Arendt 1958)')}</w:p>`,
    `<w:p><w:fldSimple w:instr=" CITATION Les04 \\p 63 \\l 1033 \\m Are58 ">${run('(Lessig; Arendt)')}</w:fldSimple></w:p>`,
    `<w:p>${field(' PAGEREF x ', '7')}</w:p>`,
  ].join('')
  const sources =
    '<b:Sources xmlns:b="x"><b:Source><b:Tag>Les04</b:Tag><b:Title>Free Culture</b:Title><b:Year>2004</b:Year><b:Author><b:Author><b:NameList><b:Person><b:Last>Lessig</b:Last></b:Person></b:NameList></b:Author></b:Author></b:Source></b:Sources>'
  const { manuscript } = await read(makeDocx({ body, more: { 'customXml/item1.xml': sources } }))
  const shown = manuscript.citations.map(({ written, works }) => [
    written,
    ...works.map(({ key, itemKeys, authors, year, pages, title }) => [
      key,
      itemKeys[0] ?? null,
      authors[0] ?? null,
      year,
      pages,
      title,
    ]),
  ])
  assert.deepEqual(shown, [
    [
      '(Lessig 2004)',
      ['a2004', 'ABCD1234', 'Lessig', '2004', '63–65', 'T'],
      ['a2004', 'ABCD1234', 'Lessig', '2004', null, 'T'],
    ],
    ['(M)', [null, null, null, null, '3', 'M']],
    ['(Arendt 1958)', [null, null, 'Arendt', '1958', '7', null]],
    [
      '(Lessig; Arendt)',
      ['Les04', null, 'Lessig', '2004', '63', 'Free Culture'],
      ['Are58', null, null, null, null, null],
    ],
  ])
})

test('paragraphs are quotations by style or indent; deleted text, lists of references and tab stops are no text', async () => {
  const body = [
    paragraph('A title', 'H'),
    `<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="9"/></w:tabs></w:pPr>${run('One')}<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:tab/></w:r>${run('two')}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
    paragraph('By style', 'Q'),
    `<w:p><w:pPr><w:ind w:left="720" w:right="720"/></w:pPr>${run('By indent')}</w:p>`,
    `<w:p><w:pPr><w:ind w:left="720" w:hanging="720"/></w:pPr>${run('Hanging')}</w:p>`,
    `<w:p>${field(' ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY ', 'Lessig, L. (2004)')}</w:p>`,
  ].join('')
  const styles =
    style('H', 'heading 1') + style('Base', 'Quote') + style('Q', 'My own', '<w:basedOn w:val="Base"/>')
  const footnotes = `<w:footnote w:id="2"><w:p>${run('A note.')}</w:p></w:footnote>`
  const { manuscript } = await read(makeDocx({ body, styles, footnotes }))
  const shown = manuscript.blocks.map(({ kind, start, end }) => [kind, manuscript.text.slice(start, end)])
  assert.deepEqual(shown, [
    ['heading', 'A title'],
    ['text', `One\ttwo${noteMark}`],
    ['quote', 'By style'],
    ['quote', 'By indent'],
    ['text', 'Hanging'],
    ['note', 'A note.'],
  ])
  assert.equal(manuscript.text[manuscript.blocks.at(-1)?.anchor ?? 0], noteMark)
})

test('comments divide runs, keep their properties and text, and join those that the file has', async () => {
  const bold = '<w:rPr><w:b/></w:rPr>'
  const body = `<w:p><w:r>${bold}<w:t>One &amp; two three</w:t></w:r>${run(' four')}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`
  const footnotes = `<w:footnote w:id="2"><w:p>${run('A note.')}</w:p></w:footnote>`
  const docx = makeDocx({ body, footnotes })
  const { manuscript } = await read(docx)
  const spans = [
    { start: 4, end: 9, text: 'On “& two” <b>' },
    { start: 6, end: 14, text: 'Overlapping' },
    {
      start: manuscript.text.indexOf('A note'),
      end: manuscript.text.indexOf('A note') + 6,
      text: 'On the note',
    },
  ]
  const first = await read(docx, spans)
  assert.ok(first.annotated)
  const part = async (bytes: Uint8Array, name: string) => {
    const zip = openZip(bytes)
    const entry = zip.find(name)
    assert.ok(entry)
    return new TextDecoder().decode(await zip.read(entry, signal))
  }
  const xml = await part(first.annotated, 'word/document.xml')
  assert.equal((await parseXml(xml))('w\\:t').text(), 'One & two three four')
  assert.match(
    xml,
    /<w:commentRangeStart w:id="0"\/><w:r><w:rPr><w:b\/><\/w:rPr><w:t xml:space="preserve">&amp; /,
  )
  assert.match(xml, /<w:commentRangeStart w:id="2"\/><w:r><w:footnoteReference/)
  assert.match(await part(first.annotated, 'word/comments.xml'), /On “&amp; two” &lt;b&gt;/)
  const second = await read(first.annotated, [{ start: 0, end: 3, text: 'Later' }])
  assert.ok(second.annotated)
  const comments = await parseXml(await part(second.annotated, 'word/comments.xml'))
  assert.deepEqual(
    comments('w\\:comment')
      .toArray()
      .map(one => one.attribs['w:id']),
    ['0', '1', '2', '3'],
  )
})
