import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTerminal } from '../../../test/support/fake-terminal.ts'
import { renderTool } from '../../../test/support/render-tool.ts'

const show = (tool: string, value: Record<string, unknown>) =>
  renderTool(tool, { value, input: {}, terminal: fakeTerminal() })

test('workflows are a table that tells which are on', async () => {
  const row = { name: 'Nightly', nodes: 3, tags: [], updated_at: '2026-11-01T08:00:00.000Z' }
  const workflows = [
    { ...row, workflow_id: 'w1', active: true },
    { ...row, workflow_id: 'w2', active: false },
  ]
  const { answer, remark } = await show('list_workflows', { workflows, next_cursor: 'c2' })
  assert.match(answer, /^w1 +Nightly +on +3 +2026-11-01 08:00$/m)
  assert.match(answer, /^w2 +Nightly +off /m)
  assert.equal(remark, 'More: --cursor c2')
  assert.equal((await show('list_workflows', { workflows: [] })).remark, 'No workflows.')
})
