import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { decodeText } from '../../../core/text/decode-text.ts'
import { asBrokenSource, brokenSource, makeConverted } from '../text/make-converted.ts'
import { cleanMarkdown, oneLine } from '../text/markdown-parts.ts'
import {
  type DomElement,
  isElement,
  limitDepth,
  parseXml,
  prepareLenientParser,
  textOf,
} from './parse-html.ts'

/** XML as readable text: titles become headings, records become lists of fields, prose becomes paragraphs. */
export const xmlConverter: Converter = {
  name: 'xml',
  version: 1,
  formats: ['xml'],
  isolated: true,
  sharesChild: true,
  prepare: prepareLenientParser,
  async convert(raw, _options, { signal }) {
    throwIfAborted(signal)
    const { text, warnings } = decodeText(raw, declaredEncoding(raw.bytes))
    try {
      const $ = await parseXml(text)
      warnings.push(...limitDepth($))
      const root = $.root()[0]?.children.find(isElement)
      if (root === undefined) throw brokenSource(raw.name, 'is not XML: it has no elements')
      const { markdown, title } = renderXml(root)
      return makeConverted(raw, { fileType: 'xml', markdown: cleanMarkdown(markdown), title, warnings })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as XML', error)
    }
  },
}

function declaredEncoding(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)/i.exec(start)?.[1] ?? null
}

const titleNames = new Set(['title', 'head', 'heading', 'headline', 'name', 'label', 'caption', 'subject'])
const proseNames = new Set([
  'p',
  'para',
  'paragraph',
  'text',
  'line',
  'l',
  'seg',
  'simpara',
  'body',
  'content',
  'abstract',
  'description',
  'summary',
  'note',
  'quote',
  'talk.text',
  'encoded',
])
const inlineNames = new Set([
  'b',
  'i',
  'em',
  'strong',
  'emphasis',
  'italic',
  'bold',
  'sub',
  'sup',
  'a',
  'link',
  'ulink',
  'xref',
  'ref',
  'hi',
  'span',
  'code',
  'literal',
  'inline',
  'term',
  'u',
  'br',
  'lb',
  'ext-link',
  'named-content',
  'q',
  'cite',
])

/** Renders an XML tree; the outermost title is the title of the document. */
function renderXml(root: DomElement): { markdown: string; title: string | null } {
  const blocks: string[] = []
  renderBlock(root, 1, blocks)
  const title = titleChild(root)
  return { markdown: joinBlocks(blocks), title: title === null ? null : oneLine(textOf(title)) }
}

function renderBlock(element: DomElement, level: number, blocks: string[]): void {
  if (isLeaf(element)) {
    renderLeaf(element, blocks)
    return
  }
  const title = titleChild(element)
  if (title !== null) blocks.push(`${'#'.repeat(Math.min(level, 6))} ${oneLine(textOf(title))}`)
  const attributes = describeAttributes(element)
  if (attributes !== '') blocks.push(`- ${attributes}`)
  for (const child of element.children) {
    if (child === title) continue
    if (isElement(child)) renderBlock(child, title === null ? level : level + 1, blocks)
    else if ('data' in child && child.type === 'text' && child.data.trim() !== '')
      blocks.push(oneLine(child.data))
    else if (child.type === 'cdata' && textOf(child).trim() !== '') blocks.push(oneLine(textOf(child)))
  }
}

/** Renders prose as a paragraph, a field as `name: value`, an empty element as its attributes. */
function renderLeaf(element: DomElement, blocks: string[]): void {
  const text = readable(textOf(element))
  const attributes = describeAttributes(element)
  if (text === '' && attributes === '') return
  const name = localName(element)
  if (proseNames.has(name)) blocks.push(text)
  else if (text === '') blocks.push(`- ${element.name}: ${attributes}`)
  else blocks.push(`- ${element.name}: ${text}${attributes === '' ? '' : ` (${attributes})`}`)
}

/** Whether an element has no child elements, or text with inline elements only. */
function isLeaf(element: DomElement): boolean {
  const children = element.children.filter(isElement)
  if (children.length === 0) return true
  const hasText = element.children.some(child => child.type === 'text' && child.data.trim() !== '')
  return hasText && children.every(child => inlineNames.has(localName(child)) && isLeaf(child))
}

function titleChild(element: DomElement): DomElement | null {
  const first = element.children.filter(isElement).slice(0, 4)
  return (
    first.find(child => titleNames.has(localName(child)) && isLeaf(child) && isShort(textOf(child))) ?? null
  )
}

function isShort(text: string): boolean {
  const line = oneLine(text)
  return line !== '' && line.length <= 200
}

function describeAttributes(element: DomElement): string {
  return Object.entries(element.attribs)
    .filter(([name, value]) => value.trim() !== '' && !/^(xmlns|xsi:|xml:space)/.test(name))
    .map(([name, value]) => `${name}: ${oneLine(value)}`)
    .join(', ')
}

/** Feeds contain HTML as text: removes its tags. */
function readable(text: string): string {
  const plain = /<(p|br|a|div|img|span|ul|ol|b|i|em|strong)\b[^<>]*>/i.test(text)
    ? text.replace(/<[^<>]{0,2000}>/g, ' ')
    : text
  return oneLine(plain)
}

function localName(element: DomElement): string {
  return element.name.slice(element.name.indexOf(':') + 1).toLowerCase()
}

/** List items are separated by a line end, other blocks by a blank line. */
function joinBlocks(blocks: readonly string[]): string {
  let markdown = ''
  for (const [index, block] of blocks.entries()) {
    if (index > 0) markdown += block.startsWith('- ') && blocks[index - 1]?.startsWith('- ') ? '\n' : '\n\n'
    markdown += block
  }
  return markdown
}
