import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Database, openDatabase } from './database.ts'
import { readBlobs } from './read-blobs.ts'

const prepare = (opened: Database) =>
  opened.exec('CREATE TABLE chunk_tokens (chunk_key INTEGER PRIMARY KEY, bits BLOB NOT NULL) STRICT')

test('blobs come as they are, whatever bytes they have and however long they are', async () => {
  const database = await openDatabase(':memory:', { busyTimeoutMs: 100, prepare })
  const blobs = new Map([
    [7, Uint8Array.of(0, 0, 255, 254, 0)],
    [8, new Uint8Array()],
    [9, Uint8Array.from({ length: 5_000 }, (_, index) => index % 256)],
    [10, Uint8Array.of(0xc3, 0x28, 0xed, 0xa0, 0x80)],
  ])
  for (const [key, blob] of blobs) database.run('INSERT INTO chunk_tokens VALUES (?, ?)', key, blob)
  const { keys, lengths, bytes } = readBlobs(database, 'chunk_tokens', [10, 99, 7, 9, 8])
  assert.deepEqual(
    keys.toSorted((one, other) => one - other),
    [7, 8, 9, 10],
  )
  let from = 0
  for (const [index, key] of keys.entries()) {
    assert.deepEqual(new Uint8Array(bytes.subarray(from, from + lengths[index]!)), blobs.get(key))
    from += lengths[index]!
  }
  assert.equal(from, bytes.length)
  assert.deepEqual(readBlobs(database, 'chunk_tokens', [99]).keys, [])
  assert.deepEqual(readBlobs(database, 'chunk_tokens', []).keys, [])
  database.close()
})
