import assert from 'node:assert/strict'
import test from 'node:test'
import { shinglesWithoutAddress, soft404 } from './soft-404.ts'
import { distance, likenessOf, resemblance, shinglesOf } from './text-likeness.ts'

const url = 'https://example.org/guide/install.html'
const frame =
  'Home Guide Reference Blog Contact us about us terms of service privacy policy all rights reserved'
const sorry = (address: string) =>
  `${frame} Sorry we looked everywhere but ${address} is not here please try the search`
const article = `${frame} Install the package with the manager of your system then run the setup program once as administrator and restart`

function pageOf(text: string, extra: { title?: string; wasRedirected?: boolean; finalUrl?: string } = {}) {
  return {
    finalUrl: url,
    wasRedirected: false,
    title: 'Example',
    text,
    shingles: shinglesWithoutAddress(text, url),
    ...extra,
  }
}

test('a page that answers like an address that cannot exist is none, though it repeats its own address', () => {
  const probe = 'https://example.org/guide/9b1deb4d.html'
  const answer = {
    kind: 'page',
    title: 'Example',
    shingles: shinglesWithoutAddress(sorry('/guide/9b1deb4d.html'), probe),
  } as const
  assert.match(soft404(pageOf(sorry('/guide/install.html')), answer) ?? '', /does not exist/)
  assert.equal(soft404(pageOf(article), answer), null)
})

test('a redirect to where addresses that do not exist lead is none', () => {
  const answer = { kind: 'redirects', url: 'https://example.org/' } as const
  assert.ok(soft404(pageOf(article, { wasRedirected: true, finalUrl: 'https://example.org/' }), answer))
  assert.equal(soft404(pageOf(article, { finalUrl: 'https://example.org/' }), answer), null)
})

test('a short page whose title says so is none; a long one about it is', () => {
  const honest = { kind: 'honest' } as const
  for (const title of ['404', 'Page not found', 'Seite nicht gefunden'])
    assert.ok(soft404(pageOf(frame, { title }), honest), title)
  assert.equal(soft404(pageOf(`${article} `.repeat(20), { title: '404 Not Found explained' }), honest), null)
  assert.equal(soft404(pageOf(frame, { title: 'Lost and found' }), honest), null)
})

test('likeness is near for texts with few differences and far for others', () => {
  const words = Array.from({ length: 400 }, (_, index) => `word${(index * 7919) % 1000}`)
  const text = words.join(' ')
  const changed = words.map((word, index) => (index === 200 ? 'other' : word)).join(' ')
  const unlike = words.map(word => `${word}x`).join(' ')
  const [first, second, third] = [text, changed, unlike].map(each => likenessOf(shinglesOf(each)))
  assert.ok(distance(first!, second!) <= 6, `${distance(first!, second!)}`)
  assert.ok(distance(first!, third!) > 16, `${distance(first!, third!)}`)
  assert.equal(distance(first!, first!), 0)
  assert.equal(resemblance(shinglesOf(''), shinglesOf('')), 1)
  assert.equal(resemblance(shinglesOf('a b c'), shinglesOf('d e f')), 0)
})
