import assert from 'node:assert/strict'
import test from 'node:test'
import { chunkers } from '../../src/adapters/chunkers/index.ts'
import { brokenPromises, requestFor } from '../../src/adapters/chunkers/test/chunk-fixtures.ts'

const texts = {
  'a text of several sections': `# A\n\n${'A sentence of some words. '.repeat(300)}\n\n## B\n\n${'More. '.repeat(99)}`,
  'a text without spaces': '文字'.repeat(3000),
  'a text without words': '---\n\n***',
  'an empty text': '',
}

for (const [name, makeChunker] of Object.entries(chunkers)) {
  test(`${name} is named as its row and has a version`, () => {
    const chunker = makeChunker()
    assert.equal(chunker.name, name)
    assert.ok(Number.isInteger(chunker.version) && chunker.version > 0)
  })

  for (const [title, markdown] of Object.entries(texts))
    test(`${name} keeps the port's promises for ${title}`, () => {
      const request = requestFor(markdown, { policy: { maxTokens: 90, overlapTokens: 20, minTokens: 15 } })
      const drafts = makeChunker().chunk(request)
      assert.deepEqual(brokenPromises(request, drafts), [])
      assert.deepEqual(makeChunker().chunk(request), drafts)
      assert.equal(drafts.length > 0, /[\p{L}\p{N}]/u.test(markdown))
    })
}
