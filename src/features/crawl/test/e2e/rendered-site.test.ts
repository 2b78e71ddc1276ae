import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer as createSocketServer } from 'node:net'
import { describe, test } from 'node:test'
import { Failure } from '../../../../core/model/failure.ts'
import type { CrawlEvent } from '../../../../core/ports/crawler.ts'
import { findBrowser } from '../../site/browser.ts'
import {
  collect,
  crawlerFor,
  describe as named,
  openSite,
  requestFor,
  signal,
} from '../../site/test/crawl-fixtures.ts'

const reason = whyNoBrowser()
if (reason !== null) console.log(`skipped: ${reason}`)

const shell = (script: string) => `<!doctype html><title>Shell</title><div id="app">Loading…</div>${script}`
const words = 'Paper is made from fibres that are beaten, spread on a mould and dried. '.repeat(5)

describe('pages that are made by their scripts', { skip: reason ?? false }, () => {
  test('are read after their scripts have run, and their links followed', async context => {
    const { origin, asked } = await openSite(context, {
      '/': shell('<script src="/app.js"></script><img src="/big.png"><link rel="stylesheet" href="/a.css">'),
      '/app.js': {
        type: 'text/javascript',
        body: `fetch('/data.json').then(answer => answer.json()).then(({ text }) => setTimeout(() => {
          document.title = 'Of paper'
          document.getElementById('app').innerHTML = '<h1>Of paper</h1><p>' + text + '</p><a href="/more">more</a>'
        }, 50))`,
      },
      '/data.json': { type: 'application/json', body: JSON.stringify({ text: words }) },
      '/more': shell('<script src="/app.js"></script><script>window.more = 1</script>'),
    })
    const made = crawlerFor(context)
    const { events, report } = await collect(
      made.crawl(requestFor(`${origin}/`, { render: true, discover: false }), signal),
    )
    assert.equal(named(events[0] as CrawlEvent), '/ page')
    const [first] = pagesOf(events)
    assert.equal(first?.title, 'Of paper')
    assert.match(Buffer.from(first?.raw.bytes ?? []).toString(), /spread on a mould/)
    assert.deepEqual(first?.links, [`${origin}/more`])
    assert.ok(asked.includes('/more'))
    assert.ok(!asked.includes('/big.png') && !asked.includes('/a.css'), 'nothing that only adorns is fetched')
    assert.equal(asked.filter(path => path === '/app.js').length, 1, 'a script is fetched once for all pages')
    assert.equal(report.requests, asked.length, 'every request counts')
  })

  test('are read in the charset that they are in, declared or not', async context => {
    const greeting = '<script>document.getElementById("app").append(" Grüße, größer")</script>'
    const { origin } = await openSite(context, {
      '/': { type: 'text/html', body: shell(`${greeting}<p>${words}</p><a href="/latin">latin</a>`) },
      '/latin': {
        type: 'text/html; charset=utf-8',
        body: Buffer.from(
          `<meta charset="iso-8859-1"><title>L</title><p id="app">${words}</p>${greeting}`,
          'latin1',
        ),
      },
    })
    const { events } = await collect(
      crawlerFor(context).crawl(requestFor(`${origin}/`, { render: true, discover: false }), signal),
    )
    const [first, second] = pagesOf(events).map(({ raw }) => Buffer.from(raw.bytes).toString())
    assert.match(first ?? '', /Loading… Grüße, größer/)
    assert.match(second ?? '', /dried\. {2}Grüße, größer/)
  })

  test('go where their scripts send them', async context => {
    const { origin } = await openSite(context, {
      '/': shell('<script>location.replace("/target")</script>'),
      '/target': `<title>Target</title><p>${words}</p>`,
    })
    const { events } = await collect(
      crawlerFor(context).crawl(requestFor(`${origin}/`, { render: true, discover: false }), signal),
    )
    assert.deepEqual(events.map(named), ['/ skipped redirect', '/target page'])
  })

  test('reach no address that the guard forbids, by whatever road they try', async context => {
    const knocks: string[] = []
    const forbidden = createSocketServer(socket => {
      knocks.push(`${socket.remotePort}`)
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(forbidden, 'listening')
    context.after(() => forbidden.close())
    const port = (forbidden.address() as { port: number }).port
    const closed = `127.0.0.1:${port}`
    const { origin } = await openSite(context, {
      '/': shell(`<link rel="preconnect" href="http://${closed}"><link rel="prefetch" href="http://${closed}/p">
        <img src="http://${closed}/i"><iframe src="http://${closed}/f"></iframe><script src="http://${closed}/s.js"></script>
        <script>
          const tries = [
            fetch('http://169.254.169.254/latest/meta-data/'), fetch('http://${closed}/x'), fetch('http://[::1]:${port}/'),
            fetch('http://localhost:${port}/', { mode: 'no-cors' }), fetch('/hop'), fetch('file:///etc/passwd'),
            new Promise((yes, no) => { const s = new WebSocket('ws://${closed}/'); s.onopen = yes; s.onerror = no; s.onclose = no }),
            new Promise((yes, no) => {
              const w = new Worker(URL.createObjectURL(new Blob(["fetch('http://${closed}/w').then(() => postMessage(1), () => postMessage(0)); try { new WebSocket('ws://${closed}/') } catch {}"])))
              w.onmessage = ({ data }) => data ? yes() : no(); w.onerror = no }),
          ]
          navigator.sendBeacon('http://${closed}/b', 'x'); window.open('http://${closed}/o')
          try { const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${closed}' }] }); p.createDataChannel('x'); p.createOffer().then(o => p.setLocalDescription(o)) } catch {}
          const busy = setInterval(() => fetch('/still-trying'), 100)
          Promise.allSettled(tries).then(all => {
            clearInterval(busy)
            document.getElementById('app').textContent = '${words}' + all.map(({ status }) => status).join(' ')
          })
        </script>`),
      '/hop': { status: 302, headers: { location: `http://${closed}/hop` } },
    })
    const made = crawlerFor(context, { fetchAllow: [new URL(origin).host] })
    const { events, report } = await collect(
      made.crawl(
        requestFor(`${origin}/`, { render: true, discover: false, scope: { kind: 'page' } }),
        signal,
      ),
    )
    const [page] = pagesOf(events)
    const html = Buffer.from(page?.raw.bytes ?? []).toString()
    assert.match(html, /dried\. (rejected ?){8}</, html.slice(0, 300))
    assert.deepEqual(knocks, [], 'nobody knocked')
    assert.match(
      report.warnings.join('\n'),
      /'169\.254\.169\.254', a private or local address; the request was blocked/,
    )
  })

  test('may not be endless: documents and requests end at limits', async context => {
    const { origin, asked } = await openSite(context, {
      '/': `<title>Start</title><p>${words}</p><a href="/huge">b</a><a href="/chatty">c</a>`,
      '/huge': shell(
        `<script>document.body.append('${words}'); document.body.style.display = 'none'; for (let i = 0; i < 300; i++) document.body.append('x '.repeat(500))</script>`,
      ),
      '/chatty': shell(
        `<script>document.body.append('chatty ${words}'); setInterval(() => fetch('/tick?' + Math.random()), 30)</script>`,
      ),
    })
    const limits = { settleMs: 1_000, quietMs: 200, maxBytes: 200_000, maxParts: 5 }
    const made = crawlerFor(context, { renderLimits: limits })
    const { events } = await collect(
      made.crawl(requestFor(`${origin}/`, { render: true, discover: false }), signal),
    )
    assert.deepEqual(events.map(named), ['/ page', '/huge page', '/chatty page'])
    const huge = pagesOf(events).find(({ url }) => url.endsWith('/huge'))
    assert.ok((huge?.raw.bytes.length ?? 0) <= 200_100)
    assert.ok(asked.filter(path => path.startsWith('/tick')).length <= 5)
  })

  test('whose scripts never end fail after their time, and the browser is there for the next', async context => {
    const { origin } = await openSite(context, { '/': shell('<script>for (;;) {}</script>') })
    const made = crawlerFor(context, { renderLimits: { timeoutMs: 2_000 } })
    for (let round = 0; round < 2; round++) {
      const { events } = await collect(
        made.crawl(requestFor(`${origin}/`, { render: true, scope: { kind: 'page' } }), signal),
      )
      assert.deepEqual(events.map(named), ['/ failed timeout'])
    }
  })

  test('are compared by what they became, not by the stamps of their shell', async context => {
    let text = words
    const { origin } = await openSite(context, {
      '/': {
        body: shell('<script src="/app.js"></script>'),
        headers: { etag: '"shell"' },
      },
      '/app.js': () => ({
        type: 'text/javascript',
        body: `document.getElementById('app').textContent = ${JSON.stringify(text)}`,
      }),
    })
    const made = crawlerFor(context)
    const once = async (known: CrawlEvent | null) => {
      const page = known?.kind === 'page' ? known.page : null
      const memory = page && {
        etag: page.etag,
        lastModified: null,
        contentHash: page.contentHash,
        fingerprint: page.fingerprint,
        links: page.links,
      }
      const request = requestFor(`${origin}/`, {
        render: true,
        discover: false,
        scope: { kind: 'page' },
        known: async () => memory,
      })
      return (await collect(made.crawl(request, signal))).events[0] as CrawlEvent
    }
    const first = await once(null)
    assert.equal(named(await once(first)), '/ unchanged')
    text = `${words} And then it is sized.`
    assert.equal(named(await once(first)), '/ page')
  })
})

test('without a browser a crawl that needs one says how to get it', async context => {
  const { origin } = await openSite(context, { '/': `<p>${words}</p>` })
  const made = crawlerFor(context, { browserPath: '/nowhere/chromium' })
  await assert.rejects(
    collect(made.crawl(requestFor(`${origin}/`, { render: true, discover: false }), signal)),
    (error: unknown) =>
      error instanceof Failure &&
      error.code === 'NO_BROWSER' &&
      /\/nowhere\/chromium/.test(error.message) &&
      /apt-get install chromium.*--crawl-browser/.test(error.hint ?? ''),
  )
  assert.throws(() => findBrowser(null, []), /none is installed/)
})

function pagesOf(events: readonly CrawlEvent[]) {
  return events.flatMap(event => (event.kind === 'page' ? [event.page] : []))
}

function whyNoBrowser(): string | null {
  try {
    return existsSync(findBrowser(process.env.QUIRE_CRAWL_BROWSER ?? null)) ? null : 'no browser'
  } catch (error) {
    return error instanceof Failure ? `${error.message} ${error.hint}` : String(error)
  }
}
