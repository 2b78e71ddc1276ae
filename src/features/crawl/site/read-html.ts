import type { PageFacts } from '../../../core/ports/crawler.ts'
import { openHtml } from './open-html.ts'
import { noDirectives, parseDirectives, productOf, type RobotsDirectives } from './parse-robots.ts'

/** What a crawler wants to know of an HTML page; addresses as they stand there, not yet resolved. */
type HtmlPage = {
  title: string | null
  /** Everything a reader could see, roughly. */
  text: string
  base: string | null
  canonical: string | null
  /** Where a meta refresh leads to within a few seconds. */
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

/** A refresh after longer is meant for people who keep looking at a page. */
const maxRefreshSeconds = 10
const maxTextLength = 2_000_000
const unread = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head'])
const linking: Readonly<Record<string, string>> = { a: 'href', area: 'href', frame: 'src', iframe: 'src' }

/** Reads a page in one walk without recursion, so that no nesting can exhaust the stack. */
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
  if (attributes['http-equiv']?.toLowerCase() === 'refresh') page.refresh ??= refreshTarget(content)
  if (attributes['http-equiv']?.toLowerCase() === 'content-language') page.language ??= content
}

function refreshTarget(content: string): string | null {
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

/** What the head of a page tells of it. */
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

/** Pictures that stand in the page itself are not addresses. */
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
