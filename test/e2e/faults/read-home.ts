import assert from 'node:assert/strict'
import { join } from 'node:path'
import { openStore } from '../../../src/adapters/stores/index.ts'
import { systemClock } from '../../../src/app/clock.ts'
import { sha256 } from '../../../src/core/model/identity.ts'
import type { Store } from '../../../src/core/ports/store.ts'

/** Checks that the store is complete and returns the Markdown of every document in the home, by source. */
export async function readHome(home: string): Promise<Map<string, string>> {
  const store = await openStore(`sqlite:${join(home, 'quire.db')}`, { clock: systemClock })
  try {
    assert.deepEqual(await store.check(new AbortController().signal), { ok: true, problems: [] })
    const listed = await store.listDocuments({ collections: null, limit: 100_000, offset: 0 })
    const texts = new Map<string, string>()
    const waiting = new Map<string, number>()
    for (const { id, source, collection } of listed) {
      assert.ok(!texts.has(source), `${source} is listed twice`)
      const { markdown, withoutVector } = await readWhole(store, id, source)
      texts.set(source, markdown)
      waiting.set(collection, (waiting.get(collection) ?? 0) + withoutVector)
    }
    for (const [collection, count] of waiting)
      assert.equal(
        (await store.countIndexes(collection)).pending,
        count,
        'a chunk without a vector waits for it',
      )
    return texts
  } finally {
    await store.close()
  }
}

/** No partial document: every chunk has its terms and its words, and together they cover the text. */
async function readWhole(
  store: Store,
  id: string,
  source: string,
): Promise<{ markdown: string; withoutVector: number }> {
  const document = await store.readDocument(id)
  const count = await store.countDocument(id)
  assert.ok(document !== null && count !== null, `${source} is listed but cannot be read`)
  const chunks = (await store.exportChunks(id)).map(({ chunk }) => chunk)
  assert.ok(chunks.length > 0, `${source} has no chunks`)
  assert.deepEqual(
    { ...count, vectors: null },
    {
      chunks: chunks.length,
      vectors: null,
      lexical: chunks.length,
      markdownHash: sha256(document.markdown),
    },
    source,
  )
  assert.deepEqual(
    chunks.map(chunk => chunk.ordinal),
    chunks.map((_, index) => index),
    `${source} lost a chunk`,
  )
  let covered = 0
  for (const chunk of chunks) {
    assert.equal(document.markdown.slice(covered, chunk.start).trim(), '', `${source} has a gap`)
    covered = Math.max(covered, chunk.end)
  }
  assert.equal(document.markdown.slice(covered).trim(), '', `${source} lost its end`)
  return { markdown: document.markdown, withoutVector: chunks.length - count.vectors }
}
