import type { PageFacts } from '../../../core/ports/crawler.ts'
import type { HtmlPage } from './read-html.ts'

export type FactsOfPage = Omit<PageFacts, 'linkCounts'>

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
