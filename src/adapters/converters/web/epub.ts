import type { OutlineEntry, Page } from '../../../core/model/document.ts'
import { throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { findHeadings } from '../../../core/text/outline.ts'
import { assertSafeZip, type Zip } from '../archive/zip.ts'
import { asBrokenSource, brokenSource, makeConverted } from '../text/make-converted.ts'
import { type Place, readNavigation, readPackage } from './epub-package.ts'
import { domToMarkdown, prepareXhtml, withoutMarks } from './html-to-markdown.ts'
import { parseXhtml } from './parse-html.ts'
import { extractMarks, placeMarks } from './place-marks.ts'

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
          { path, places, isNavigation: path === book.navigation },
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
  { path, places, isNavigation }: { path: string; places: readonly Place[]; isNavigation: boolean },
  signal: AbortSignal,
) {
  const entry = zip.find(path)
  if (entry === null) return null
  const bytes = await zip.read(entry, signal).catch(() => null)
  if (bytes === null) return null
  const $ = await parseXhtml(withoutMarks(new TextDecoder().decode(bytes)))
  // The table of contents is the outline; as text it would match every question.
  if (isNavigation) $('nav').remove()
  // Links between chapters have no target in the joined text.
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

/** The table of contents, with the headings that it omits below the entry that contains them. */
function outlineOfBook(
  markdown: string,
  places: readonly Place[],
  positions: Map<string, number>,
): OutlineEntry[] {
  const contents = places.flatMap(place => {
    const start = positions.get(place.id)
    if (place.kind !== 'section' || start === undefined || place.title === '') return []
    return [{ level: place.level, title: place.title, start }]
  })
  contents.sort((a, b) => a.start - b.start)
  if (contents.length === 0) return []
  const headings = findHeadings(markdown)
  const outline: OutlineEntry[] = headings.filter(heading => heading.start < (contents[0]?.start ?? 0))
  for (const [index, entry] of contents.entries()) {
    const end = contents[index + 1]?.start ?? markdown.length
    const within = headings.filter(heading => heading.start >= entry.start && heading.start < end)
    outline.push(entry, ...belowEntry(entry, within))
  }
  return outline
}

/** The first heading may be the entry itself; the others keep their relative levels below it. */
function belowEntry(entry: OutlineEntry, headings: readonly OutlineEntry[]): OutlineEntry[] {
  const [first, ...rest] = headings
  if (first === undefined) return []
  const isOwn = first.start === entry.start || first.title.toLowerCase() === entry.title.toLowerCase()
  const others = isOwn ? rest : headings
  const base = isOwn ? first.level : Math.min(...headings.map(heading => heading.level)) - 1
  return others.map(heading => ({ ...heading, level: entry.level + Math.max(1, heading.level - base) }))
}

/** Printed pages in the order of the text; each extends to the next. */
function pagesOfBook(markdown: string, places: readonly Place[], positions: Map<string, number>): Page[] {
  const starts = places.flatMap(place => {
    const start = positions.get(place.id)
    return place.kind === 'page' && start !== undefined ? [{ label: place.label, start }] : []
  })
  starts.sort((a, b) => a.start - b.start)
  return starts.map(({ label, start }, index) => ({
    number: index + 1,
    label: label === '' ? null : label,
    start,
    end: starts[index + 1]?.start ?? markdown.length,
    ocr: false,
  }))
}
