import assert from 'node:assert/strict'
import test from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { failure } from '../test/make-source.ts'
import { makeZip } from '../test/make-zip.ts'
import { writeZip } from './write-zip.ts'
import { assertSafeZip, defaultZipLimits, openZip } from './zip.ts'

const signal = new AbortController().signal
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8')

async function readAll(bytes: Uint8Array): Promise<Record<string, string>> {
  const zip = openZip(bytes)
  const read: Record<string, string> = {}
  for (const entry of zip.entries) read[entry.name] = text(await zip.read(entry, signal))
  return read
}

test('stored, deflated and zip64 members are read', async () => {
  const zip = makeZip([
    { name: 'a.txt', content: 'stored', stored: true },
    { name: 'b/c.txt', content: 'deflated '.repeat(100) },
    { name: 'big.txt', content: 'sixty-four', zip64: true },
  ])
  assert.deepEqual(await readAll(zip), {
    'a.txt': 'stored',
    'b/c.txt': 'deflated '.repeat(100),
    'big.txt': 'sixty-four',
  })
})

test('an archive inside a larger buffer and one with a comment at its end are read', async () => {
  const zip = makeZip([{ name: 'a.txt', content: 'here' }])
  const commented = Buffer.concat([zip, Buffer.from('a comment')])
  commented.writeUInt16LE(9, zip.length - 2)
  const inside = Buffer.concat([Buffer.alloc(7), commented]).subarray(7)
  assert.deepEqual(await readAll(inside), { 'a.txt': 'here' })
})

test('what writeZip writes, openZip reads', async () => {
  const files = [
    { name: 'word/document.xml', content: Buffer.from('<x/>') },
    { name: 'grün.txt', content: Buffer.from('ä') },
  ]
  assert.deepEqual(await readAll(writeZip(files)), { 'word/document.xml': '<x/>', 'grün.txt': 'ä' })
})

test('names are UTF-8 where valid and code page 437 otherwise', () => {
  const zip = makeZip([
    { name: 'über.txt', content: '' },
    { name: Uint8Array.of(0x81, 0x62, 0x65, 0x72), content: '' },
  ])
  assert.deepEqual(
    openZip(zip).entries.map(entry => entry.name),
    ['über.txt', 'über'],
  )
})

test('declared sizes above the limit are refused before anything is unfolded', () => {
  const zip = makeZip([{ name: 'bomb', content: 'x', declaredSize: 600_000_000 }])
  assert.throws(() => openZip(zip), failure('too_large', 'SOURCE_TOO_LARGE', /more than 500 MB/))
})

test('what really unfolds is counted, whatever was declared', slow, async () => {
  const bomb = makeZip([{ name: 'bomb', content: Buffer.alloc(60_000_000), declaredSize: 10 }])
  await assert.rejects(
    assertSafeZip(bomb, signal),
    failure('too_large', 'SOURCE_TOO_LARGE', /200 times its size/),
  )
  await assert.rejects(readAll(bomb), failure('invalid', 'BROKEN_SOURCE', /bomb is longer than the 10 bytes/))
})

test('an honest archive that folds suspiciously well is refused above the floor only', async () => {
  const zip = makeZip([{ name: 'zeros', content: Buffer.alloc(2_000_000) }])
  await assertSafeZip(zip, signal)
  const strict = { ...defaultZipLimits, ratioFloor: 1_000_000 }
  await assert.rejects(
    assertSafeZip(zip, signal, strict),
    failure('too_large', 'SOURCE_TOO_LARGE', /200 times/),
  )
})

test('too many members are refused', () => {
  const zip = makeZip([1, 2, 3].map(number => ({ name: `${number}`, content: '' })))
  assert.throws(
    () => openZip(zip, { ...defaultZipLimits, entries: 2 }),
    failure('too_large', 'SOURCE_TOO_LARGE', /3 members/),
  )
})

test('a truncated archive is broken, wherever it was cut', () => {
  const zip = makeZip([{ name: 'a.txt', content: 'some text' }])
  for (const length of [0, 10, zip.length - 1, zip.length - 22])
    assert.throws(() => openZip(zip.subarray(0, length)), failure('invalid', 'BROKEN_SOURCE', /damaged/))
})

test('a member whose content was changed is broken; the safety check leaves it to the reader', async () => {
  const zip = makeZip([{ name: 'a.txt', content: 'some text', stored: true }])
  zip[zip.indexOf('some')] = 0x53
  await assertSafeZip(zip, signal)
  await assert.rejects(readAll(zip), failure('invalid', 'BROKEN_SOURCE', /a\.txt/))
})

test('encrypted members and unknown compression say so', async () => {
  const locked = makeZip([{ name: 'a.txt', content: 'x', encrypted: true }])
  await assert.rejects(readAll(locked), failure('invalid', 'PASSWORD_REQUIRED', /a\.txt is encrypted/))
  const exotic = makeZip([{ name: 'a.txt', content: 'x', method: 14 }])
  await assert.rejects(readAll(exotic), failure('unsupported', 'UNSUPPORTED_FORMAT', /a\.txt/))
})

test('an aborted signal stops the reading', async () => {
  const zip = makeZip([{ name: 'a.txt', content: 'x' }])
  await assert.rejects(assertSafeZip(zip, AbortSignal.abort()), failure('cancelled', 'CANCELLED', /./))
})
