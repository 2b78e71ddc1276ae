/** The rules of one host's robots.txt for one crawler. */
export type RobotsRules = {
  allows(url: string): boolean
  crawlDelayMs: number | null
  sitemaps: string[]
}

export const everythingAllowed: RobotsRules = { allows: () => true, crawlDelayMs: null, sitemaps: [] }

type Robot = {
  isAllowed(url: string, agent: string): boolean | undefined
  getCrawlDelay(agent: string): number | undefined
  getSitemaps(): string[]
}

/** RFC 9309 requires at least 500 KiB. */
export const maxRobotsBytes = 512 * 1024

/** Total length of rules with wildcards; the time to match an address grows with it. */
const wildcardBudget = 20_000

/** Parses robots.txt. `agent` is a whole User-Agent; rules match its first word. */
export async function parseRobots(url: string, text: string, agent: string): Promise<RobotsRules> {
  const library = await import('robots-parser')
  // SAFETY: the package's types declare a default export inside the module; at run time the default import is the
  // function.
  const robotsParser = library.default as unknown as (url: string, text: string) => Robot
  const robots = robotsParser(url, boundWork(text.replace(/^\ufeff/, '')))
  const product = agent.split(/[\s/]/)[0] ?? agent
  const delay = robots.getCrawlDelay(product)
  return {
    // The library returns undefined for an address of another host, which this file has no rules for.
    allows: address => robots.isAllowed(address, product) !== false,
    crawlDelayMs: delay !== undefined && Number.isFinite(delay) && delay > 0 ? delay * 1_000 : null,
    sitemaps: robots.getSitemaps(),
  }
}

/**
 * Shortens rules beyond the wildcard budget: a Disallow is cut at its first wildcard, so it forbids more than before,
 * and an Allow is dropped.
 */
function boundWork(text: string): string {
  let spent = 0
  return text
    .slice(0, maxRobotsBytes)
    .split(/\r\n|\r|\n/)
    .flatMap(line => {
      const rule = /^\s*(allow|disallow)\s*:\s*([^#]*)/i.exec(line)
      const pattern = rule?.[2]?.trim() ?? ''
      if (!pattern.includes('*')) return [line]
      spent += pattern.length
      if (spent <= wildcardBudget) return [line]
      return rule?.[1]?.toLowerCase() === 'disallow' ? [`Disallow: ${pattern.split('*')[0] || '/'}`] : []
    })
    .join('\n')
}

/** What a page forbids in its `<head>` or its HTTP header. */
export type RobotsDirectives = { noindex: boolean; nofollow: boolean }

export const noDirectives: RobotsDirectives = { noindex: false, nofollow: false }

/** Parses the content of `<meta name="robots">`: words separated by commas. */
export function parseDirectives(content: string): RobotsDirectives {
  const words = content
    .toLowerCase()
    .split(/[\s,]+/)
    .map(word => word.trim())
  const none = words.includes('none')
  return { noindex: none || words.includes('noindex'), nofollow: none || words.includes('nofollow') }
}

/** Parses `X-Robots-Tag: noindex, otherbot: nofollow`: what follows a name with a colon is for that crawler only. */
export function parseRobotsTag(header: string, agent: string): RobotsDirectives {
  const product = productOf(agent)
  let isForUs = true
  const forUs: string[] = []
  for (const part of header.split(',')) {
    const [, name, rest] = /^\s*([\w-]+)\s*:\s*(.*)$/.exec(part) ?? []
    // These directives have a value after a colon, so they look like the name of a crawler.
    const isAddress = name !== undefined && !/^(unavailable_after|max-\w+)/i.test(name)
    if (isAddress) isForUs = name.toLowerCase() === product
    if (isForUs) forUs.push(isAddress ? (rest ?? '') : part)
  }
  return parseDirectives(forUs.join(','))
}

export function joinDirectives(left: RobotsDirectives, right: RobotsDirectives): RobotsDirectives {
  return { noindex: left.noindex || right.noindex, nofollow: left.nofollow || right.nofollow }
}

export function productOf(agent: string): string {
  return (agent.split(/[\s/]/)[0] ?? agent).toLowerCase()
}
