import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'

/** The only host name on loopback that the crawler may fetch from. */
export const siteName = 'site.test'
/** A subdomain that is not allowed and resolves to another address each time. */
export const rebindingName = 'rebind.site.test'
/** The forbidden server's address; it listens on the port of the site. */
export const neighbourAddress = '127.0.0.2'

export type Facts = { port: number; forbiddenPort: number; tries(path: string): number }

type Page = (url: URL, response: ServerResponse, site: Facts) => void

export function hostilePage(url: URL, response: ServerResponse, facts: Facts): void {
  const [, first = ''] = url.pathname.split('/')
  const page = pages[url.pathname] ?? folders[first]
  if (page) page(url, response, facts)
  // Missing pages are answered with status 200.
  else html(response, 'Our shop', `<p>Sorry, ${url.pathname} is not available. ${furniture}</p>`)
}

const furniture =
  'You may use the search above, look at the list of all our products, or write to our kind staff.'

const pages: Readonly<Record<string, Page>> = {
  '/robots.txt': (_, response, { port }) =>
    send(
      response,
      'text/plain',
      `User-agent: *\nDisallow: /secret/\nDisallow: /*?trap=\nSitemap: http://${siteName}:${port}/index-of-sitemaps.xml\n`,
    ),
  '/index-of-sitemaps.xml': (_, response, { port, forbiddenPort }) =>
    send(
      response,
      'application/xml',
      `<sitemapindex>${[
        '/index-of-sitemaps.xml',
        '/sitemap-bomb.xml.gz',
        '/sitemap.xml.gz',
        `http://127.0.0.1:${forbiddenPort}/sitemap.xml`,
      ]
        .map(place => `<sitemap><loc>${URL.parse(place, `http://${siteName}:${port}`)?.href}</loc></sitemap>`)
        .join('')}</sitemapindex>`,
    ),
  '/sitemap-bomb.xml.gz': (_, response) => send(response, 'application/gzip', bomb),
  '/sitemap.xml.gz': (_, response, { port }) =>
    send(
      response,
      'application/gzip',
      gzipSync(`<urlset><url><loc>http://${siteName}:${port}/only-in-sitemap</loc></url></urlset>`),
    ),
  '/llms.txt': (_, response) =>
    send(response, 'text/plain', '# Shop\n\n- [Guide](/only-in-llms.md)\n- [All of it](/llms-full.txt)\n'),
  '/only-in-llms.md': (_, response) =>
    send(response, 'text/markdown', '# A guide in Markdown\n\nWith [a link](/from-markdown).\n'),
  '/from-markdown': (_, response) =>
    html(response, 'From Markdown', '<p>Reached by a link of a Markdown page.</p>'),
  '/only-in-sitemap': (_, response) =>
    html(response, 'Listed', '<p>No page links here, the sitemap does.</p>'),
  '/': (_, response, facts) => html(response, 'Shop', startLinks(facts).map(anchor).join('\n')),
  '/loop/a': (_, response) => html(response, 'Loop A', `<p>One side of a circle.</p>${anchor('/loop/b')}`),
  '/loop/b': (_, response) => html(response, 'Loop B', `<p>Other side of a circle.</p>${anchor('/loop/a')}`),
  '/redirect/self': redirect(() => '/redirect/self'),
  '/redirect/file': redirect(() => 'file:///etc/passwd'),
  '/redirect/forbidden': redirect(({ forbiddenPort }) => `http://127.0.0.1:${forbiddenPort}/`),
  '/redirect/decimal': redirect(({ forbiddenPort }) => `http://2130706433:${forbiddenPort}/`),
  '/redirect/mapped': redirect(({ forbiddenPort }) => `http://[::ffff:127.0.0.1]:${forbiddenPort}/`),
  '/redirect/localhost': redirect(({ forbiddenPort }) => `http://localhost:${forbiddenPort}/`),
  '/redirect/neighbour': redirect(({ port }) => `http://${neighbourAddress}:${port}/`),
  '/redirect/rebinding': redirect(({ port }) => `http://${rebindingName}:${port}/by-redirect`),
  '/redirect/metadata': redirect(() => 'http://169.254.169.254/latest/meta-data/'),
  '/redirect/secret': redirect(() => '/secret/by-redirect'),
  '/redirect/elsewhere': redirect(() => 'http://elsewhere.example/'),
  '/refresh/forbidden': (_, response, { forbiddenPort }) =>
    html(
      response,
      'Wait',
      '',
      `<meta http-equiv="refresh" content="0; url=http://127.0.0.1:${forbiddenPort}/">`,
    ),
  '/charset/says-utf8': (_, response) =>
    send(
      response,
      'text/html; charset=utf-8',
      Buffer.from('<title>Caf\xe9 cr\xe8me</title><p>d\xe9j\xe0 vu</p>', 'latin1'),
    ),
  '/charset/says-latin1': (_, response) =>
    send(response, 'text/html; charset=iso-8859-1', Buffer.from('<title>Grüße</title><p>schöne Grüße</p>')),
  '/bomb': (_, response) => send(response, 'text/html', bomb, { 'content-encoding': 'gzip' }),
  '/broken-gzip': (_, response) => send(response, 'text/html', 'no gzip', { 'content-encoding': 'gzip' }),
  '/way/one': (_, response) => html(response, 'Way', `<p>Some way to go.</p>${anchor('/way/two')}`),
  '/way/two': (_, response) => html(response, 'Way on', `<p>Nearly there.</p>${anchor('/links')}`),
  '/links': (_, response) =>
    html(
      response,
      'Links',
      Array.from({ length: 10_000 }, (_each, index) => anchor(`/leaf/${nameOf(index)}`)).join(''),
    ),
  '/drip': (_, response) => endless(response, () => ' ', 20),
  '/huge': (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000000000' }).write('x'),
  '/endless': (_, response) => endless(response, () => `<p>${'words '.repeat(5_000)}`, 0),
  '/reset': (_, response) => response.destroy(),
  '/busy': (_, response, { tries }) =>
    tries('/busy') < 3
      ? response.writeHead(429, { 'retry-after': '0' }).end()
      : html(response, 'Busy', '<p>Here at the third time of asking.</p>'),
  '/never': (_, response) => response.writeHead(429, { 'retry-after': '86400' }).end(),
  '/nesting': (_, response) => html(response, 'Nesting', `${'<div>'.repeat(20_000)}at the bottom`),
  '/canonical/a': (_, response) =>
    html(
      response,
      'Canonical A',
      '<p>The first says that the second is meant.</p>',
      '<link rel="canonical" href="/canonical/b">',
    ),
  '/canonical/b': (_, response) =>
    html(
      response,
      'Canonical B',
      '<p>And the second one that it is the first.</p>',
      '<link rel="canonical" href="/canonical/a">',
    ),
  '/noindex': (_, response) =>
    html(response, 'Hidden', anchor('/behind-noindex'), '<meta name="robots" content="noindex">'),
  '/behind-noindex': (_, response) =>
    html(response, 'Behind', '<p>A page behind one that is not to be kept.</p>'),
  '/nofollow': (_, response) =>
    html(response, 'No further', anchor('/behind-nofollow'), '<meta name="robots" content="nofollow">'),
  '/tag': (_, response) =>
    send(response, 'text/html', '<p>Not for keeping.</p>', { 'x-robots-tag': 'noindex, nofollow' }),
  '/base': (_, response) =>
    html(response, 'Base', '<a href="leaf">a leaf elsewhere</a>', '<base href="/based/">'),
  '/paper.pdf': (_, response) => send(response, 'application/pdf', '%PDF-1.4 as it is'),
  '/picture': (_, response) => send(response, 'image/png', 'not for reading'),
}

/** Endless pages. */
const folders: Readonly<Record<string, Page>> = {
  secret: (_, response) => html(response, 'Secret', '<p>robots.txt forbids this page.</p>'),
  leaf: ({ pathname }, response) =>
    html(response, 'Leaf', `<p>The leaf of the name ${pathname.slice(6)}.</p>`),
  based: (_, response) => html(response, 'Based', '<p>Found from a base address.</p>'),
  deeper: ({ pathname }, response) =>
    html(response, 'Deeper', `<p>Level ${pathname.length}.</p>${anchor('deeper/')}`),
  same: (_, response) =>
    html(
      response,
      'Same',
      `<p>Always the same words.</p>${anchor(`/same/${nameOf(Math.floor(Math.random() * 1e6))}`)}`,
    ),
  maze: ({ pathname }, response) =>
    html(
      response,
      `Maze ${pathname.length}`,
      `<p>A room called ${pathname}.</p>${anchor(`${pathname}l`)}${anchor(`${pathname}r`)}`,
    ),
  calendar: ({ searchParams }, response) => {
    const month = Number(searchParams.get('year') ?? 2026) * 12 + Number(searchParams.get('month') ?? 1)
    const next = `/calendar?year=${Math.floor(month / 12)}&month=${(month % 12) + 1}`
    html(response, `Month ${month}`, `<p>Nothing happens in month ${month}.</p>${anchor(next)}`)
  },
  shop: (_, response) =>
    html(
      response,
      'Basket',
      `<p>Your basket is empty.</p>${anchor(`/shop?PHPSESSID=${Math.random().toString(16).slice(2)}`)}`,
    ),
  chain: redirect((_facts, { pathname }) => `${pathname}x`),
}

function startLinks({ port, forbiddenPort }: Facts): string[] {
  return [
    '/loop/a',
    '/redirect/self',
    '/redirect/file',
    '/redirect/forbidden',
    '/redirect/decimal',
    '/redirect/mapped',
    '/redirect/localhost',
    '/redirect/neighbour',
    '/redirect/rebinding',
    '/redirect/metadata',
    '/redirect/secret',
    '/redirect/elsewhere',
    '/refresh/forbidden',
    `http://${rebindingName}/`,
    `http://${rebindingName}:${port}/`,
    `http://${rebindingName}:${port}/again`,
    `http://127.0.0.1:${forbiddenPort}/linked`,
    '/charset/says-utf8',
    '/charset/says-latin1',
    '/bomb',
    '/broken-gzip',
    '/drip',
    '/huge',
    '/endless',
    '/reset',
    '/busy',
    '/never',
    '/nesting',
    '/canonical/a',
    '/canonical/b',
    '/noindex',
    '/nofollow',
    '/tag',
    '/base',
    '/paper.pdf',
    '/picture',
    '/secret/linked',
    '/leaf/a?trap=1',
    '/gone/one',
    '/gone/two',
    '/deeper/',
    '/same/start',
    '/calendar?year=2026&month=11',
    '/shop?PHPSESSID=first',
    '/chain/x',
    '/maze/m',
    '/way/one',
    'mailto:someone@example.org',
    'javascript:alert(1)',
  ]
}

const bomb = gzipSync(Buffer.alloc(30_000_000))

/** Letters only, so that addresses do not differ in numbers. */
function nameOf(index: number): string {
  return index.toString(26).replace(/\d/g, digit => 'qrstuvwxyz'[Number(digit)] ?? '')
}

function anchor(target: string): string {
  return `<a href="${target.replaceAll('&', '&amp;')}">go</a>`
}

function redirect(target: (facts: Facts, url: URL) => string): Page {
  return (url, response, facts) => {
    response.writeHead(302, { location: target(facts, url) }).end()
  }
}

function html(response: ServerResponse, title: string, body: string, head = ''): void {
  send(response, 'text/html', `<html><head><title>${title}</title>${head}</head><body>${body}</body></html>`)
}

function send(
  response: ServerResponse,
  type: string,
  body: string | Uint8Array,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { 'content-type': type, ...headers }).end(body)
}

function endless(response: ServerResponse, next: () => string, everyMs: number): void {
  response.writeHead(200, { 'content-type': 'text/html' })
  const timer = setInterval(() => response.write(next()), everyMs)
  response.on('close', () => clearInterval(timer))
}
