/** What robots.txt says to one crawler about one host. */
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

/** RFC 9309 asks for at least 500 KiB. */
export const maxRobotsBytes = 512 * 1024

/** Of all rules with wildcards together; matching takes time in proportion to it, for every address. */
const wildcardBudget = 20_000

/** The one door to the robots.txt library. `agent` is a whole User-Agent; its first word is what rules name. */
export async function parseRobots(url: string, text: string, agent: string): Promise<RobotsRules> {
  const library = await import('robots-parser')
  // SAFETY: the package's types promise a default export of the module; the module itself is the function.
  const robotsParser = library.default as unknown as (url: string, text: string) => Robot
  const robots = robotsParser(url, boundWork(text.replace(/^\ufeff/, '')))
  const product = agent.split(/[\s/]/)[0] ?? agent
  const delay = robots.getCrawlDelay(product)
  return {
    // Undefined is the library's word for an address of another host: none of this file's business.
    allows: address => robots.isAllowed(address, product) !== false,
    crawlDelayMs: delay !== undefined && Number.isFinite(delay) && delay > 0 ? delay * 1_000 : null,
    sitemaps: robots.getSitemaps(),
  }
}

/**
 * Rules with wildcards beyond the budget lose what comes after the first one: a prohibition then covers more than it
 * meant to, a permission is dropped.
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

/** What a page forbids of itself, in its head or in its header. */
export type RobotsDirectives = { noindex: boolean; nofollow: boolean }

export const noDirectives: RobotsDirectives = { noindex: false, nofollow: false }

/** The content of `<meta name="robots">`: words separated by commas. */
export function parseDirectives(content: string): RobotsDirectives {
  const words = content
    .toLowerCase()
    .split(/[\s,]+/)
    .map(word => word.trim())
  const none = words.includes('none')
  return { noindex: none || words.includes('noindex'), nofollow: none || words.includes('nofollow') }
}

/** `X-Robots-Tag: noindex, otherbot: nofollow`: a name with a colon addresses what follows to one crawler. */
export function parseRobotsTag(header: string, agent: string): RobotsDirectives {
  const product = productOf(agent)
  let isForUs = true
  const forUs: string[] = []
  for (const part of header.split(',')) {
    const [, name, rest] = /^\s*([\w-]+)\s*:\s*(.*)$/.exec(part) ?? []
    // The one directive with a value that looks like a name.
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
