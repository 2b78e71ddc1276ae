/** How a page that was read by eye is compared with a text of the same page. */

type Role = 'body' | 'heading' | 'caption' | 'footnote' | 'table' | 'furniture' | 'figure'

/** A page of bench/truth/page-order.json. */
export type TruePage = {
  /** Relative to the folder of data, or to the folder of Debian packages when `package` is given. */
  file: string
  /** The Debian package that contains the file, as `apt-get download` takes it: name=version. */
  package?: string
  page: number
  kind: string
  note: string
  /** Short runs of words in the order in which a person reads them. */
  order: { text: string; role: Role }[]
  /** The end of a column and the beginning of the next: there may be nothing between them. */
  joins: [before: string, after: string][]
}

export type Verdict = {
  pairs: number
  inOrder: number
  joins: number
  held: number
  snippets: number
  missing: number
  /** Each sentence names one error. */
  misses: string[]
}

/**
 * Only the order of body and headings counts: captions, footnotes, tables and figures may come before or after the
 * paragraph that they interrupt. Neighbours are compared among the snippets that the text contains.
 */
export function judgePageOrder({ order, joins }: TruePage, text: string): Verdict {
  const letters = toLetters(text)
  const misses: string[] = []
  const running = order.filter(({ role }) => role === 'body' || role === 'heading')
  const missing = order.filter(({ role, text }) => role !== 'furniture' && findFrom(letters, text, 0) === -1)
  for (const { role, text } of missing) misses.push(`missing ${role}: ${text}`)
  let pairs = 0
  let inOrder = 0
  let last: { text: string; at: number } | null = null
  for (const { text } of running) {
    const at = findAfter(letters, text, last?.at ?? -1)
    if (at === -1) continue
    if (last !== null) {
      pairs += 1
      if (at > last.at) inOrder += 1
      else misses.push(`before "${last.text}": ${text}`)
    }
    last = { text, at }
  }
  const broken = joins.filter(([before, after]) => !letters.includes(toLetters(before) + toLetters(after)))
  for (const [before, after] of broken) misses.push(`not joined: ${before} | ${after}`)
  return {
    pairs,
    inOrder,
    joins: joins.length,
    held: joins.length - broken.length,
    snippets: order.filter(({ role }) => role !== 'furniture').length,
    missing: missing.length,
    misses,
  }
}

/** The first place after another one; where there is none, the first place of all; -1 when the text has none. */
function findAfter(letters: string, snippet: string, after: number): number {
  const later = findFrom(letters, snippet, after + 1)
  return later === -1 ? findFrom(letters, snippet, 0) : later
}

function findFrom(letters: string, snippet: string, from: number): number {
  return letters.indexOf(toLetters(snippet), from)
}

/**
 * Letters and digits only: spaces, hyphens, accents and marks of Markdown do not count, because this measurement
 * judges order and not spelling. Some programs write the Arabic ligature of lam and alef backwards.
 */
export function toLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('\u0644\u0627', '\u0627\u0644')
}
