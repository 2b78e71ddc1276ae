import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDocx } from './samples/make-docx.ts'
import { makeEpub } from './samples/make-epub.ts'
import { makePdf } from './samples/make-pdf.ts'

/** Generates the samples that are not written by hand. The same texts always produce the same bytes. */
export function makeSamples(): { name: string; bytes: Uint8Array }[] {
  return [
    {
      name: 'field-guide.pdf',
      bytes: makePdf({ title: 'A Field Guide to the Book', markdown: textOf('field-guide') }),
    },
    { name: 'reading-a-sheet.docx', bytes: makeDocx(textOf('reading-a-sheet')) },
    { name: 'four-inks.epub', bytes: makeEpub({ title: 'Four Inks', markdown: textOf('four-inks') }) },
  ]
}

function textOf(name: string): string {
  return readFileSync(join(import.meta.dirname, 'samples', `${name}.md`), 'utf8')
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '..', 'samples')
  mkdirSync(folder, { recursive: true })
  for (const { name, bytes } of makeSamples()) {
    writeFileSync(join(folder, name), bytes)
    console.log(`${name}: ${bytes.length} bytes`)
  }
}
