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
