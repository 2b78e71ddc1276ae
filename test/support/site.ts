import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Site = {
  url: string
  /** Requests in order: method, path and whether the request was conditional. */
  asked: string[]
  pages: Map<string, string>
  /** Paths with an empty response of this status. */
  statuses: Map<string, number>
  close(): Promise<void>
}

/** A small site with ETags; its pages can be changed while it runs. */
export async function openSite(): Promise<Site> {
  const asked: string[] = []
  const pages = new Map(Object.entries(start))
  const statuses = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const body = pages.get(path)
    const etag = `"${body?.length}-${path}"`
    const isSame = request.headers['if-none-match'] === etag
    asked.push(
      `${request.method} ${path}${request.headers['if-none-match'] === undefined ? '' : ' if changed'}`,
    )
    const status = statuses.get(path)
    if (status !== undefined)
      return response.writeHead(status, { 'content-type': 'text/html' }).end('<p>No.</p>')
    if (body === undefined)
      return response.writeHead(404, { 'content-type': 'text/html' }).end('<p>Not here.</p>')
    if (isSame) return response.writeHead(304, { etag }).end()
    const type = path.endsWith('.txt') ? 'text/plain' : 'text/html; charset=utf-8'
    return response.writeHead(200, { 'content-type': type, etag }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    pages,
    statuses,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="description" content="About ${title}"></head><body><main><h1>${title}</h1>${body}</main></body></html>`

const filler =
  '<p>Sheets were pressed, dried and sized before anyone wrote on them, and each step left its mark.</p>'.repeat(
    4,
  )

const start: Record<string, string> = {
  '/robots.txt': 'User-agent: *\nDisallow: /private/\n',
  '/': page(
    'Paper',
    `${filler}<a href="/pulp">Pulp</a> <a href="/sizing#top">Sizing</a> <a href="/private/x">Secret</a>`,
  ),
  '/pulp': page(
    'Pulp',
    `${filler}<p>Rags were beaten into pulp by water mills.</p><a href="/deeper">Deeper</a>`,
  ),
  '/sizing': page(
    'Sizing',
    `${filler}<p>Gelatine sizing keeps ink from spreading.</p><pre><code class="language-python">print("size")</code></pre>`,
  ),
  '/deeper': page('Deeper', `${filler}<p>The stampers of Xàtiva are the oldest we know of.</p>`),
  '/private/x': page('Secret', `${filler}<p>Nobody should see the ledger.</p>`),
}
