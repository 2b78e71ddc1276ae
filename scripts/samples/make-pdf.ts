import {
  type Bookmark,
  contentsPage,
  layOut,
  pageHeight,
  pageNumber,
  pageWidth,
  titlePage,
} from './pdf-layout.ts'
import { pdfString } from './pdf-text.ts'
import { type SampleBlock, sampleBlocks } from './sample-text.ts'

type Labelled = Bookmark & { label: string }

/**
 * A small book as PDF: title page, contents and preface numbered i to iii, chapters from 1. It has an outline of
 * two levels and page labels, and neither compression nor dates, so that its bytes never change.
 */
export function makePdf({ title, markdown }: { title: string; markdown: string }): Uint8Array {
  const chapters = splitChapters(sampleBlocks(markdown))
  const [preface = [], ...body] = chapters
  const front = layOut(preface, title)
  const laid = body.map(chapter => layOut(chapter, chapter[0]?.kind === 'heading' ? chapter[0].text : title))
  const bookmarks: Labelled[] = front.bookmarks.map(bookmark => ({ ...bookmark, page: 2, label: 'iii' }))
  const bodyPages: string[] = []
  for (const { pages, bookmarks: own } of laid) {
    for (const bookmark of own) {
      const page = bodyPages.length + bookmark.page
      bookmarks.push({ ...bookmark, page: page + 3, label: String(page + 1) })
    }
    bodyPages.push(...pages)
  }
  const frontPages = [
    titlePage(title, 'How paper, type and thread become a volume'),
    `${contentsPage(bookmarks)}\n${pageNumber('ii')}`,
    `${front.pages.join('\n')}\n${pageNumber('iii')}`,
  ]
  const numbered = bodyPages.map((page, index) => `${page}\n${pageNumber(String(index + 1))}`)
  return writePdf(title, [...frontPages, ...numbered], bookmarks)
}

function splitChapters(blocks: readonly SampleBlock[]): SampleBlock[][] {
  const chapters: SampleBlock[][] = []
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 1) chapters.push([])
    chapters.at(-1)?.push(block)
  }
  return chapters
}

/** Objects 1 to 7 are the catalog, page tree, outline, information and fonts; then pages, then bookmarks. */
function writePdf(title: string, pages: readonly string[], bookmarks: readonly Labelled[]): Uint8Array {
  const firstPage = 8
  const firstBookmark = firstPage + 2 * pages.length
  const pageReference = (index: number) => `${firstPage + 2 * index} 0 R`
  const top = bookmarks.flatMap((bookmark, index) => (bookmark.level === 1 ? [index] : []))
  const reference = (index: number | undefined) => `${firstBookmark + (index ?? 0)} 0 R`
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Outlines 3 0 R /PageMode /UseOutlines /Lang (en) /PageLabels << /Nums [0 << /S /r >> 3 << /S /D >>] >> >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => pageReference(index)).join(' ')}] >>`,
    `<< /Type /Outlines /First ${reference(top[0])} /Last ${reference(top.at(-1))} /Count ${bookmarks.length} >>`,
    `<< /Title ${pdfString(title)} /Author (Quire samples) >>`,
    ...['Times-Roman', 'Times-Italic', 'Helvetica-Bold'].map(
      name => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
    ),
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << /Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R >> >> /Contents ${firstPage + 2 * index + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
    ...bookmarks.map((bookmark, index) => {
      const links = bookmarkLinks(bookmarks, index)
        .map(([name, target]) =>
          name === 'Count' ? `/Count ${target}` : `/${name} ${target === -1 ? '3 0 R' : reference(target)}`,
        )
        .join(' ')
      return `<< /Title ${pdfString(bookmark.title)} /Dest [${pageReference(bookmark.page)} /XYZ 0 ${Math.round(bookmark.y)} 0] ${links} >>`
    }),
  ]
  return assemble(objects)
}

/** The links of a bookmark to the others of its level; parent -1 is the root. */
function bookmarkLinks(bookmarks: readonly Bookmark[], index: number): [name: string, target: number][] {
  const level = bookmarks[index]?.level ?? 1
  const parent = bookmarks.slice(0, index).findLastIndex(bookmark => bookmark.level < level)
  const siblings = bookmarks.flatMap((bookmark, at) => {
    const above = bookmarks.slice(0, at).findLastIndex(other => other.level < bookmark.level)
    return bookmark.level === level && above === parent ? [at] : []
  })
  const children = bookmarks.flatMap((bookmark, at) => {
    const above = bookmarks.slice(0, at).findLastIndex(other => other.level < bookmark.level)
    return above === index ? [at] : []
  })
  const place = siblings.indexOf(index)
  const links: [string, number | undefined][] = [
    ['Parent', parent],
    ['Prev', siblings[place - 1]],
    ['Next', siblings[place + 1]],
    ['First', children[0]],
    ['Last', children.at(-1)],
    ['Count', children.length || undefined],
  ]
  return links.flatMap(([name, target]) => (target === undefined ? [] : [[name, target]]))
}

/** Everything is ASCII, so characters count as bytes. */
function assemble(objects: readonly string[]): Uint8Array {
  let text = '%PDF-1.7\n'
  const offsets: number[] = []
  objects.forEach((object, index) => {
    offsets.push(text.length)
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
  })
  const table = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  text += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
