import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadToolsets } from '../../../src/app/load-features.ts'
import { toolTable } from '../../../src/core/contract/tool-table.ts'
import { toMcpTool } from '../../../src/surfaces/mcp/mcp-tools.ts'
import { fixtureApp } from './fixture.ts'
import { modern, reply } from './mcp-wire.ts'

const views = {
  html: async () => '<html data-view="{{view}}"></html>',
  pictures: async () => undefined,
}
const { request } = fixtureApp({ views })
const withViews = {
  _meta: {
    'io.modelcontextprotocol/clientCapabilities': {
      extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
    },
  },
}

test('the tools whose answers have a view name it, and that costs less than 40 tokens each', async () => {
  const named = toolTable(await loadToolsets()).rows.flatMap(row => {
    const { ui } = toMcpTool(row)._meta ?? {}
    // JSON has about four characters a token; two are assumed.
    if (ui !== undefined) assert.ok(JSON.stringify({ ui }).length / 2 <= 40, row.tool.name)
    return ui === undefined ? [] : [[row.tool.name, Object(ui).resourceUri]]
  })
  assert.deepEqual(Object.fromEntries(named), {
    search: 'ui://quire/hits',
    query_hybrid: 'ui://quire/hits',
    search_speeches: 'ui://quire/hits',
    search_knowledge_base: 'ui://quire/hits',
    agent_query: 'ui://quire/hits',
    verify_citation: 'ui://quire/verdict',
    get_passage: 'ui://quire/reader',
    count_speeches_by_month: 'ui://quire/chart',
    show_graph: 'ui://quire/graph',
  })
})

test('a view is HTML with the type of the extension, and is not listed among the documents', async () => {
  const read = await reply(await request('/mcp', modern('resources/read', { uri: 'ui://quire/verdict' })))
  const [content] = read.result.contents
  assert.equal(content.mimeType, 'text/html;profile=mcp-app')
  assert.equal(content.text, '<html data-view="verdict"></html>')
  assert.deepEqual(content._meta.ui.permissions, { clipboardWrite: {} })
  const { result } = await reply(await request('/mcp', modern('resources/list')))
  assert.ok(result.resources.every(({ uri }: { uri: string }) => !uri.startsWith('ui:')))
})

test('lists and answers are the same for hosts with and without the extension', async () => {
  const echo = { name: 'echo', arguments: { text: 'hello' } }
  for (const [method, params] of [
    ['tools/list', {}],
    ['tools/call', echo],
  ] as const) {
    const plain = await reply(await request('/mcp', modern(method, params)))
    const able = await reply(await request('/mcp', modern(method, { ...params, ...withViews })))
    const { _meta: _, ...one } = plain.result
    const { _meta: __, ...other } = able.result
    assert.deepEqual(other, one)
  }
})

test('an unknown view, and a page where pages cannot be drawn, are not found', async () => {
  for (const uri of ['ui://quire/nope', 'ui://quire/pages/some-document/1.png']) {
    const { error } = await reply(await request('/mcp', modern('resources/read', { uri })))
    assert.equal(error?.code, -32602, uri)
  }
})
