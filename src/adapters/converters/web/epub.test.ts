import assert from 'node:assert/strict'
import test from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { convert, failure, makeSource, sample } from '../test/make-source.ts'
import { makeZip } from '../test/make-zip.ts'
import { epubConverter } from './epub.ts'

type Book = { files: Record<string, string>; manifest: string; spine: string; metadata?: string }

const container = `<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`
const chapter = (body: string) =>
  `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="x"><head><title/></head><body>${body}</body></html>`

function makeEpub({ files, manifest, spine, metadata = '<dc:title>Of bees</dc:title>' }: Book): Buffer {
  const opf = `<package><metadata>${metadata}</metadata><manifest>${manifest}</manifest>${spine}</package>`
  return makeZip([
    { name: 'mimetype', content: 'application/epub+zip', stored: true },
    { name: 'META-INF/container.xml', content: container },
    { name: 'OEBPS/book.opf', content: opf },
    ...Object.entries(files).map(([name, content]) => ({ name, content })),
  ])
}

const item = (id: string, href: string, rest = '') =>
  `<item id="${id}" href="${href}" media-type="application/xhtml+xml" ${rest}/>`
const read = (bytes: Uint8Array) => convert(epubConverter, makeSource('bees.epub', bytes))

const modern: Book = {
  manifest:
    item('nav', 'nav.xhtml', 'properties="nav"') +
    item('two', 'text/two.xhtml') +
    item('one', 'text/one%20a.xhtml'),
  spine: '<spine><itemref idref="one"/><itemref idref="two"/></spine>',
  files: {
    'OEBPS/nav.xhtml': `<html><body><nav epub:type="toc"><ol>
      <li><a href="text/one%20a.xhtml">Part I</a><ol><li><a href="text/one%20a.xhtml#c1">Chapter 1</a></li></ol></li>
      <li><a href="text/two.xhtml#c2">Chapter 2</a></li></ol></nav>
      <nav epub:type="page-list"><ol><li><a href="text/one%20a.xhtml#p4">iv</a></li>
      <li><a href="text/two.xhtml#p5">5</a></li></ol></nav></body></html>`,
    'OEBPS/text/one a.xhtml': chapter(
      '<p>Opening<a id="x"/> words.</p><h2 id="c1">Chapter 1</h2><p>Before <span epub:type="pagebreak" id="p4" title="iv"/>after the page.</p><h3>Wax</h3><p>Yellow. <a href="two.xhtml">See two</a></p>',
    ),
    'OEBPS/text/two.xhtml': chapter(
      '<h2 id="c2">Chapter 2</h2><p id="p5">On page five.</p><script src="x.js"/>',
    ),
  },
}

test('chapters follow the spine; contents are the outline with levels, and headings below them', async () => {
  const { markdown, outline, title } = await read(makeEpub(modern))
  assert.equal(title, 'Of bees')
  assert.equal(
    markdown,
    'Opening words.\n\n## Chapter 1\n\nBefore after the page.\n\n### Wax\n\nYellow. See two\n\n## Chapter 2\n\nOn page five.\n',
  )
  assert.deepEqual(
    outline.map(entry => [entry.level, entry.title, markdown.slice(entry.start).split('\n')[0]]),
    [
      [1, 'Part I', 'Opening words.'],
      [2, 'Chapter 1', '## Chapter 1'],
      [3, 'Wax', '### Wax'],
      [1, 'Chapter 2', '## Chapter 2'],
    ],
  )
})

test('the list of pages gives pages with their printed labels', async () => {
  const { markdown, pages } = await read(makeEpub(modern))
  assert.deepEqual(
    pages.map(page => [page.number, page.label, markdown.slice(page.start, page.end).slice(0, 15)]),
    [
      [1, 'iv', 'after the page.'],
      [2, '5', 'On page five.\n'],
    ],
  )
})

test('page breaks in the text count where the book lists no pages', async () => {
  const nav = (modern.files['OEBPS/nav.xhtml'] ?? '').replace('page-list', 'landmarks')
  const { pages } = await read(makeEpub({ ...modern, files: { ...modern.files, 'OEBPS/nav.xhtml': nav } }))
  assert.deepEqual(
    pages.map(page => page.label),
    ['iv'],
  )
})

test('an EPUB 2 table of contents serves as well', async () => {
  const ncx = `<ncx><navMap><navPoint><navLabel><text>Part I</text></navLabel><content src="a.xhtml"/>
    <navPoint><navLabel><text>Inside</text></navLabel><content src="a.xhtml#in"/></navPoint></navPoint></navMap>
    <pageList><pageTarget value="9"><navLabel><text>9</text></navLabel><content src="a.xhtml#in"/></pageTarget></pageList></ncx>`
  const { outline, pages } = await read(
    makeEpub({
      manifest: `${item('a', 'a.xhtml')}<item id="toc" href="toc.ncx" media-type="application/x-dtbncx+xml"/>`,
      spine: '<spine toc="toc"><itemref idref="a"/></spine>',
      files: { 'OEBPS/toc.ncx': ncx, 'OEBPS/a.xhtml': chapter('<p>First.</p><p id="in">Second.</p>') },
    }),
  )
  assert.deepEqual(
    outline.map(({ level, title, start }) => ({ level, title, start })),
    [
      { level: 1, title: 'Part I', start: 0 },
      { level: 2, title: 'Inside', start: 8 },
    ],
  )
  assert.deepEqual(pages, [{ number: 1, label: '9', start: 8, end: 16, ocr: false }])
})

test('a missing chapter is a warning; a book without any is broken', async () => {
  const { 'OEBPS/text/two.xhtml': _, ...files } = modern.files
  const { warnings, markdown } = await read(makeEpub({ ...modern, files }))
  assert.match(warnings[0] ?? '', /two\.xhtml is missing/)
  assert.match(markdown, /Opening words/)
  await assert.rejects(
    read(makeEpub({ ...modern, files: {} })),
    failure('invalid', 'BROKEN_SOURCE', /bees\.epub has no readable chapters/),
  )
})

test('copy protection is said; scrambled fonts are not taken for it', async () => {
  const locked = (uri: string) => ({
    ...modern.files,
    'META-INF/encryption.xml': `<encryption><enc:EncryptedData><enc:CipherData><enc:CipherReference URI="${uri}"/></enc:CipherData></enc:EncryptedData></encryption>`,
  })
  await read(makeEpub({ ...modern, files: locked('OEBPS/font.otf') }))
  await assert.rejects(
    read(makeEpub({ ...modern, files: locked('OEBPS/text/two.xhtml') })),
    failure('invalid', 'ENCRYPTED_SOURCE', /protected against copying/),
  )
})

test('an archive that is no book, and bytes that are no archive, are broken', async () => {
  const noBook = makeZip([{ name: 'a.txt', content: 'x' }])
  await assert.rejects(read(noBook), failure('invalid', 'BROKEN_SOURCE', /not an EPUB/))
  await assert.rejects(read(Buffer.from('PK nothing')), failure('invalid', 'BROKEN_SOURCE', /damaged/))
})

test('a bomb dressed as a book is refused', slow, async () => {
  const bomb = makeZip([{ name: 'a.xhtml', content: Buffer.alloc(60_000_000), declaredSize: 100 }])
  await assert.rejects(read(bomb), failure('too_large', 'SOURCE_TOO_LARGE', /200 times its size/))
})

const poetry = sample('docling/epub_purvis_poetry.epub')
test('a real book of poems keeps its verses and its contents', { skip: poetry.skip }, async () => {
  const { markdown, outline, title } = await convert(epubConverter, poetry.read())
  assert.equal(title, 'Poetry')
  assert.equal(outline.length, 19)
  for (const entry of outline.slice(2, 9))
    assert.equal(markdown.slice(entry.start).split('\n')[0], `## ${entry.title}`)
  assert.match(markdown, /chill him no more,\nHis woes/)
})
