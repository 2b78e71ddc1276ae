import assert from 'node:assert/strict'
import test from 'node:test'
import { cpuMs } from '../../../../test/support/cpu-ms.ts'
import { matchesAny, registrableDomain, urlScope } from './url-scope.ts'

const inDomain = { kind: 'domain', domains: [], subdomains: [] } as const

test('the registrable domain follows public suffixes, not a count of labels', () => {
  const cases: [host: string, domain: string][] = [
    ['www.example.com', 'example.com'],
    ['docs.example.co.uk', 'example.co.uk'],
    ['a.b.example.gov.au', 'example.gov.au'],
    ['project.github.io', 'project.github.io'],
    ['docs.project.readthedocs.io', 'project.readthedocs.io'],
    ['bucket.s3.amazonaws.com', 'bucket.s3.amazonaws.com'],
    ['github.io', 'github.io'],
    ['pages.github.com', 'github.com'],
    ['deep.name.shop.netlify.app', 'shop.netlify.app'],
    ['www.city.kawasaki.jp', 'city.kawasaki.jp'],
    ['x.foo.bar.kawasaki.jp', 'foo.bar.kawasaki.jp'],
    ['www.例え.jp', '例え.jp'],
    ['www.xn--r8jz45g.jp', 'xn--r8jz45g.jp'],
    ['wiki.office', 'wiki.office'],
    ['a.b.c.unknown-ending', 'c.unknown-ending'],
    ['[2001:db8::1]', '[2001:db8::1]'],
    ['2001:db8::1', '2001:db8::1'],
    ['example.dev', 'example.dev'],
    ['co.uk', 'co.uk'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['EXAMPLE.org.', 'example.org'],
  ]
  for (const [host, domain] of cases) assert.equal(registrableDomain(host), domain, host)
})

test('a page is itself; a host is itself on its own port and the usual ones', () => {
  const page = urlScope({ kind: 'page' }, 'https://example.org/a')
  assert.deepEqual(['https://example.org/a', 'https://example.org/b'].map(page), [true, false])
  const host = urlScope({ kind: 'host' }, 'http://example.org:8080/a')
  assert.deepEqual(
    [
      'http://example.org:8080/',
      'https://example.org/',
      'http://example.org:9/',
      'http://www.example.org:8080/',
    ].map(host),
    [true, true, false, false],
  )
})

test('without lists a crawl keeps to the registrable domain of its start', () => {
  const isInScope = urlScope(inDomain, 'https://docs.example.co.uk/')
  for (const url of ['https://example.co.uk/', 'https://a.b.example.co.uk/']) assert.ok(isInScope(url), url)
  for (const url of ['https://other.co.uk/', 'https://notexample.co.uk/', 'https://example.co.uk.evil.org/'])
    assert.ok(!isInScope(url), url)
  const pages = urlScope(inDomain, 'https://me.github.io/')
  assert.ok(!pages('https://you.github.io/'))
  const suffix = urlScope(inDomain, 'https://github.io/')
  assert.ok(!suffix('https://you.github.io/'), 'a name under which others register is not their site')
})

test('listed domains replace the own one, each with its subdomains', () => {
  const isInScope = urlScope(
    { ...inDomain, domains: ['Example.org', 'https://example.net/x'] },
    'https://start.com/',
  )
  for (const url of ['https://example.org/', 'https://www.example.net/']) assert.ok(isInScope(url), url)
  assert.ok(!isInScope('https://start.com/'))
})

test('listed subdomains are prefixes of a label, and both lists must hold', () => {
  const isInScope = urlScope(
    { kind: 'domain', domains: ['example.org'], subdomains: ['docs'] },
    'https://example.org/',
  )
  for (const url of [
    'https://docs.example.org/',
    'https://docs-v2.example.org/',
    'https://api.docs.example.org/',
  ])
    assert.ok(isInScope(url), url)
  for (const url of ['https://example.org/', 'https://mydocs.example.org/', 'https://docs.example.net/'])
    assert.ok(!isInScope(url), url)
})

test('patterns look at the path from a slash on, else at the whole address', () => {
  const url = 'https://example.org/docs/v2/page.html?x=1'
  for (const pattern of ['/docs/*', '*/v2/*', 'https://example.org/*', '/docs/v2/page.html?x=*', '*'])
    assert.ok(matchesAny([pattern], url), pattern)
  for (const pattern of ['/docs', 'docs/*', '/docs/*.pdf', '', 'http://*'])
    assert.ok(!matchesAny([pattern], url), pattern)
  assert.ok(matchesAny(['/no', '/docs/*'], url))
})

test('no pattern takes long', async () => {
  const busyMs = await cpuMs(() => {
    assert.ok(!matchesAny([`/${'*a'.repeat(200)}b`], `https://example.org/${'a'.repeat(2_000)}`))
  })
  assert.ok(busyMs < 500)
})
