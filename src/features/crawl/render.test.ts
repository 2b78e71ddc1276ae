import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTerminal } from '../../../test/support/fake-terminal.ts'
import { renderTool } from '../../../test/support/render-tool.ts'

test('a crawl ends with a summary, not with the id of every page', async () => {
  const value = {
    success: false,
    url: 'https://example.org/',
    library: 'web',
    pages_crawled: 60,
    pages_unchanged: 12,
    chunks_created: 431,
    document_ids: Array.from({ length: 60 }, (_, index) => `id-${index}`),
    skipped: { robots: 3, not_found: 2 },
    errors: Array.from({ length: 12 }, (_, index) => ({
      url: `https://example.org/${index}`,
      error: 'It is down.',
    })),
    warnings: [],
    status: 'done',
  }
  const shown = await renderTool('crawl_deep', { value, input: {}, terminal: fakeTerminal() })
  assert.match(shown.answer, /^60 pages: 12 unchanged, 431 new chunks, 12 failed$/m)
  assert.match(shown.answer, /^left out: 3 robots, 2 not found$/m)
  assert.match(shown.answer, /^and 2 more failures$/m)
  assert.doesNotMatch(shown.answer, /id-/)
  assert.equal(shown.exitCode, 1)
})
