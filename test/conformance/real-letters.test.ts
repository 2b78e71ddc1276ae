import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { convertPdf } from '../../src/adapters/converters/pdf/test/convert-pdf.ts'

const root = join(import.meta.dirname, '../..')

function readReal(file: string): { skip: string | false; convert(): Promise<string> } {
  const path = join(root, '../shared/data', file)
  return {
    skip: existsSync(path) ? false : 'the real files are not on this machine',
    convert: async () => (await convertPdf(new Uint8Array(readFileSync(path)))).markdown,
  }
}

const openSans = readReal('regressions/pdf.js__issue10640.pdf')
test('old-style figures of a real file are read', { skip: openSans.skip }, async () => {
  const markdown = await openSans.convert()
  assert.match(markdown, /Version 1\.1/)
  assert.match(markdown, /November 3, 2011/)
})

for (const file of ['pdf.js__issue1350.pdf', 'pdfplumber__issue-71-duplicate-chars-2.pdf']) {
  const real = readReal(`regressions/${file}`)
  test(`${file}: overprinted punctuation is single`, { skip: real.skip }, async () => {
    const markdown = await real.convert()
    assert.doesNotMatch(markdown, /,,|::|\(\(|[^.]\.\.(?!\.)/)
  })
}

const dense = readReal('papers/unstructured-multi-column.pdf')
test('a sign that only the embedded font names is read', { skip: dense.skip }, async () => {
  assert.match(await dense.convert(), /≪/)
})
