import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../model/failure.ts'
import { type Address, parseAddress, writeAddress } from './address.ts'

const all = null
const pairs: [string, Address][] = [
  ['quire://default/1b67', { place: { kind: 'document', library: 'default', id: '1b67' }, chars: all }],
  [
    'quire://my%20papers%2F2026/1b67?chars=10-500',
    { place: { kind: 'document', library: 'my papers/2026', id: '1b67' }, chars: { first: 10, last: 500 } },
  ],
  [
    'quire://default/1b67?chars=10-',
    { place: { kind: 'document', library: 'default', id: '1b67' }, chars: { first: 10, last: null } },
  ],
  ['quire://*/1b67?code=2', { place: { kind: 'code', library: '*', id: '1b67', ordinal: 2 }, chars: all }],
  [
    'quire://thesis%2Fone/chunks/doc%231',
    { place: { kind: 'chunk', library: 'thesis/one', id: 'doc#1' }, chars: all },
  ],
  [
    'quire://verse/poems/9f?chunk=0&chars=3-9',
    {
      place: { kind: 'item', folder: 'poems', library: 'verse', id: '9f', chunk: 0 },
      chars: { first: 3, last: 9 },
    },
  ],
  [
    'quire:///servers/python/documents/search.py?lines=1-40',
    {
      place: { kind: 'generated', path: 'servers/python/documents/search.py', lines: { first: 1, last: 40 } },
      chars: all,
    },
  ],
  [
    'file:///home/me/a%20b.txt',
    { place: { kind: 'file', path: '/home/me/a b.txt', lines: all }, chars: all },
  ],
]

for (const [uri, address] of pairs)
  test(`${uri} is read as it is written`, () => {
    assert.equal(writeAddress(address), uri)
    assert.deepEqual(parseAddress(uri), address)
  })

test('a page at the end of a link to a source is no part of its address', () => {
  assert.deepEqual(parseAddress('file:///a/b.txt#page=3'), parseAddress('file:///a/b.txt'))
})

test('what has another form is nobody’s address', () => {
  for (const uri of [
    '',
    'quire',
    'quire://',
    'quire://a',
    'quire://a/',
    'quire://a/b/c/d',
    'quire://a/chunks/',
    'http://a/b',
    'file://elsewhere/a.txt',
  ])
    assert.equal(parseAddress(uri), null, uri)
})

test('a part that cannot be is refused, and the right form is named', () => {
  for (const part of ['chars=5', 'chars=9-2', 'chars=-1-2', 'code=x', 'code=-1'])
    assert.throws(
      () => parseAddress(`quire://a/b?${part}`),
      error => error instanceof Failure && error.code === 'INVALID_INPUT' && error.message.includes(part),
    )
  assert.throws(() => parseAddress('file:///a.txt?lines=0-4'), Failure)
})
