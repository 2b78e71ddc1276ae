import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOf } from '../../adapters/converters/formats.ts'
import { sayLeftOut, sortListing } from './sort-listing.ts'

const file = (path: string, bytes = 1) => ({ path, bytes, modifiedMs: 0, stamp: '', device: '' })
const refusal = (name: string) => refusalOf(name, { hasTranscription: false })

test('files of other formats and empty files are left out with the reason', () => {
  const files = ['/a/b.md', '/a/c.xyz', '/a/LICENSE', '/a/d.mp3', '/a/Makefile'].map(path => file(path))
  const listing = {
    files: [...files, file('/a/__init__.py', 0)],
    leftOut: [{ path: '/a/.env', reason: 'secret' }],
  }
  const sorted = sortListing(listing, { refusal })
  assert.deepEqual(
    sorted.files.map(({ path }) => path),
    ['/a/b.md', '/a/Makefile'],
  )
  assert.deepEqual(sorted.leftOut, [
    { path: '/a/.env', reason: 'secret' },
    { path: '/a/LICENSE', reason: 'its name has no extension that says its format' },
    { path: '/a/__init__.py', reason: 'it is empty' },
    { path: '/a/c.xyz', reason: '.xyz is not a supported format' },
    {
      path: '/a/d.mp3',
      reason: 'audio is read only when an endpoint for transcription is set (transcription.url)',
    },
  ])
})

test('a few files are named one by one, many files with one reason are one line', () => {
  const leftOut = ['a', 'b', 'c', 'd', 'e'].map(name => ({ path: `/x/${name}.o`, reason: '.o is no format' }))
  assert.deepEqual(
    sayLeftOut([...leftOut, { path: '/x/f.py', reason: 'it is empty' }], path => path.slice(3)),
    ['a.o, b.o, c.o and 2 more were skipped: .o is no format.', 'f.py was skipped: it is empty.'],
  )
})
