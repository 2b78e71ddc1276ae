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
