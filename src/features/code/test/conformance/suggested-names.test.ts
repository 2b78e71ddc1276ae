import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEmbedder } from '../../../../adapters/embedders/index.ts'
import { suggested } from '../../check/test/wrong-names.ts'

test('the bundled model suggests what means the same, and nothing for nonsense', async t => {
  const embedder = await openEmbedder('gte-small')
  t.after(() => embedder.close())
  assert.equal((await suggested('insert', embedder))[0], 'put')
  assert.equal((await suggested('delete', embedder))[0], 'take_out')
  assert.equal((await suggested('length', embedder))[0], 'size')
  for (const nonsense of ['qwzxv', 'blorptang', 'boil_eggs'])
    assert.deepEqual(await suggested(nonsense, embedder), [], nonsense)
})
