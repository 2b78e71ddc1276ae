import { type HttpClient, type HttpOptions, httpClient, httpOf } from '../adapters/net/http.ts'
import type { NetworkChoices } from '../core/feature.ts'
import type { CoreValues } from './config/settings.ts'

/** Returns the proxy and the certificates for adapters that use HTTP. */
export function httpOptions(values: CoreValues): HttpOptions {
  return {
    proxy: {
      http: values['network.http_proxy'],
      https: values['network.https_proxy'],
      no: values['network.no_proxy'].join(','),
    },
    extraCaFile: values['network.ca_file'],
  }
}

/** Returns the settings for features that use the network. */
export function networkChoices(values: CoreValues, version: string): NetworkChoices {
  return {
    ...httpOf(httpOptions(values)),
    fetchAllow: values['fetch.allow'],
    userAgent: values['fetch.user_agent'] ?? `quire-mcp/${version}`,
  }
}

/** Returns a `fetch` that uses the proxy and the certificates of the settings. */
export function fetchThrough(options: HttpOptions, maxBytes: number): typeof fetch {
  let client: HttpClient | null = null
  return async (input, init) => {
    client ??= httpClient(options)
    const request = new Request(input, init)
    const answer = await client.request(
      new URL(request.url),
      {
        method: methodOf(request),
        headers: Object.fromEntries(request.headers),
        body: await request.bytes(),
        maxBytes,
      },
      request.signal,
    )
    const { status, headers } = answer
    // SAFETY: the narrower type excludes only shared memory, which the client never returns.
    return new Response(status === 204 || status === 304 ? null : (answer.body as Uint8Array<ArrayBuffer>), {
      status,
      headers,
    })
  }
}

function methodOf(request: Request): 'GET' | 'POST' {
  return request.method === 'POST' ? 'POST' : 'GET'
}
