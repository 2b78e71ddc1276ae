import { Failure } from '../../../core/model/failure.ts'
import type { CrawlHost } from './crawl-hosts.ts'
import { normalizeUrl } from './normalize-url.ts'
import { readAnswer } from './read-answer.ts'
import { resemblance, shinglesOf } from './text-likeness.ts'

/** How a host responds for a page that cannot exist. */
export type NotFoundAnswer =
  /** With an error status, or not at all. */
  | { kind: 'honest' }
  /** With a redirect, often to the home page or a search. */
  | { kind: 'redirects'; url: string }
  /** With a page and a success status. */
  | { kind: 'page'; title: string | null; shingles: ReadonlySet<number> }

export type SeenPage = {
  finalUrl: string
  wasRedirected: boolean
  title: string | null
  text: string
  shingles: ReadonlySet<number>
}

const alike = 0.9
const alikeWithTitle = 0.7
const saysSo =
  /\b404\b|\b(?:page|file|document|url)\b.{0,20}\b(?:not found|cannot be found|can't be found|does not exist|doesn't exist)|\bnot found\b|nicht gefunden|non trouvée|no encontrada|introuvable|não encontrada|non trovata/i
const fewWords = 80

/** Returns why a page with a success status is an error page; null if it is not one. */
export function soft404(page: SeenPage, answer: NotFoundAnswer): string | null {
  if (answer.kind === 'redirects' && page.wasRedirected && page.finalUrl === answer.url)
    return 'redirects where missing pages redirect'
  if (answer.kind === 'page') {
    const likeness = resemblance(page.shingles, answer.shingles)
    if (
      likeness >= alike ||
      (likeness >= alikeWithTitle && page.title !== null && page.title === answer.title)
    )
      return 'has the content of a page that does not exist'
  }
  if (page.title !== null && saysSo.test(page.title) && wordsIn(page.text) < fewWords)
    return 'has an error message as its title'
  return null
}

/** Removes the requested address, which error pages repeat, so that two error pages have equal shingles. */
export function shinglesWithoutAddress(text: string, url: string): Set<number> {
  const { href, pathname, search } = new URL(url)
  const last = pathname.split('/').findLast(part => part !== '')
  const spellings = [
    href,
    pathname + search,
    decoded(pathname),
    pathname.slice(1),
    last,
    last?.replace(/\.\w+$/, ''),
  ]
  let plain = text
  for (const spelling of spellings)
    if (spelling !== undefined && spelling.length > 2) plain = plain.replaceAll(spelling, ' ')
  return shinglesOf(plain)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
}

type ProbeContext = {
  userAgent: string
  maxBytes(): number
  hostOf(url: string): CrawlHost
  /** Returns a file name that no page has. */
  makeName(): string
}

/** Requests a page next to `url` that cannot exist, to learn how the host responds for missing pages. */
export async function askNotFound(
  url: string,
  context: ProbeContext,
  signal: AbortSignal,
): Promise<NotFoundAnswer> {
  const probe = new URL(context.makeName(), url).href
  const host = context.hostOf(probe)
  const robots = await host.robots(signal)
  if (robots.kind === 'unavailable' || !robots.rules.allows(probe)) return { kind: 'honest' }
  const answer = await host
    .send({ url: probe, headers: { accept: 'text/html, */*;q=0.5' }, maxBytes: context.maxBytes() }, signal)
    .catch((error: unknown) => {
      // Other errors of the probe are ignored: they reveal nothing about missing pages.
      if (signal.aborted || (error instanceof Failure && error.code === 'CRAWL_LIMIT')) throw error
      return null
    })
  if (answer === null) return { kind: 'honest' }
  if (answer.status >= 300 && answer.status < 400) {
    const target = normalizeUrl(answer.headers.location ?? '', probe)
    return target === null ? { kind: 'honest' } : { kind: 'redirects', url: target }
  }
  if (answer.status < 200 || answer.status >= 300) return { kind: 'honest' }
  const reading = await readAnswer(probe, answer, context.userAgent)
  if (reading.kind !== 'html') return { kind: 'honest' }
  return { kind: 'page', title: reading.title, shingles: shinglesWithoutAddress(reading.text, probe) }
}
