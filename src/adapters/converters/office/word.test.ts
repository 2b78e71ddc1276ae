import assert from 'node:assert/strict'
import test from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { convert, converterFor, failure, makeSource, sample } from '../test/make-source.ts'
import { makeZip } from '../test/make-zip.ts'
import { officeConverters } from './index.ts'
import { makeCompound } from './test/make-compound.ts'
import { makeDocx, makeOpenDocument, paragraph, style } from './test/make-office.ts'

const docx = converterFor(officeConverters(), 'docx')
const read = (bytes: Uint8Array) => convert(docx, makeSource('bees.docx', bytes))

test('headings are found by English, translated and custom styles', async () => {
  const styles = [
    style('Heading1', 'heading 1'),
    style('berschrift2', 'Überschrift 2'),
    style('Kapitel', 'Mein Kapitel', '<w:basedOn w:val="berschrift2"/>'),
    style('Level', 'Own level', '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>'),
    style('Titel', 'Titel'),
    style('Body', 'Own body', '<w:basedOn w:val="Loop"/>'),
    style('Loop', 'Loop', '<w:basedOn w:val="Body"/>'),
  ].join('')
  const body = [
    paragraph('Of bees', 'Titel'),
    paragraph('One', 'Heading1'),
    paragraph('Zwei', 'berschrift2'),
    paragraph('Drei', 'Kapitel'),
    paragraph('Four', 'Level'),
    paragraph(' ', 'Heading1'),
    paragraph('Words.', 'Body'),
  ].join('')
  const { markdown, title } = await read(makeDocx({ body, styles, title: 'The title' }))
  assert.equal(title, 'Of bees')
  assert.equal(markdown, '# Of bees\n\n# One\n\n## Zwei\n\n## Drei\n\n### Four\n\nWords.\n')
})

test('tables and footnotes are kept', async () => {
  const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`
  const row = (...cells: string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`
  const body = `<w:p><w:r><w:t>Bees</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p><w:tbl>${row('Kind', 'Size')}${row('Worker', '12 | 14')}</w:tbl>`
  const footnotes = `<w:footnote w:id="2">${paragraph('Not wasps.')}</w:footnote>`
  const { markdown } = await read(makeDocx({ body, footnotes }))
  assert.equal(
    markdown,
    'Bees[1]\n\n| Kind | Size |\n| --- | --- |\n| Worker | 12 \\| 14 |\n\n## Notes\n\n1. Not wasps.\n',
  )
})

test('formulas are written on their line', async () => {
  const run = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
  const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${run('i=1')}</m:sub><m:sup>${run('n')}</m:sup><m:e>${run('i')}</m:e></m:nary>`
  const fraction = `<m:f><m:num>${run('a')}</m:num><m:den><m:rad><m:deg/><m:e>${run('b')}</m:e></m:rad></m:den></m:f>`
  const body = `<w:p><w:r><w:t xml:space="preserve">If </w:t></w:r><m:oMath>${fraction}</m:oMath></w:p><m:oMathPara><m:oMath>${sum}</m:oMath></m:oMathPara>`
  const { markdown } = await read(makeDocx({ body: `<w:p><w:r><w:t>x</w:t></w:r></w:p>${body}` }))
  assert.match(markdown, /If \$\\frac\{a\}\{\\sqrt\{b\}\}\$/)
  assert.match(markdown, /\$∑_\{i=1\}\^\{n\} i\$/)
})

test('files inside the file are left out, and said', async () => {
  const bytes = makeDocx({ body: paragraph('Words.'), more: { 'word/embeddings/sheet.xlsx': 'x' } })
  assert.deepEqual((await read(bytes)).warnings, ['Embedded files were left out: 1.'])
})

test('an encrypted, a foreign, a truncated and an empty document each say what they are', async () => {
  const encrypted = makeCompound({ EncryptionInfo: 'x', EncryptedPackage: 'x' })
  await assert.rejects(read(encrypted), failure('invalid', 'PASSWORD_REQUIRED', /bees\.docx is encrypted/))
  const old = makeCompound({ WordDocument: 'x' })
  await assert.rejects(read(old), failure('invalid', 'BROKEN_SOURCE', /bees\.docx has the wrong extension/))
  await assert.rejects(read(Buffer.from('hello')), failure('invalid', 'BROKEN_SOURCE', /not an office file/))
  const whole = makeDocx({ body: paragraph('Words.') })
  await assert.rejects(
    read(whole.subarray(0, whole.length / 2)),
    failure('invalid', 'BROKEN_SOURCE', /damaged/),
  )
  const other = makeZip([{ name: 'a.txt', content: 'x' }])
  await assert.rejects(
    read(other),
    failure('invalid', 'BROKEN_SOURCE', /could not be read as a Word document/),
  )
  await assert.rejects(read(makeDocx({ body: '<w:p/>' })), failure('invalid', 'NO_TEXT', /bees\.docx/))
})

test('a bomb dressed as a document is refused before any library sees it', slow, async () => {
  const bomb = makeZip([{ name: 'word/document.xml', content: Buffer.alloc(60_000_000), declaredSize: 50 }])
  for (const format of ['docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods'])
    await assert.rejects(
      convert(converterFor(officeConverters(), format), makeSource(`bomb.${format}`, bomb)),
      failure('too_large', 'SOURCE_TOO_LARGE', /200 times its size/),
      format,
    )
})

test('OpenDocument text keeps headings, lists, tables and footnotes', async () => {
  const body = `<text:h text:outline-level="1">Of bees</text:h>
    <text:p>Bees<text:note text:id="f1" text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>Not wasps.</text:p></text:note-body></text:note> fly.</text:p>
    <text:list text:style-name="L1"><text:list-item><text:p>One</text:p></text:list-item><text:list-item><text:p>Two</text:p></text:list-item></text:list>
    <text:h text:outline-level="2">Sizes</text:h>
    <table:table><table:table-row><table:table-cell><text:p>Kind</text:p></table:table-cell><table:table-cell><text:p>Size</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>Worker</text:p></table:table-cell><table:table-cell><text:p>12</text:p></table:table-cell></table:table-row></table:table>`
  const odt = converterFor(officeConverters(), 'odt')
  const { markdown, title } = await convert(
    odt,
    makeSource('a.odt', makeOpenDocument('text', body, 'The title')),
  )
  assert.equal(title, 'Of bees')
  assert.equal(
    markdown,
    '# Of bees\n\nBees[^1] fly.\n\n- One\n- Two\n\n## Sizes\n\n| Kind | Size |\n| --- | --- |\n| Worker | 12 |\n\n[^1]: Not wasps.\n',
  )
})

const legacy = sample('docling/legacy_sample.doc')
test('an old Word document gives its paragraphs and tables', { skip: legacy.skip }, async () => {
  const doc = converterFor(officeConverters(), 'doc')
  const { markdown } = await convert(doc, legacy.read())
  assert.match(markdown, /^Summer activities\n\nSwimming in the lake\n\n/)
  assert.match(markdown, /\| Leaves \| Ash, Elm, Maple \| 50 \|\n/)
  const cut = legacy.read()
  await assert.rejects(
    convert(doc, { ...cut, bytes: cut.bytes.subarray(0, 5000) }),
    failure('invalid', 'BROKEN_SOURCE', /legacy_sample\.doc/),
  )
})

const equations = sample('markitdown/equations.docx')
test('real formulas are not lost', { skip: equations.skip }, async () => {
  const { markdown } = await convert(docx, equations.read())
  assert.match(markdown, /For \$m=1\$,/)
  assert.match(markdown, /\\frac\{mλ\}\{a\}/)
})

const comments = sample('docling/docx_comments.docx')
test('real comments follow the text under their own heading', { skip: comments.skip }, async () => {
  const { markdown } = await convert(docx, comments.read())
  assert.match(markdown, /attached to it\.\[JR1\]/)
  assert.match(markdown, /## Comments\n\n\[JR1\] This is a sample reviewer comment/)
})

const german = sample('pandoc/german_styled_lists.docx')
test('lists with German styles keep their levels', { skip: german.skip }, async () => {
  const { markdown } = await convert(docx, german.read())
  assert.match(markdown, /^- One level.*\n- Second level.*\n {2}- Next level.*\n- Back/)
})
