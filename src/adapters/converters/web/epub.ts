import { throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { assertSafeZip, type Zip } from '../archive/zip.ts'
import { asBrokenSource, brokenSource } from '../text/broken-source.ts'
import { makeConverted } from '../text/make-converted.ts'
import { type Place, readNavigation } from './epub-navigation.ts'
import { readPackage } from './epub-package.ts'
import { extractMarks } from './extract-marks.ts'
import { domToMarkdown, prepareXhtml } from './html-to-markdown.ts'
import { outlineOfBook } from './outline-of-book.ts'
import { pagesOfBook } from './pages-of-book.ts'
import { parseXhtml } from './parse-html.ts'
import { placeMarks } from './place-marks.ts'
import { withoutMarks } from './simplify-dom.ts'

/** Books: chapters in reading order, the table of contents as outline, printed pages where the book lists them. */
export const epubConverter: Converter = {
  name: 'epub',
  version: 1,
  formats: ['epub'],
  isolated: true,
  sharesChild: true,
  prepare: prepareXhtml,
  async convert(raw, _options, { signal, progress }) {
    try {
      const zip = await assertSafeZip(raw.bytes, signal)
      const book = await readPackage(zip, raw.name, signal)
      const navigation = await readNavigation(zip, book, signal)
      const warnings: string[] = []
      const chapters: string[] = []
      let places: Place[] = [...navigation.contents, ...navigation.pages]
      for (const [index, path] of book.spine.entries()) {
        throwIfAborted(signal)
        progress({ done: index, total: book.spine.length, message: path })
        const chapter = await readChapter(
          zip,
          path,
          { places, isNavigation: path === book.navigation },
          signal,
        )
        if (chapter === null) warnings.push(`The chapter ${path} is missing or cannot be read.`)
        else {
          chapters.push(chapter.markdown)
          places = [...places, ...chapter.pages]
          warnings.push(...chapter.warnings)
        }
      }
      if (chapters.length === 0) throw brokenSource(raw.name, 'has no readable chapters')
      return assemble(raw, { title: book.title, chapters, places, warnings })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as EPUB', error)
    }
  },
}

async function readChapter(
  zip: Zip,
  path: string,
  { places, isNavigation }: { places: readonly Place[]; isNavigation: boolean },
  signal: AbortSignal,
) {
  const entry = zip.find(path)
  if (entry === null) return null
  const bytes = await zip.read(entry, signal).catch(() => null)
  if (bytes === null) return null
  const $ = await parseXhtml(withoutMarks(new TextDecoder().decode(bytes)))
  // The list of contents is the outline; as text it would be found for every question.
  if (isNavigation) $('nav').remove()
  // Links between chapters lead nowhere once the book is one text.
  for (const link of $('a[href]').toArray())
    if (!/^[a-z][a-z+.-]*:/i.test(link.attribs.href ?? '')) $(link).removeAttr('href')
  const pages = placeMarks($, path, places)
  return { ...(await domToMarkdown($)), pages }
}

function assemble(
  raw: RawSource,
  book: { title: string | null; chapters: string[]; places: Place[]; warnings: string[] },
) {
  const { markdown, positions } = extractMarks(book.chapters.filter(chapter => chapter !== '').join('\n'))
  return makeConverted(raw, {
    fileType: 'epub',
    markdown,
    title: book.title,
    pages: pagesOfBook(markdown, book.places, positions),
    outline: outlineOfBook(markdown, book.places, positions),
    warnings: [...new Set(book.warnings)],
  })
}
