import assert from 'node:assert/strict'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { seededRandom } from '../../../src/app/eval/seeded-random.ts'
import { spawnQuire, temporaryHome } from '../cli/spawn-quire.ts'
import { openMcpProcess, ToolFailure } from './mcp-process.ts'
import { readHome } from './read-home.ts'

const sample = new URL('../../../samples/field-guide.pdf', import.meta.url)
const question = { query: 'paper sizes', top_k: 3 }

test('a file whose new version is corrupt keeps its old version, on the same pages', async t => {
  const home = await temporaryHome(t)
  const path = join(home, 'guide.pdf')
  await copyFile(sample, path)
  const server = await openMcpProcess(t, home)
  const first = await server.call('ingest_file', { path })
  assert.equal(first.status, 'indexed')
  const before = await server.call('search', question)
  assert.ok(before.results.length > 0 && before.results[0].page > 0)

  for (const [name, bytes] of Object.entries(corruptVersions(await readFile(sample)))) {
    await writeFile(path, bytes)
    await assert.rejects(server.call('ingest_file', { path }), ToolFailure, name)
    assert.deepEqual((await server.call('search', question)).results, before.results, name)
  }
  const { documents } = await server.call('list_documents', {})
  assert.deepEqual(
    documents.map((document: { doc_id: string }) => document.doc_id),
    [first.doc_id],
  )

  await writeFile(path, corruptVersions(await readFile(sample)).junk)
  const shell = spawnQuire(t, ['ingest', path], { home })
  assert.equal((await shell.ended).exitCode, 2)
  assert.match(shell.stderr(), /^error: .*PDF is damaged.*\nhint: /)

  await copyFile(sample, path)
  assert.equal((await server.call('ingest_file', { path })).status, 'skipped')
  await server.hangUp()
  assert.deepEqual([...(await readHome(home)).keys()], [path])
})

/** Damaged files, as left by interrupted downloads, full disks and mistakes. */
function corruptVersions(sound: Buffer) {
  const random = seededRandom(5)
  return {
    empty: Buffer.alloc(0),
    junk: Buffer.from(Array.from({ length: 5_000 }, () => random.below(256))),
    'junk that says it is a PDF': Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.from(Array.from({ length: 5_000 }, () => random.below(256))),
    ]),
    truncated: sound.subarray(0, Math.floor(sound.length / 2)),
  }
}
