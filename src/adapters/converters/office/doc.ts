import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { isCompound } from '../compound/compound-file.ts'
import { asBrokenSource, brokenSource, makeConverted } from '../text/make-converted.ts'
import { cleanMarkdown, cleanText, markdownTable } from '../text/markdown-parts.ts'
import { requireReadable } from './unlock-office.ts'

/** Word before 2007: paragraphs and tables. Headings of this format are not recognised. */
export const docConverter: Converter = {
  name: 'doc',
  version: 2,
  formats: ['doc'],
  isolated: true,
  sharesChild: true,
  prepare: () => import('word-extractor'),
  async convert(raw, { password }, { signal }) {
    throwIfAborted(signal)
    if (!isCompound(raw.bytes))
      throw brokenSource(raw.name, 'is not a Word document in the old binary format')
    requireReadable(raw, password)
    try {
      const { default: WordExtractor } = await import('word-extractor')
      const document = await new WordExtractor().extract(Buffer.from(raw.bytes))
      const parts = [
        paragraphs(document.getBody()),
        paragraphs(document.getTextboxes({ includeHeadersAndFooters: false })),
        section('Notes', `${document.getFootnotes()}\n${document.getEndnotes()}`),
        section('Comments', document.getAnnotations()),
      ]
      const markdown = cleanMarkdown(parts.filter(part => part !== '').join('\n\n'))
      // The headings in the Markdown are not the document's own.
      return makeConverted(raw, { fileType: 'doc', markdown, title: raw.name })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as a Word document', error)
    }
  },
}

function section(heading: string, text: string): string {
  const body = paragraphs(text)
  return body === '' ? '' : `## ${heading}\n\n${body}`
}

/** One paragraph per line; lines of cells, which end in a tab, are table rows. */
function paragraphs(text: string): string {
  const blocks: string[] = []
  let rows: string[][] = []
  const endTable = () => {
    if (rows.length > 0) blocks.push(markdownTable(rows))
    rows = []
  }
  for (const line of cleanText(text).split('\n')) {
    if (/\t.*\t$/.test(line)) rows.push(line.slice(0, -1).split('\t'))
    else {
      endTable()
      if (line.trim() !== '') blocks.push(line.trim())
    }
  }
  endTable()
  return blocks.join('\n\n')
}
