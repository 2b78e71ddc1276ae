import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertPdf } from './test/convert-pdf.ts'

const oldStyle =
  '/F3 <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[128/zero.os/one.os/f_f_i]>>>>'

test('figures and ligatures with names of their own are read', async () => {
  const operators = 'BT /F3 12 Tf 72 700 Td (Version \\201.\\200 is e\\202cient) Tj ET'
  const { markdown, warnings } = await convertPdf({ pages: [{ operators, fonts: oldStyle }] })
  assert.equal(markdown, 'Version 1.0 is efficient')
  assert.deepEqual(warnings, [])
})

test('characters that the file does not map are counted, with their pages', async () => {
  const draw = (text: string, more = '') => `BT /F1 12 Tf 72 500 Td (${text}) Tj ${more} ET`
  const { warnings } = await convertPdf({
    pages: [
      { operators: draw('All of this can be read by anybody', '/F2 12 Tf (\\001\\002) Tj') },
      { operators: draw('The second page is just as plain as that') },
      { operators: draw('And the third one has another lost sign', '/F2 12 Tf (\\003) Tj') },
    ],
  })
  assert.deepEqual(warnings, ['3 characters on pages 1, 3 have no text in the file and could not be read.'])
})
