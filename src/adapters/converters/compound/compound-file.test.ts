import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeCompound } from '../office/test/make-compound.ts'
import { failure } from '../test/make-source.ts'
import { openCompound } from './compound-file.ts'

const file = () =>
  makeCompound({
    Small: 'few words',
    Large: 'x'.repeat(20_000),
    'Storage/WordDocument': 'of another file',
  })

test('streams of the root are read, small and large ones, by names in any case', () => {
  const opened = openCompound(file())
  assert.equal(Buffer.from(opened.read('small') ?? []).toString(), 'few words')
  assert.equal(Buffer.from(opened.read('Large') ?? []).toString(), 'x'.repeat(20_000))
  assert.equal(opened.read('missing'), null)
})

test('streams of embedded documents are not streams of the root', () => {
  const { names, read } = openCompound(file())
  assert.ok(names.has('storage'))
  assert.ok(!names.has('worddocument'))
  assert.equal(read('WordDocument'), null)
})

/** The table of sectors is in the sector that the header names first. */
const tableAt = (bytes: Buffer) => (bytes.readUInt32LE(76) + 1) * 512

test('a chain that runs in circles is refused at once', () => {
  const bytes = file()
  const start = tableAt(bytes)
  for (let at = 0; at < 512; at += 4) bytes.writeUInt32LE(at / 4, start + at)
  assert.throws(() => openCompound(bytes), failure('invalid', 'BROKEN_SOURCE', /runs in circles/))
})

test('a directory whose entries lead to each other is refused', () => {
  const bytes = file()
  const directory = (bytes.readUInt32LE(48) + 1) * 512
  const first = bytes.readUInt32LE(directory + 76)
  bytes.writeUInt32LE(first, directory + first * 128 + 68)
  assert.throws(() => openCompound(bytes), failure('invalid', 'BROKEN_SOURCE', /directory runs in circles/))
})

test('a list of sectors without an end is refused', () => {
  const bytes = file()
  bytes.writeUInt32LE(1, 68)
  bytes.fill(1, 2 * 512, 3 * 512)
  for (let at = 2 * 512; at < 3 * 512; at += 4) bytes.writeUInt32LE(1, at)
  assert.throws(() => openCompound(bytes), failure('invalid', 'BROKEN_SOURCE', /circles|share/))
})

test('a truncated file is refused', () => {
  const whole = file()
  for (const length of [8, 511, 1024, 5000])
    assert.throws(
      () => openCompound(whole.subarray(0, length)),
      failure('invalid', 'BROKEN_SOURCE', /damaged/),
    )
})
