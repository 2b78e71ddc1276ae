import { escapeXml, runsOf, type SampleBlock, sampleBlocks } from './sample-text.ts'
import { zip } from './zip.ts'

type Chapter = { file: string; title: string; blocks: SampleBlock[] }

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const identifier = 'urn:quire:samples:four-inks'

/** An EPUB 3 with one file for each top heading, and an EPUB 2 table of contents beside the new one. */
export function makeEpub({ title, markdown }: { title: string; markdown: string }): Uint8Array {
  const chapters = chaptersOf(sampleBlocks(markdown))
  return zip([
    { path: 'mimetype', text: 'application/epub+zip' },
    { path: 'META-INF/container.xml', text: container },
    { path: 'OEBPS/content.opf', text: packageDocument(title, chapters) },
    { path: 'OEBPS/nav.xhtml', text: navigation(title, chapters) },
    { path: 'OEBPS/toc.ncx', text: ncx(title, chapters) },
    ...chapters.map(chapter => ({ path: `OEBPS/${chapter.file}`, text: chapterPage(chapter) })),
  ])
}

function chaptersOf(blocks: readonly SampleBlock[]): Chapter[] {
  const chapters: Chapter[] = []
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level === 1)
      chapters.push({ file: `chapter-${chapters.length + 1}.xhtml`, title: block.text, blocks: [] })
    else chapters.at(-1)?.blocks.push(block)
  }
  return chapters
}

const container = `${declaration}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`

function packageDocument(title: string, chapters: readonly Chapter[]): string {
  const items = chapters.map(
    (chapter, index) =>
      `<item id="c${index + 1}" href="${chapter.file}" media-type="application/xhtml+xml"/>`,
  )
  const spine = chapters.map((_, index) => `<itemref idref="c${index + 1}"/>`)
  return `${declaration}<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="en">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">${identifier}</dc:identifier><dc:title>${escapeXml(title)}</dc:title><dc:language>en</dc:language><dc:creator>Quire samples</dc:creator><dc:rights>CC0 1.0</dc:rights><meta property="dcterms:modified">2000-01-01T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>${items.join('')}</manifest>
<spine toc="ncx">${spine.join('')}</spine>
</package>`
}

function navigation(title: string, chapters: readonly Chapter[]): string {
  const entries = chapters.map(
    chapter => `<li><a href="${chapter.file}">${escapeXml(chapter.title)}</a></li>`,
  )
  return page(title, `<nav epub:type="toc"><h1>Contents</h1><ol>${entries.join('')}</ol></nav>`)
}

function ncx(title: string, chapters: readonly Chapter[]): string {
  const points = chapters.map(
    (chapter, index) =>
      `<navPoint id="n${index + 1}" playOrder="${index + 1}"><navLabel><text>${escapeXml(chapter.title)}</text></navLabel><content src="${chapter.file}"/></navPoint>`,
  )
  return `${declaration}<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="${identifier}"/></head><docTitle><text>${escapeXml(title)}</text></docTitle><navMap>${points.join('')}</navMap></ncx>`
}

function chapterPage(chapter: Chapter): string {
  const paragraphs = chapter.blocks.flatMap(block =>
    block.kind === 'paragraph' ? [`<p>${inline(block.text)}</p>`] : [],
  )
  return page(chapter.title, `<h1>${escapeXml(chapter.title)}</h1>\n${paragraphs.join('\n')}`)
}

function inline(text: string): string {
  return runsOf(text)
    .map(run => (run.emphasis ? `<em>${escapeXml(run.text)}</em>` : escapeXml(run.text)))
    .join('')
}

function page(title: string, body: string): string {
  return `${declaration}<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en" lang="en"><head><title>${escapeXml(title)}</title></head><body>
${body}
</body></html>`
}
