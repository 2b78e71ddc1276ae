import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPdf } from './open-pdf.ts'
import { readGlyphs } from './read-glyphs.ts'
import { spanReader } from './span-reader.ts'
import { convertPdf } from './test/convert-pdf.ts'
import { makePdf, type PdfPage, type PdfRecipe } from './test/make-pdf.ts'

const line = (operators: string) => `BT /F1 12 Tf 72 700 Td ${operators} ET`

async function read(page: PdfPage, more: Partial<PdfRecipe> = {}): Promise<string> {
  const bytes = makePdf({ pages: [page], ...more })
  const document = await openPdf(bytes, more.userPassword ?? null)
  try {
    const { glyphs } = await readGlyphs(await document.getPage(1), spanReader(bytes))
    return glyphs.map(glyph => glyph.text).join('')
  } finally {
    await document.loadingTask.destroy()
  }
}

test('glyphs mean what their file says', async () => {
  const operators = line('(Data D) Tj /Span <</ActualText (escriptor)>> BDC (eScRIPtoR) Tj EMC (!) Tj')
  assert.equal(await read({ operators }), 'Data Descriptor!')
})

test('the text may be UTF-16, be longer or shorter than what is drawn, or be nothing', async () => {
  const operators = line(
    '/Span <</ActualText <FEFF00660069>>> BDC (1) Tj EMC (x) Tj /Span <</ActualText (a)>> BDC (123) Tj EMC /Span <</ActualText ()>> BDC (-) Tj EMC',
  )
  assert.equal(await read({ operators }), 'fixa')
})

test('property lists may be kept apart from the program', async () => {
  const operators = line('/Span /P1 BDC (tHe) Tj EMC ( end) Tj')
  assert.equal(await read({ operators, properties: '/P1 <</ActualText (The)>>' }), 'The end')
})

test('forms are followed where they are drawn', async () => {
  const form = line('/Span <</ActualText (A)>> BDC (a) Tj EMC (ustralia) Tj')
  const operators = `${line('/Span <</ActualText (The)>> BDC (tHe) Tj EMC')} /X1 Do ${line('/Span <</ActualText (B)>> BDC (b) Tj EMC')}`
  assert.equal(await read({ operators, form }), 'TheAustraliaB')
})

test('programs that are packed, of pages that lie in containers, are read as well', async () => {
  const operators = line('/Span <</ActualText (Open)>> BDC (oPeN) Tj EMC')
  assert.equal(await read({ operators }, { isPacked: true }), 'Open')
})

test('an alternative text replaces all that is drawn in it, whatever its parts say', async () => {
  const operators = line(
    '/Span <</ActualText (whole)>> BDC (w) Tj /Span <</ActualText (X)>> BDC (h) Tj EMC (ole) Tj EMC',
  )
  assert.equal(await read({ operators }), 'whole')
})

test('other marks, pictures inside the program and unknown texts change nothing', async () => {
  const operators = `/Artifact <</Type/Pagination>> BDC EMC /Figure <</ActualText (a tree)>> BDC EMC
BI /W 1 /H 1 /CS /G /BPC 8 ID (EMC EI
${line('/P <</MCID 0>> BDC (as ) Tj EMC /Span <</ActualText <FEFFFFFD>>> BDC (drawn) Tj EMC /Span <</ActualText (.)>> BDC ( ) Tj EMC')}`
  assert.equal(await read({ operators }), 'as drawn.')
})

test('an encrypted file is read as drawn', async () => {
  const operators = line('/Span <</ActualText (Open)>> BDC (oPeN) Tj EMC')
  assert.equal(await read({ operators }, { userPassword: 'secret' }), 'oPeN')
})

test('words are made of the text of glyphs', async () => {
  const operators = `BT /F1 12 Tf 72 700 Td (Contents) Tj /Span <</ActualText (.)>> BDC ( ) Tj EMC (....) Tj ET
BT /F1 12 Tf 72 650 Td (Public knowledge of what is said) Tj /Span <</ActualText <FEFF0009>>> BDC (..) Tj EMC (here) Tj ET`
  const { markdown } = await convertPdf({ pages: [{ operators }] })
  assert.equal(markdown, 'Contents.....\n\nPublic knowledge of what is said here')
})

test('glyphs on several lines stay as drawn', async () => {
  const operators = line('/Span <</ActualText (one two)>> BDC (oNe) Tj 0 -20 Td (tWo) Tj EMC')
  assert.equal(await read({ operators }), 'oNetWo')
})
