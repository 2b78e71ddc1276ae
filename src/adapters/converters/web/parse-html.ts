import type { CheerioAPI } from 'cheerio'

/**
 * A parsed page, book or office document. This file is the only one that loads the DOM library; the converters of web pages,
 * EPUB, XML and office formats parse with it and walk its tree.
 */
export type Dom = CheerioAPI
type DomRoot = ReturnType<CheerioAPI['root']>[number]
export type DomNode = DomRoot['children'][number]
export type DomElement = Extract<DomNode, { attribs: unknown }>

/** Deeper nesting is an attack or an accident, and would crash the Markdown library, which recurses natively. */
const maxDepth = 200

/** Loads the library before the first page is converted. */
export function prepareParser(): Promise<unknown> {
  return import('cheerio')
}

/** Loads the library without the HTML parser and the HTTP client, which takes half the time. */
export function prepareLenientParser(): Promise<unknown> {
  return import('cheerio/slim')
}

/** Parses a web page as browsers do, except for one that is nested very deeply. */
export async function parseHtml(html: string): Promise<Dom> {
  const { load } = await import('cheerio')
  // The HTML standard's algorithm takes quadratic time on deep nesting; the lenient parser does not.
  return load(html, looksDeep(html) ? { xml: { xmlMode: false, decodeEntities: true } } : {})
}

/** Tag names keep their case and prefix; declared entities are not expanded. */
export async function parseXml(xml: string): Promise<Dom> {
  const { load } = await import('cheerio/slim')
  return load(xml, { xml: { xmlMode: true, decodeEntities: true } })
}

/** Parses the XHTML of books: unlike in HTML, any element may be self-closing (`<a id="p12"/>`). */
export async function parseXhtml(xhtml: string): Promise<Dom> {
  const { load } = await import('cheerio/slim')
  return load(xhtml, { xml: { xmlMode: false, recognizeSelfClosing: true, decodeEntities: true } })
}

export function isElement(node: DomNode | DomRoot): node is DomElement {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style'
}

/** All text below a node, in order. Iterative, so that deep nesting cannot exhaust the stack. */
export function textOf(node: DomNode | DomRoot): string {
  const parts: string[] = []
  const open: (DomNode | DomRoot)[] = [node]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.type === 'text') parts.push(next.data)
    else if ('children' in next)
      for (let i = next.children.length - 1; i >= 0; i--) pushChild(open, next.children[i])
  }
  return parts.join('')
}

/** Whether there is more text below a node than `limit`; stops reading at the limit. */
export function hasMoreText(node: DomNode | DomRoot, limit: number): boolean {
  let length = 0
  const open: (DomNode | DomRoot)[] = [node]
  for (let next = open.pop(); next !== undefined && length <= limit; next = open.pop()) {
    if (next.type === 'text') length += next.data.length
    else if ('children' in next) for (const child of next.children) open.push(child)
  }
  return length > limit
}

function pushChild(open: (DomNode | DomRoot)[], child: DomNode | undefined): void {
  if (child !== undefined) open.push(child)
}

/** Replaces elements that are nested too deep by their text. Returns a warning when there were any. */
export function limitDepth($: Dom): string[] {
  let flattened = false
  const open: { node: DomNode | DomRoot; depth: number }[] = $.root()
    .toArray()
    .map(node => ({ node, depth: 0 }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!('children' in next.node)) continue
    if (next.depth >= maxDepth && next.node.children.some(isElement)) {
      $(next.node).text(textOf(next.node))
      flattened = true
      continue
    }
    for (const child of next.node.children) open.push({ node: child, depth: next.depth + 1 })
  }
  return flattened ? ['Very deeply nested parts were kept as plain text.'] : []
}

/** Counts tags that must be closed; a false positive only selects the other parser. */
function looksDeep(html: string): boolean {
  let depth = 0
  for (const [, close] of html.matchAll(
    /<(\/?)(?:div|span|b|i|u|a|em|strong|font|table|ul|ol|section|blockquote|center|small|big)\b/gi,
  )) {
    depth += close === '/' ? -1 : 1
    if (depth > 2000) return true
  }
  return false
}
