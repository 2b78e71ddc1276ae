import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createConverters } from '../../../src/adapters/converters/index.ts'
import { makeDocx } from '../../../src/adapters/converters/office/test/make-office.ts'
import { makePdf } from '../../../src/adapters/converters/pdf/test/make-pdf.ts'
import { context, failure, makeSource, options } from '../../../src/adapters/converters/test/make-source.ts'
import { makeZip } from '../../../src/adapters/converters/test/make-zip.ts'

const converters = createConverters({ tesseractPath: null, children: 1 })
after(() => converters.close())

const cut = (bytes: Uint8Array, share = 0.5) => bytes.subarray(0, Math.floor(bytes.length * share))
const zip = makeZip([{ name: 'a.txt', content: 'words '.repeat(100) }])
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])

const damaged: Record<string, Uint8Array> = {
  'report.pdf': cut(makePdf({ pages: [{ lines: [{ text: 'Half of this is gone', x: 72, y: 100 }] }] })),
  'letter.docx': cut(makeDocx({ body: '<w:p><w:r><w:t>Half of this is gone</w:t></w:r></w:p>' })),
  'slides.pptx': cut(zip),
  'table.xlsx': cut(zip),
  'letter.odt': cut(zip),
  'book.epub': cut(zip),
  'files.zip': cut(zip),
  'letter.doc': compound,
  'table.xls': compound,
}

for (const [name, bytes] of Object.entries(damaged))
  test(`a damaged file is said to be one, by name: ${name}`, async () => {
    await assert.rejects(
      converters.convert(makeSource(name, bytes), options, context()),
      failure('invalid', 'BROKEN_SOURCE', new RegExp(name.replace('.', '\\.'))),
    )
  })

test('a refusal names its file and keeps its hint', async () => {
  const locked = makePdf({ pages: [{}], userPassword: 'leaf' })
  await assert.rejects(converters.convert(makeSource('secret.pdf', locked), options, context()), {
    code: 'PASSWORD_REQUIRED',
    message: /^secret\.pdf: /,
    hint: /--password/,
  })
})
