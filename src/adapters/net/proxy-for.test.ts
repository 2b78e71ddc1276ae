import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ProxySettings, proxyFor } from './proxy-for.ts'

const both = { http: 'http://plain:3128', https: 'http://secure:3128' }

const cases: [string, string, ProxySettings, string | null][] = [
  ['nothing is set', 'https://a.example/', {}, null],
  ['empty values are no values', 'https://a.example/', { http: '', https: '', no: '' }, null],
  ['http goes by the http proxy', 'http://a.example/', both, both.http],
  ['https goes by the https proxy', 'https://a.example/', both, both.https],
  ['https falls back to the http proxy', 'https://a.example/', { http: both.http }, both.http],
  ['http does not use the https proxy', 'http://a.example/', { https: both.https }, null],
  ['a proxy without scheme is http', 'http://a.example/', { http: 'plain:3128' }, 'http://plain:3128'],
  ['an exempt name', 'http://a.example/', { ...both, no: 'b.example, A.example' }, null],
  ['a name below an exempt one', 'http://x.a.example/', { ...both, no: 'a.example' }, null],
  ['a name that only ends alike', 'http://xa.example/', { ...both, no: 'a.example' }, both.http],
  ['a leading dot covers the name itself', 'http://a.example/', { ...both, no: '.a.example' }, null],
  [
    'a star with a dot leaves out the name itself',
    'http://a.example/',
    { ...both, no: '*.a.example' },
    both.http,
  ],
  ['a star with a dot covers what is below', 'http://x.a.example/', { ...both, no: '*.a.example' }, null],
  ['a star alone covers all', 'http://a.example/', { ...both, no: '*' }, null],
  ['a port must fit', 'http://a.example:81/', { ...both, no: 'a.example:80' }, both.http],
  [
    'the usual port is meant when none is written',
    'http://a.example/',
    { ...both, no: 'a.example:80' },
    null,
  ],
  ['an IPv4 address', 'http://127.0.0.1:9/', { ...both, no: 'localhost,127.0.0.1' }, null],
  ['an IPv6 address', 'http://[::1]:9/', { ...both, no: '::1' }, null],
  ['an IPv6 address with port', 'http://[::1]:9/', { ...both, no: '[::1]:9' }, null],
]
for (const [name, url, settings, expected] of cases)
  test(`proxy: ${name}`, () => assert.equal(proxyFor(new URL(url), settings), expected))

test('a proxy setting that is no address is refused without being shown', () => {
  for (const http of ['socks5://user:secret@host:1', 'http://', '::'])
    assert.throws(
      () => proxyFor(new URL('http://a.example/'), { http }),
      (error: Error & { code?: string }) =>
        error.code === 'PROXY_INVALID' && !error.message.includes('secret'),
    )
})
