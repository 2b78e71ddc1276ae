import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTerminal } from '../support/fake-terminal.ts'
import { renderTool } from '../support/render-tool.ts'

test('no figure is printed for a score, only how a hit compares with the best of its answer', async () => {
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
      value: { [list]: hits, warnings: [] },
      input: {},
      terminal: fakeTerminal(),
    })
    assert.doesNotMatch(shown.answer, /1\.00|0\.42/, tool)
    assert.match(shown.answer, /^2\. .* {2}42 % of the best$/m, tool)
    assert.doesNotMatch(shown.answer.split('\n')[0] ?? '', /%/, tool)
  }
})
