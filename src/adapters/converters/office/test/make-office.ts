import { makeZip } from '../../test/make-zip.ts'

const core = (title: string) =>
  `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>${title}</dc:title></cp:coreProperties>`
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const math = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const relations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
const relationType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export type DocxParts = {
  body: string
  styles?: string
  footnotes?: string
  title?: string
  more?: Record<string, string>
}

/** The smallest Word document that readers accept. */
export function makeDocx({ body, styles = '', footnotes, title = '', more = {} }: DocxParts): Buffer {
  const related: [id: string, name: string][] = [['styles', 'styles']]
  if (footnotes !== undefined) related.push(['notes', 'footnotes'])
  return makeZip([
    {
      name: '[Content_Types].xml',
      content: contentTypes(
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
        'word/document.xml',
      ),
    },
    { name: '_rels/.rels', content: relationships([['doc', 'officeDocument', 'word/document.xml']]) },
    {
      name: 'word/_rels/document.xml.rels',
      content: relationships(related.map(([id, name]) => [id, name, `${name}.xml`])),
    },
    {
      name: 'word/document.xml',
      content: `<w:document ${word} ${math}><w:body>${body}</w:body></w:document>`,
    },
    { name: 'word/styles.xml', content: `<w:styles ${word}>${styles}</w:styles>` },
    ...(footnotes === undefined
      ? []
      : [{ name: 'word/footnotes.xml', content: `<w:footnotes ${word}>${footnotes}</w:footnotes>` }]),
    { name: 'docProps/core.xml', content: core(title) },
    ...Object.entries(more).map(([name, content]) => ({ name, content })),
  ])
}

export const paragraph = (text: string, style?: string) =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
export const style = (id: string, name: string, rest = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${rest}</w:style>`

export type Slide = { shapes: string; notes?: string }

const drawing =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'

/** A presentation whose slide files are numbered in another order than the slides, as after moving slides. */
export function makePptx(slides: readonly Slide[], title = ''): Buffer {
  const file = (index: number) => slides.length - index
  const ids = slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="r${index}"/>`).join('')
  return makeZip([
    {
      name: '[Content_Types].xml',
      content: contentTypes(
        'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml',
        'ppt/presentation.xml',
      ),
    },
    { name: '_rels/.rels', content: relationships([['doc', 'officeDocument', 'ppt/presentation.xml']]) },
    {
      name: 'ppt/presentation.xml',
      content: `<p:presentation ${drawing}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: relationships(
        slides.map((_, index) => [`r${index}`, 'slide', `slides/slide${file(index)}.xml`]),
      ),
    },
    ...slides.flatMap((slide, index) => [
      { name: `ppt/slides/slide${file(index)}.xml`, content: slideXml('sld', slide.shapes) },
      ...(slide.notes === undefined
        ? []
        : [
            {
              name: `ppt/slides/_rels/slide${file(index)}.xml.rels`,
              content: relationships([['n', 'notesSlide', `../notesSlides/notesSlide${file(index)}.xml`]]),
            },
            {
              name: `ppt/notesSlides/notesSlide${file(index)}.xml`,
              content: slideXml('notes', shape(slide.notes, 'body')),
            },
          ]),
    ]),
    { name: 'docProps/core.xml', content: core(title) },
  ])
}

export const shape = (text: string, placeholder?: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:cNvSpPr/><p:nvPr>${placeholder ? `<p:ph type="${placeholder}"/>` : ''}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`

function slideXml(kind: string, shapes: string): string {
  return `<p:${kind} ${drawing}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${kind}>`
}

const office = ['office', 'text', 'table', 'draw', 'presentation', 'style']
  .map(name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')

const listStyle =
  '<office:automatic-styles><text:list-style style:name="L1"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style></office:automatic-styles>'

/** An OpenDocument file with this body content. */
export function makeOpenDocument(kind: 'text' | 'presentation', body: string, title = ''): Buffer {
  return makeZip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}`, stored: true },
    {
      name: 'content.xml',
      content: `<office:document-content ${office}>${listStyle}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
    {
      name: 'meta.xml',
      content: `<office:document-meta ${office} xmlns:dc="d"><office:meta><dc:title>${title}</dc:title></office:meta></office:document-meta>`,
    },
    {
      name: 'META-INF/manifest.xml',
      content: '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
    },
  ])
}

function contentTypes(type: string, part: string): string {
  return `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="${type}"/></Types>`
}

function relationships(list: readonly (readonly [id: string, type: string, target: string])[]): string {
  const rows = list.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${relationType}/${type}" Target="${target}"/>`,
  )
  return `<Relationships ${relations}>${rows.join('')}</Relationships>`
}
