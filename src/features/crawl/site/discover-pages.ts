import { gunzipSync } from 'node:zlib'
import { Failure } from '../../../core/model/failure.ts'
import type { CrawlReport } from '../../../core/ports/crawler.ts'
import type { CrawlHost } from './crawl-hosts.ts'
import { normalizeUrl } from './normalize-url.ts'
import { markdownLinks, parseSitemap } from './parse-links.ts'
import type { Answer } from './transport.ts'

export type DiscoveryContext = {
  hostOf(url: string): CrawlHost
  isInScope(url: string): boolean
  /** Maximum size of one file that is requested now, compressed and decompressed. */
  maxBytes(): number
  /** Maximum number of sitemaps to read, including indexes. */
  maxSitemaps: number
  maxPages: number
}

export type Discovery = {
  found: { url: string; parentUrl: string }[]
  discovered: CrawlReport['discovered']
}

/** Returns the pages listed in llms.txt and in the sitemaps that robots.txt names, or else in /sitemap.xml. */
export async function discoverPages(
  root: string,
  context: DiscoveryContext,
  signal: AbortSignal,
): Promise<Discovery> {
  const llms = await readLlms(root, context, signal)
  const sitemaps = await readSitemaps(root, context, signal)
  return {
    found: [...llms.found, ...sitemaps.found].slice(0, context.maxPages),
    discovered: { sitemaps: sitemaps.read, llmsTxt: llms.llmsTxt, llmsFullTxt: llms.llmsFullTxt },
  }
}

async function readLlms(root: string, context: DiscoveryContext, signal: AbortSignal) {
  const url = new URL('/llms.txt', root).href
  const full = new URL('/llms-full.txt', root).href
  const text = plainText(await fetchFile({ url }, context, signal), context.maxBytes())
  const links = text === null ? [] : markdownLinks(text)
  const targets = [...new Set(links.flatMap(link => normalizeUrl(link, url) ?? []))]
  const hasFull = targets.includes(full) || (text !== null && (await exists(full, context, signal)))
  return {
    llmsTxt: text === null ? null : url,
    llmsFullTxt: hasFull ? full : null,
    found: targets.map(target => ({ url: target, parentUrl: url })),
  }
}

async function readSitemaps(root: string, context: DiscoveryContext, signal: AbortSignal) {
  const robots = await context.hostOf(root).robots(signal)
  const named = robots.kind === 'rules' ? robots.rules.sitemaps : []
  const waiting = (named.length > 0 ? named : ['/sitemap.xml']).flatMap(
    place => normalizeUrl(place, root) ?? [],
  )
  const asked = new Set<string>()
  const read: string[] = []
  const found: Discovery['found'] = []
  for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
    if (asked.size >= context.maxSitemaps || found.length >= context.maxPages) break
    if (asked.has(url) || !context.isInScope(url)) continue
    asked.add(url)
    const text = plainText(await fetchFile({ url }, context, signal), context.maxBytes())
    const sitemap = text === null ? null : parseSitemap(text, context.maxPages - found.length)
    if (sitemap === null) continue
    read.push(url)
    const targets = sitemap.locations.flatMap(location => normalizeUrl(location, url) ?? [])
    if (sitemap.kind === 'index') waiting.push(...targets.slice(0, context.maxSitemaps))
    else for (const target of targets) found.push({ url: target, parentUrl: url })
  }
  return { read, found }
}

/** Null if the file is missing or must not be read: these files are optional. */
async function fetchFile(
  { url, method = 'GET' }: { url: string; method?: 'GET' | 'HEAD' },
  context: DiscoveryContext,
  signal: AbortSignal,
): Promise<Answer | null> {
  try {
    const host = context.hostOf(url)
    const robots = await host.robots(signal)
    if (robots.kind === 'unavailable' || !robots.rules.allows(url)) return null
    // The response to HEAD declares the length of a body it does not have.
    const maxBytes = method === 'HEAD' ? Number.MAX_SAFE_INTEGER : context.maxBytes()
    const answer = await host.send({ url, method, maxBytes }, signal)
    return answer.status === 200 ? answer : null
  } catch (error) {
    if (signal.aborted || !(error instanceof Failure) || error.code === 'CRAWL_LIMIT') throw error
    return null
  }
}

async function exists(url: string, context: DiscoveryContext, signal: AbortSignal): Promise<boolean> {
  const answer = await fetchFile({ url, method: 'HEAD' }, context, signal)
  return answer !== null && !/html/i.test(answer.headers['content-type'] ?? '')
}

/** Decodes the text, decompressing `sitemap.xml.gz`; null if the server sent an HTML page instead. */
function plainText(answer: Answer | null, maxBytes: number): string | null {
  if (answer === null) return null
  let bytes = answer.body
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    try {
      bytes = gunzipSync(bytes, { maxOutputLength: maxBytes })
    } catch {
      return null
    }
  }
  const text = new TextDecoder().decode(bytes).replace(/^\ufeff/, '')
  return /^\s*(?:<!doctype html|<html)\b/i.test(text) ? null : text
}
