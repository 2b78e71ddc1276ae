import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTerminal } from '../support/fake-terminal.ts'
import { renderTool } from '../support/render-tool.ts'

test('each hit shows its relevance, and what the search says of it is printed beside', async () => {
  const cases: [string, string, object][] = [
    ['search', 'results', { title: 'On Tides', content: 'Tides.' }],
    ['query_hybrid', 'items', { title: 'On Tides', citation: '(doe2020, p. 4)', render_text: 'Tides.' }],
    ['search_graphiti', 'results', { fact: 'It sank.', similarity: 1, metadata: {} }],
    ['search_code_examples', 'results', { summary: 'A loop', similarity: 1, code: 'x' }],
    [
      'search_knowledge_base',
      'results',
      { document_title: 'T', content: 'Tides.', similarity: 1, metadata: {} },
    ],
  ]
  for (const [tool, list, hit] of cases) {
    const hits = [1, 0.42].map(score => ({ ...hit, score, similarity: score }))
    const shown = await renderTool(tool, {
      value: { [list]: hits, warnings: ['Nothing seems to fit.'] },
      input: {},
      terminal: fakeTerminal(),
    })
    assert.match(shown.answer, /^1\. .* {2}relevance 100 %$/m, tool)
    assert.match(shown.answer, /^2\. .* {2}relevance 42 %$/m, tool)
    assert.match(shown.remark ?? '', /note: Nothing seems to fit\./, tool)
  }
})
