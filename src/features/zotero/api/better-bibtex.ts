import type { HttpClient } from '../../../adapters/net/http.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { AskBetterBibtex } from '../build-items.ts'
import { badAnswer } from './api-failures.ts'
import { parseJson, recordOf, stringOf } from './list-pages.ts'

export type BetterBibtexOptions = {
  /** Where Zotero listens: `http://127.0.0.1:23119`, or port 24119 for Juris-M. */
  baseUrl: string
  http: HttpClient
  clock: Clock
  timeoutMs?: number
}

const batchSize = 500
const maxBytes = 16 * 1024 * 1024

/** Asks the Better BibTeX plug-in of the running Zotero. Returns no keys when the plug-in is not installed. */
export function betterBibtex(options: BetterBibtexOptions): AskBetterBibtex {
  return async (keys, signal) => {
    const found = new Map<string, string>()
    for (let start = 0; start < keys.length; start += batchSize) {
      const batch = keys.slice(start, start + batchSize)
      const answer = await askBatch(batch, options, signal)
      if (answer === null) return found
      for (const [key, citekey] of Object.entries(answer)) {
        const known = stringOf(citekey)
        if (known !== null) found.set(key, known)
      }
    }
    return found
  }
}

/**
 * Tries named parameters first, then positional ones for older versions of the plug-in. Null when it is not installed.
 */
async function askBatch(
  keys: readonly string[],
  options: BetterBibtexOptions,
  signal: AbortSignal,
): Promise<Record<string, unknown> | null> {
  const named = await call({ item_keys: keys }, options, signal)
  if (named === null || named.result !== undefined) return named && recordOf(named.result)
  const placed = await call([keys], options, signal)
  if (placed === null || placed.result !== undefined) return placed && recordOf(placed.result)
  const reason = stringOf(recordOf(placed.error).message) ?? 'no reason given'
  throw badAnswer(new URL(options.baseUrl).host, `Better BibTeX returned no keys (${reason})`)
}

async function call(
  params: unknown,
  { baseUrl, http, clock, timeoutMs = 30_000 }: BetterBibtexOptions,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | null> {
  const url = new URL('/better-bibtex/json-rpc', baseUrl)
  const limit = clock.timeout(timeoutMs)
  try {
    const answer = await http.request(
      url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'item.citationkey', params }),
        maxBytes,
      },
      AbortSignal.any([signal, limit.signal]),
    )
    if (answer.status === 404) return null
    if (answer.status !== 200) throw badAnswer(url.host, `Better BibTeX answered with HTTP ${answer.status}`)
    return recordOf(parseJson(answer, url.host))
  } catch (error) {
    if (signal.aborted || !limit.signal.aborted) throw error
    throw new Failure('timeout', 'ZOTERO_TIMEOUT', `Better BibTeX at ${url.host} did not answer in time.`, {
      hint: 'It may still be starting. Try again in a moment.',
    })
  } finally {
    limit.dispose()
  }
}
