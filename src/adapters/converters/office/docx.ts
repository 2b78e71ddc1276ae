import type { Converter } from '../../../core/ports/converter.ts'
import { topHeading } from '../../../core/text/outline.ts'
import type { Zip } from '../archive/zip.ts'
import { asBrokenSource } from '../text/broken-source.ts'
import { makeConverted } from '../text/make-converted.ts'
import { domToMarkdown, prepareHtml } from '../web/html-to-markdown.ts'
import { type Dom, parseHtml, prepareLenientParser } from '../web/parse-html.ts'
import { withoutMarks } from '../web/simplify-dom.ts'
import { prepareDocx, readDocxHtml } from './docx-html.ts'
import { withLinearMath } from './docx-math.ts'
import { readHeadingStyles } from './docx-styles.ts'
import { openOfficeZip } from './open-office-zip.ts'
import { readCoreTitle } from './read-core-title.ts'

/** Word documents: headings in any language, lists, tables, footnotes, comments, formulas as linear text. */
export const docxConverter: Converter = {
  name: 'docx',
  version: 1,
  formats: ['docx'],
  isolated: true,
  sharesChild: true,
  prepare: () => Promise.all([prepareDocx(), prepareHtml(), prepareLenientParser()]),
  async convert(raw, _options, { signal }) {
    try {
      const zip = await openOfficeZip(raw, signal)
      const styles = await readHeadingStyles(zip, signal)
      const bytes = await withLinearMath(raw.bytes, zip, signal)
      const html = await readDocxHtml(bytes, styles)
      const $ = await parseHtml(withoutMarks(html))
      separateNotes($)
      const { markdown, warnings } = await domToMarkdown($)
      // Files made from a template keep its title; what the text says of itself is what a reader sees.
      const title = topHeading(markdown) ?? (await readCoreTitle(zip, signal))
      warnings.push(...leftOut(zip))
      return makeConverted(raw, { fileType: 'docx', markdown, title, warnings })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as a Word document', error)
    }
  },
}

/** Files inside the file (spreadsheets, PDFs) are not part of its text. */
function leftOut(zip: Zip): string[] {
  const embedded = zip.entries.filter(entry => /^word\/embeddings\/[^/]+$/.test(entry.name)).length
  return embedded === 0 ? [] : [`Embedded files were left out: ${embedded}.`]
}

/** Notes and comments follow the text under headings of their own, so that they are not taken for its last section. */
function separateNotes($: Dom): void {
  for (const link of $('a[href^="#"]').toArray()) if ($(link).text().trim() === '↑') $(link).remove()
  const notes = $('li[id^="footnote-"], li[id^="endnote-"]').first().closest('ol')
  notes.before('<h2>Notes</h2>')
  const comments = $('dt[id^="comment-"]').first().closest('dl')
  comments.before('<h2>Comments</h2>')
  for (const term of comments.find('dt').toArray()) {
    const author = $(term)
      .text()
      .replace(/^Comment /, '')
    $(term).next('dd').find('p').first().prepend(`${author} `)
    $(term).remove()
  }
  comments.find('dd').each((_, comment) => void $(comment).replaceWith($(comment).contents()))
  comments.replaceWith(comments.contents())
}
