import { findHeadings } from '../../../core/text/outline.ts'

export type Sitemap = {
  /** `index` lists further sitemaps, `pages` lists pages. */
  kind: 'index' | 'pages'
  locations: string[]
}

/**
 * Parses a sitemap: XML, an index, one address per line, RSS or Atom. Returns null for anything else. It scans for
 * elements instead of parsing XML, because sitemaps are large, flat and often not well-formed.
 */
export function parseSitemap(file: string, maxLocations: number): Sitemap | null {
  const text = file.replace(/<!\[CDATA\[|\]\]>/g, '')
  const start = text.slice(0, 2_000)
  if (/<(?:\w+:)?sitemapindex\b/i.test(start))
    return {
      kind: 'index',
      locations: locationsIn(text, /<(?:\w+:)?loc\b[^>]{0,200}>([^<]{1,4000})/gi, maxLocations),
    }
  if (/<(?:\w+:)?urlset\b/i.test(start))
    return {
      kind: 'pages',
      locations: locationsIn(withoutMedia(text), /<loc\b[^>]{0,200}>([^<]{1,4000})/gi, maxLocations),
    }
  if (/<rss\b|<rdf:RDF\b/i.test(start))
    return { kind: 'pages', locations: locationsIn(text, /<link>([^<]{1,4000})/gi, maxLocations) }
  if (/<feed\b/i.test(start))
    return {
      kind: 'pages',
      locations: locationsIn(text, /<link\b[^>]{0,400}?href\s*=\s*["']([^"']{1,4000})/gi, maxLocations),
    }
  if (/^\s*https?:\/\/\S+\s*(?:\n|$)/i.test(start) && !/<[a-z!?]/i.test(start))
    return {
      kind: 'pages',
      locations: locationsIn(text, /^[ \t]{0,9}(https?:\/\/\S{1,4000})[ \t\r]{0,9}$/gim, maxLocations),
    }
  return null
}

function locationsIn(text: string, element: RegExp, maxLocations: number): string[] {
  const locations: string[] = []
  for (const [, found = ''] of text.matchAll(element)) {
    if (locations.length >= maxLocations) break
    const location = unescapeXml(found.trim())
    if (location !== '') locations.push(location)
  }
  return locations
}

/** Removes the images and videos of a page, which are listed in elements with a prefix (`image:loc`). */
function withoutMedia(text: string): string {
  return text.replace(/<(?:image|video|news):[\w]+\b[^>]{0,200}>[^<]{0,4000}/gi, '')
}

function unescapeXml(text: string): string {
  return text
    .replace(/&(?:lt|#60|#x3c);/gi, '<')
    .replace(/&(?:gt|#62|#x3e);/gi, '>')
    .replace(/&(?:quot|#34|#x22);/gi, '"')
    .replace(/&(?:apos|#39|#x27);/gi, "'")
    .replace(/&(?:amp|#38|#x26);/gi, '&')
}

/** Every repetition is bounded and none overlaps the next, so text that almost matches cannot cause backtracking. */
const inline =
  /\]\(\s{0,9}<?([^\s()<>]{1,2000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,2000})?)>?(?:\s{1,9}["'(][^\n]{0,500}?)?\)/g
const reference = /^ {0,3}\[[^\]\n]{1,200}\]:\s{1,9}<?([^\s<>]{1,2000})>?/gm
const bare = /<(https?:\/\/[^\s<>]{1,2000})>/g
const codeSpan = /(?<!`)(`{1,9})(?!`)[^`\n]{1,1000}\1(?!`)/g

/** Returns the targets of a Markdown text's links as written, by kind, then by position. Skips code. */
export function markdownLinks(markdown: string): string[] {
  const text = withoutCode(markdown).replace(codeSpan, '')
  return [inline, reference, bare].flatMap(pattern =>
    [...text.matchAll(pattern)].flatMap(([, target]) => (target === undefined ? [] : [target])),
  )
}

/** Returns the first level-one heading. */
export function markdownTitle(markdown: string): string | null {
  return findHeadings(markdown.slice(0, 20_000)).find(({ level }) => level === 1)?.title ?? null
}

function withoutCode(markdown: string): string {
  let fence: string | null = null
  return markdown
    .split('\n')
    .filter(line => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
      if (fence === null) {
        fence = mark
        return mark === null
      }
      if (mark?.startsWith(fence)) fence = null
      return false
    })
    .join('\n')
}
