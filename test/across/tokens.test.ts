import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runProgram } from '../../src/app/run-program.ts'
import { testProcess } from '../contract/world.ts'

async function run(...argv: string[]): Promise<{ code: number; text: string }> {
  let text = ''
  const code = await runProgram(testProcess('/', argv, { onOutput: part => (text += part) }))
  return { code, text }
}

for (const tokenizer of ['wordpiece', 'estimate'])
  test(`Y-TOKEN-1 the cost of definitions is printed, counted by ${tokenizer}`, async () => {
    const { code, text } = await run('tokens', '--json', '--tokenizer', tokenizer)
    const report = JSON.parse(text)
    assert.equal(code, 0)
    const sum = (field: string) =>
      report.toolsets.reduce((total: number, row: Record<string, number>) => total + (row[field] ?? 0), 0)
    assert.deepEqual([sum('tools'), sum('listed')], [report.all.tools, report.all.listed])
    assert.ok(report.all.prompt < report.all.listed)
    assert.ok(report.default.listed < report.all.listed)
    assert.equal(report.searched.tools, 2)
    for (const { saving } of report.savings) assert.ok(saving > 0 && saving < 1)
  })

test('Y-TOKEN-1 search_tools and call_tool cost at most 1000 tokens, all that tools/list sends of them', async () => {
  const { searched, all } = JSON.parse((await run('tokens', '--json')).text)
  assert.ok(searched.listed <= 1000, String(searched.listed))
  assert.ok(searched.listed < 0.05 * all.listed)
})

test('Y-TOKEN-1 for people it is a table that names the tokenizer', async () => {
  const { text } = await run('tokens')
  assert.match(text, /search_tools \+ call_tool .* 2 /)
  assert.match(text, /Counted with: WordPiece of gte-small/)
})
