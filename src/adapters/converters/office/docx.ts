import type { Converter } from '../../../core/ports/converter.ts'
import type { Zip } from '../archive/zip.ts'
import { asBrokenSource, makeConverted } from '../text/make-converted.ts'
import { oneLine } from '../text/markdown-parts.ts'
import { domToMarkdown, prepareHtml } from '../web/html-to-markdown.ts'
import { type Dom, parseHtml, prepareLenientParser } from '../web/parse-html.ts'
import { layOutLists } from './docx-lists.ts'
import { commentWord } from './manuscript/comment-word.ts'
import { readWordManuscript } from './manuscript/read-word-manuscript.ts'
import { chooseTitle } from './office-title.ts'
import { openOfficeZip, readCoreTitle, readOfficeXml } from './open-office-zip.ts'
import { repeatMergedCells } from './repeat-merged-cells.ts'
import { rewriteDocx } from './rewrite-docx.ts'
import { unlockOffice } from './unlock-office.ts'

/** Word documents: headings in any language, lists, tables, footnotes, comments, formulas as linear text. */
export const docxConverter: Converter = {
  name: 'docx',
  version: 2,
  formats: ['docx'],
  isolated: true,
  sharesChild: true,
  prepare: () => Promise.all([prepareDocx(), prepareHtml(), prepareLenientParser()]),
  async convert(raw, { password, manuscript: asked }, { signal }) {
    try {
      const { bytes } = await unlockOffice(raw, password)
      const zip = await openOfficeZip({ ...raw, bytes }, signal)
      if (asked !== undefined) {
        const word = await readWordManuscript(zip, raw.name, signal)
        const { manuscript } = word
        const converted = makeConverted(raw, { fileType: 'docx', markdown: manuscript.text })
        if (asked.comments.length === 0) return { ...converted, manuscript }
        return {
          ...converted,
          manuscript,
          annotated: await commentWord(zip, { word, comments: asked.comments }, signal),
        }
      }
      const styles = await readHeadingStyles(zip, signal)
      const html = await readDocxHtml(await rewriteDocx(bytes, zip, signal), styles)
      const $ = await parseHtml(html.replace(foreignMarks, ''))
      const { marked, top, first } = headingsOf($)
      const title = chooseTitle([marked, top, await readCoreTitle(zip, signal), first], raw.name)
      separateNotes($)
      repeatMergedCells($)
      const { markdown, warnings } = await domToMarkdown($)
      warnings.push(...leftOut(zip))
      return makeConverted(raw, { fileType: 'docx', markdown: layOutLists(markdown), title, warnings })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as a Word document', error)
    }
  },
}

/** Marks that are not those of list items. */
const foreignMarks = /\ue000(?!li\d\ue001)|(?<!\ue000li\d)\ue001/g

/** The paragraph in the style of a title, the first heading of level 1 and the first of any level. */
function headingsOf($: Dom): { marked: string; top: string; first: string } {
  const textOfFirst = (selector: string) => layOutLists($(selector).first().text()).trim()
  const isTitle = `h1.${titleClass}`
  const found = {
    marked: textOfFirst(isTitle),
    top: textOfFirst('h1'),
    first: textOfFirst('h1, h2, h3, h4, h5, h6'),
  }
  $(isTitle).removeAttr('class')
  return found
}

/** Embedded files (spreadsheets, PDFs) are not part of the text. */
function leftOut(zip: Zip): string[] {
  const embedded = zip.entries.filter(entry => /^word\/embeddings\/[^/]+$/.test(entry.name)).length
  return embedded === 0 ? [] : [`Embedded files were left out: ${embedded}.`]
}

/** Puts notes and comments below headings of their own, so that they do not belong to the last section. */
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

type Element = { type: string; styleId?: string | null; children?: Element[]; [key: string]: unknown }

const titleClass = 'quire-title'

const styleMap = [
  `p[style-name='quire-title'] => h1.${titleClass}:fresh`,
  ...[1, 2, 3, 4, 5, 6].map(level => `p[style-name='quire-heading-${level}'] => h${level}:fresh`),
  'comment-reference => sup',
]

function prepareDocx(): Promise<unknown> {
  return import('mammoth')
}

/** Reads DOCX as HTML; the only use of the library. `headings` maps paragraph styles to heading levels. */
async function readDocxHtml(bytes: Uint8Array, headings: ReadonlyMap<string, number>): Promise<string> {
  const { default: mammoth } = await import('mammoth')
  const result = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    {
      styleMap,
      includeEmbeddedStyleMap: false,
      externalFileAccess: false,
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      transformDocument: (document: Element) => nameHeadings(document, headings),
    },
  )
  return result.value
}

/** Renames the style of heading paragraphs so that `styleMap` matches it; empty ones are not headings. */
function nameHeadings(element: Element, headings: ReadonlyMap<string, number>): Element {
  const children = element.children?.map(child => nameHeadings(child, headings))
  const inner = children === undefined ? element : { ...element, children }
  // The numbers of list items are in their text.
  const named = element.type === 'paragraph' ? { ...inner, numbering: null } : inner
  const level = element.type === 'paragraph' && element.styleId ? headings.get(element.styleId) : undefined
  if (level === undefined || oneLine(wordsOf(named)) === '') return named
  const styleName = level === 0 ? 'quire-title' : `quire-heading-${level}`
  return { ...named, styleId: null, styleName }
}

function wordsOf(element: Element): string {
  if (element.type === 'text') return String(element.value ?? '')
  return (element.children ?? []).map(wordsOf).join('')
}

type Style = { name: string; basedOn: string | null; outlineLevel: number | null }

/** The word before the number in translations of "Heading 1". */
const headingWords =
  /^(?:heading|überschrift|titre|título|titulo|encabezado|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|başlık|címsor|標題|标题|見出し|제목)\s*([1-9])$/iu
const titleWords = /^(?:title|titel|titre|título|titulo|titolo|название|標題|标题|表題|제목)$/iu

/**
 * Finds the paragraph styles that are headings, by their declared outline level and by their names in many languages.
 */
async function readHeadingStyles(zip: Zip, signal: AbortSignal): Promise<Map<string, number>> {
  const $ = await readOfficeXml(zip, 'word/styles.xml', signal)
  const headings = new Map<string, number>()
  if ($ === null) return headings
  const styles = new Map<string, Style>()
  for (const style of $('w\\:style[w\\:type="paragraph"]').toArray()) {
    const level = $(style).find('w\\:pPr > w\\:outlineLvl').attr('w:val')
    styles.set(style.attribs['w:styleId'] ?? '', {
      name: ($(style).children('w\\:name').attr('w:val') ?? '').trim(),
      basedOn: $(style).children('w\\:basedOn').attr('w:val') ?? null,
      outlineLevel: level === undefined ? null : Number(level),
    })
  }
  for (const id of styles.keys()) {
    const level = headingLevel(id, styles)
    if (level !== null) headings.set(id, level)
  }
  return headings
}

/** Level 0 is the title. Styles inherit; the loop is limited in case of a cycle. Outline level 9 means body text. */
function headingLevel(id: string, styles: ReadonlyMap<string, Style>): number | null {
  let style = styles.get(id)
  for (let step = 0; style !== undefined && step < 10; step++) {
    const named = headingWords.exec(style.name)?.[1]
    if (named !== undefined) return Math.min(Number(named), 6)
    if (titleWords.test(style.name)) return 0
    if (style.outlineLevel !== null)
      return style.outlineLevel < 9 ? Math.min(style.outlineLevel + 1, 6) : null
    style = style.basedOn === null ? undefined : styles.get(style.basedOn)
  }
  return null
}
