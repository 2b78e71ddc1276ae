import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeTerminal } from '../../../test/support/fake-terminal.ts'
import { renderTool } from '../../../test/support/render-tool.ts'

const show = (tool: string, value: Record<string, unknown>, input: Record<string, unknown> = {}) =>
  renderTool(tool, { value, input, terminal: fakeTerminal() })

test('tools that were found are shown as commands', async () => {
  const tools = [{ name: 'get_speech', toolset: 'hansard', mounted: false, description: 'Reads one.' }]
  assert.deepEqual(await show('search_tools', { tools, usage: '', warnings: ['Ranked by words only.'] }), {
    answer: 'quire hansard get-speech\n  Reads one.',
    remark: 'Ranked by words only.',
  })
  const full = await show('search_tools', { tools }, { detail_level: 'full' })
  assert.match(full.answer, /^name: get_speech\ntoolset:/)
})

test('a folder is a line per entry, and what is not shown is counted', async () => {
  const entries = [
    { name: 'a', kind: 'directory', bytes: null },
    { name: 'b.txt', kind: 'file', bytes: 1 },
    { name: 'c', kind: 'link', bytes: null },
  ]
  assert.deepEqual(await show('list_directory', { path: '/', entries, total: 5 }), {
    answer: 'a/\nb.txt\nc link',
    remark: '2 more: --limit, --offset',
  })
})

test('a file is its text alone, and where it goes on is said beside it', async () => {
  assert.deepEqual(await show('read_file', { content: 'x\ny', total_lines: 9, next_line: 3 }), {
    answer: 'x\ny',
    remark: '9 lines; continue with --start-line 3',
  })
  assert.deepEqual(await show('read_file', { content: 'x', total_lines: 1, next_line: null }), {
    answer: 'x',
  })
  const beyond = { content: '', start_line: 9, total_lines: 3, next_line: null }
  assert.deepEqual(await show('read_file', beyond), { answer: '', remark: 'The file has 3 lines.' })
})

test('the text behind an address is printed alone', async () => {
  assert.deepEqual(await show('read_resource', { text: 'x', next_uri: null }), { answer: 'x' })
  assert.deepEqual(await show('read_resource', { text: 'x', next_uri: 'quire://a/b?chars=1-' }), {
    answer: 'x',
    remark: "Continue with: quire system read-resource 'quire://a/b?chars=1-'",
  })
})
