import type { CheerioAPI } from 'cheerio'
import type { PageFacts } from '../../../core/ports/crawler.ts'
import { noDirectives, parseDirectives, productOf, type RobotsDirectives } from './parse-robots.ts'

/** What the crawler extracts from an HTML page. Addresses are as written, not resolved. */
type HtmlPage = {
  title: string | null
  /** Roughly the visible text. */
  text: string
  base: string | null
  canonical: string | null
  /** Target of a meta refresh within a few seconds. */
  refresh: string | null
  directives: RobotsDirectives
  links: { target: string; isNofollow: boolean }[]
  meta: Record<string, string>
  language: string | null
  images: { target: string; alt: string }[]
  media: string[]
  structuredData: string[]
}

type Element = { name: string; attributes: Readonly<Record<string, string>> }

/** A refresh with a longer delay reloads a page for its viewers; it is not a redirect. */
const maxRefreshSeconds = 10
const maxTextLength = 2_000_000
const unread = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head'])
const linking: Readonly<Record<string, string>> = { a: 'href', area: 'href', frame: 'src', iframe: 'src' }

/** Extracts what the crawler needs in one pass, without recursion, so that deep nesting cannot overflow the stack. */
export async function readHtml(html: string, agent: string): Promise<HtmlPage> {
  const page: HtmlPage & { heading: string | null } = {
    title: null,
    text: '',
    base: null,
    canonical: null,
    refresh: null,
    directives: noDirectives,
    links: [],
    meta: {},
    language: null,
    images: [],
    media: [],
    structuredData: [],
    heading: null,
  }
  const product = productOf(agent)
  const words: string[] = []
  let length = 0
  for (const node of await openHtml(html)) {
    if (node.kind === 'element') readElement(page, node, product)
    else if (node.inside.has('title') && !node.inside.has('svg')) page.title ??= oneLine(node.text) || null
    else if (node.isStructuredData) page.structuredData.push(node.text.trim())
    else if (!hasAny(node.inside, unread) && length < maxTextLength) {
      words.push(node.text)
      length += node.text.length
      if (node.inside.has('h1')) page.heading ??= oneLine(node.text) || null
    }
  }
  const { heading, ...read } = page
  const title = page.title ?? oneLine(page.meta['og:title'] ?? '')
  return { ...read, title: title || heading, text: words.join(' ').replace(/\s+/g, ' ').trim() }
}

function readElement(page: HtmlPage, { name, attributes }: Element, product: string): void {
  const attribute = linking[name]
  if (attribute !== undefined) readLink(page, attributes, attributes[attribute])
  else if (name === 'meta') readMeta(page, attributes, product)
  else if (name === 'link') readHeadLink(page, attributes)
  else if (name === 'base') page.base ??= attributes.href ?? null
  else if (name === 'html') page.language ??= attributes.lang ?? attributes['xml:lang'] ?? null
  else if (name === 'img' && attributes.src !== undefined)
    page.images.push({ target: attributes.src, alt: oneLine(attributes.alt ?? '') })
  if (/^(video|audio|source|embed|iframe)$/.test(name) && attributes.src) page.media.push(attributes.src)
}

function readLink(page: HtmlPage, attributes: Element['attributes'], target: string | undefined): void {
  if (target === undefined || target.trim() === '' || target.trim().startsWith('#')) return
  page.links.push({ target: target.trim(), isNofollow: hasWord(attributes.rel, 'nofollow') })
}

function readHeadLink(page: HtmlPage, attributes: Element['attributes']): void {
  const target = attributes.href
  if (target === undefined) return
  if (hasWord(attributes.rel, 'canonical')) page.canonical ??= target
  if (hasWord(attributes.rel, 'next') || hasWord(attributes.rel, 'prev')) readLink(page, {}, target)
}

function readMeta(page: HtmlPage, attributes: Element['attributes'], product: string): void {
  const content = attributes.content ?? ''
  const name = (attributes.name ?? attributes.property ?? '').toLowerCase()
  if (name === 'robots' || name === product) {
    const { noindex, nofollow } = parseDirectives(content)
    page.directives = {
      noindex: page.directives.noindex || noindex,
      nofollow: page.directives.nofollow || nofollow,
    }
  } else if (name !== '' && !Object.hasOwn(page.meta, name)) page.meta[name] = oneLine(content)
  if (attributes['http-equiv']?.toLowerCase() === 'refresh') page.refresh ??= metaRefreshTarget(content)
  if (attributes['http-equiv']?.toLowerCase() === 'content-language') page.language ??= content
}

function metaRefreshTarget(content: string): string | null {
  const [, seconds, target] =
    /^\s*(\d+(?:\.\d*)?)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s]+)/i.exec(content) ?? []
  return target !== undefined && Number(seconds) <= maxRefreshSeconds ? target : null
}

function hasWord(list: string | undefined, word: string): boolean {
  return (list ?? '').toLowerCase().split(/\s+/).includes(word)
}

function hasAny(inside: ReadonlyMap<string, number>, names: ReadonlySet<string>): boolean {
  for (const name of names) if (inside.has(name)) return true
  return false
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 1_000)
}

type FactsOfPage = Omit<PageFacts, 'linkCounts'>

const maxListed = 50
const maxDataLength = 20_000

export const emptyFacts: FactsOfPage = {
  description: null,
  language: null,
  keywords: [],
  author: null,
  openGraph: {},
  images: [],
  imageCount: 0,
  media: [],
  structuredData: [],
}

/** Returns the facts that a page states about itself, with resolved addresses. */
export function pageFacts({ meta, ...page }: HtmlPage, base: string): FactsOfPage {
  const openGraph = Object.entries(meta).filter(([name]) => /^(og|article|twitter):/.test(name))
  const keywords = (meta.keywords ?? '').split(/[,;]/).map(word => word.trim())
  return {
    description: meta.description || meta['og:description'] || meta['dc.description'] || null,
    language: page.language?.trim() || meta['og:locale'] || null,
    keywords: [...new Set(keywords.filter(word => word !== ''))].slice(0, maxListed),
    author: meta.author || meta['article:author'] || meta['dc.creator'] || null,
    openGraph: Object.fromEntries(openGraph.slice(0, maxListed)),
    images: page.images.slice(0, maxListed).flatMap(({ target, alt }) => {
      const url = resolve(target, base)
      return url === null ? [] : [{ url, alt }]
    }),
    imageCount: page.images.length,
    media: page.media.slice(0, maxListed).flatMap(target => resolve(target, base) ?? []),
    structuredData: page.structuredData.filter(isSensibleJson).slice(0, maxListed),
  }
}

/** Null for `data:` and other addresses that are not http or https. */
function resolve(target: string, base: string): string | null {
  const url = URL.parse(target, base)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

function isSensibleJson(text: string): boolean {
  if (text.length > maxDataLength) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

type DomRoot = ReturnType<CheerioAPI['root']>[number]
type DomNode = DomRoot['children'][number]

type HtmlNode =
  | { kind: 'element'; name: string; attributes: Readonly<Record<string, string>> }
  /** `inside`: names of the enclosing elements, with their number. */
  | { kind: 'text'; text: string; inside: ReadonlyMap<string, number>; isStructuredData: boolean }

/** Deeper nesting is an attack or an accident; the parser's time per element grows with the depth. */
const maxDepth = 3_000

/** Elements without children, or that the next one of the same kind closes. */
const shallow =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr|p|li|dt|dd|td|th|tr|tbody|thead|tfoot|option|optgroup|h[1-6])$/i

/** Parses leniently and returns the nodes in document order. The page is cut where it is nested too deep. */
async function openHtml(html: string): Promise<Iterable<HtmlNode>> {
  const { load } = await import('cheerio/slim')
  const $ = load(html.slice(0, shallowLength(html)), { xml: { xmlMode: false, decodeEntities: true } })
  return walk($.root().toArray())
}

function* walk(roots: readonly DomRoot[]): Generator<HtmlNode> {
  const inside = new Map<string, number>()
  const open: (DomNode | DomRoot | { leave: string })[] = [...roots]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('leave' in node) leave(inside, node.leave)
    else if (node.type === 'text')
      yield { kind: 'text', text: node.data, inside, isStructuredData: isStructuredData(node) }
    else if ('children' in node) {
      if ('name' in node && 'attribs' in node) {
        yield { kind: 'element', name: node.name, attributes: node.attribs }
        inside.set(node.name, (inside.get(node.name) ?? 0) + 1)
        open.push({ leave: node.name })
      }
      for (let at = node.children.length - 1; at >= 0; at--) {
        const child = node.children[at]
        if (child !== undefined) open.push(child)
      }
    }
  }
}

/** Returns the length of the page up to where its nesting exceeds `maxDepth`. */
function shallowLength(html: string): number {
  let depth = 0
  for (const { 0: tag, 1: close, 2: name = '', index } of html.matchAll(/<(\/?)([a-z][^\s/>]{0,50})/gi)) {
    if (shallow.test(name)) continue
    depth = Math.max(0, depth + (close === '/' ? -1 : 1))
    if (depth > maxDepth) return index + tag.length
  }
  return html.length
}

function leave(inside: Map<string, number>, name: string): void {
  const left = (inside.get(name) ?? 1) - 1
  if (left === 0) inside.delete(name)
  else inside.set(name, left)
}

function isStructuredData(text: DomNode): boolean {
  const { parent } = text
  if (parent === null || !('attribs' in parent) || parent.name !== 'script') return false
  return /^application\/ld\+json\b/i.test(parent.attribs.type ?? '')
}
