import assert from 'node:assert/strict'
import test from 'node:test'
import { normalizeUrl, urlKey } from './normalize-url.ts'

test('an address is written one way, whatever way it was found', () => {
  const cases: [given: string, normalized: string][] = [
    ['HTTP://Example.ORG:80/a#part', 'http://example.org/a'],
    ['https://example.org.:443', 'https://example.org/'],
    ['https://example.org/a/../b/./c', 'https://example.org/b/c'],
    ['https://example.org/%7euser/%e4%f6?q=%2f', 'https://example.org/~user/%E4%F6?q=%2F'],
    ['https://example.org/a b', 'https://example.org/a%20b'],
    ['https://example.org/?', 'https://example.org/'],
    ['https://example.org/a?b=1&&c=2', 'https://example.org/a?b=1&c=2'],
    ['https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['  https://example.org/  ', 'https://example.org/'],
  ]
  for (const [given, normalized] of cases) assert.equal(normalizeUrl(given), normalized, given)
})

test('links are resolved against their page', () => {
  const page = 'https://example.org/docs/guide/'
  assert.equal(normalizeUrl('../api.html#x', page), 'https://example.org/docs/api.html')
  assert.equal(normalizeUrl('?page=2', page), 'https://example.org/docs/guide/?page=2')
  assert.equal(normalizeUrl('//cdn.example.org/x', page), 'https://cdn.example.org/x')
})

test('parameters that name a visit or its origin are dropped, others are kept in their order', () => {
  const cases: [given: string, search: string][] = [
    ['?utm_source=x&b=2&a=1&fbclid=1', '?b=2&a=1'],
    ['?PHPSESSID=0123456789abcdef&id=7', '?id=7'],
    ['?sid=9f8e7d6c5b4a39281706aa', ''],
    ['?sid=12', '?sid=12'],
    ['?session=morning', '?session=morning'],
    ['?ref=main', '?ref=main'],
  ]
  for (const [given, search] of cases)
    assert.equal(normalizeUrl(given, 'https://example.org/p'), `https://example.org/p${search}`)
})

test('session ids inside a path are dropped', () => {
  const base = 'https://example.org'
  assert.equal(normalizeUrl('/shop/page;jsessionid=1A2B3C?x=1', base), 'https://example.org/shop/page?x=1')
  assert.equal(normalizeUrl('/(S(lit3py55t21z5v55vlm25s55))/page', base), 'https://example.org/page')
})

test('what is no web address, or carries a password, is none', () => {
  for (const given of [
    'mailto:a@example.org',
    'javascript:void(0)',
    'ftp://example.org/',
    'data:text/html,x',
    'https://user:secret@example.org/',
    'http://',
    'http://[::',
  ])
    assert.equal(normalizeUrl(given), null, given)
})

test('addresses of one page have one key, addresses of two have two', () => {
  const key = urlKey('https://example.org/a/b?x=1&y=2')
  for (const same of [
    'http://example.org/a/b?x=1&y=2',
    'https://example.org/a/b/?y=2&x=1',
    'https://example.org/a//b?x=1&y=2',
  ])
    assert.equal(urlKey(same), key, same)
  for (const other of [
    'https://example.org/a/B?x=1&y=2',
    'https://example.org:8443/a/b?x=1&y=2',
    'https://example.org/a/b?x=1',
  ])
    assert.notEqual(urlKey(other), key, other)
})
