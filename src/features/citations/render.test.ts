import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTerminal } from '../../../test/support/fake-terminal.ts'
import { renderTool } from '../../../test/support/render-tool.ts'

test('a wrong stated page is the headline and has an exit code of its own', async () => {
  const verdictWith = (verdict: string, matched: string | null) =>
    renderTool('verify_citation', {
      value: {
        verdict,
        matches:
          verdict === 'not_found' ? [] : [{ citekey: 'doe2020', page_span: [77, 77], text: 'So it is.' }],
        page_check: matched === null ? null : { stated: '200', matched, message: 'It is not on page 200.' },
      },
      input: {},
      terminal: fakeTerminal(),
    })
  const wrong = await verdictWith('exact', 'none')
  assert.match(wrong.answer, /^wrong page {2}It is not on page 200\.\nexact\n1\. doe2020/)
  assert.equal(wrong.exitCode, 8)
  const others = await Promise.all([
    verdictWith('exact', 'label'),
    verdictWith('exact', 'pdf'),
    verdictWith('exact', null),
    verdictWith('close', 'none'),
    verdictWith('exact', 'unknown'),
    verdictWith('not_found', 'none'),
  ])
  assert.deepEqual(
    others.map(({ exitCode }) => exitCode),
    [0, 0, 0, 8, 8, 4],
  )
  assert.match((await verdictWith('exact', 'unknown')).answer, /^page not checked/)
})
