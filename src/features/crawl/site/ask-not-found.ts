import { Failure } from '../../../core/model/failure.ts'
import type { CrawlHost } from './crawl-host.ts'
import { normalizeUrl } from './normalize-url.ts'
import { readAnswer } from './read-answer.ts'
import { type NotFoundAnswer, shinglesWithoutAddress } from './soft-404.ts'

export type ProbeContext = {
  userAgent: string
  maxBytes(): number
  hostOf(url: string): CrawlHost
  /** A name that no page has. */
  makeName(): string
}

/** Asks a host for a page beside `url` that cannot exist, to know its way of saying so. */
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
      // What stops the crawl stops this too; a probe that fails otherwise only teaches nothing.
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
