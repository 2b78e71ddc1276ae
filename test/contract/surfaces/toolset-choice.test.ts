import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolTable } from '../../../src/core/contract/tool-table.ts'
import { fixtureApp, hidden, jsonOf, voice } from './fixture.ts'
import { modern, reply } from './mcp-wire.ts'

const { request } = fixtureApp({ table: toolTable([voice]) })

async function names(query: string, ask = request) {
  const { result } = await reply(await ask(`/mcp${query}`, modern('tools/list')))
  return result.tools.map((tool: { name: string }) => tool.name)
}

test('without a choice the toolsets of the server are served', async () => {
  assert.equal((await names('')).length, 6)
})

test('the URL chooses toolsets, in any order and any number', async () => {
  assert.deepEqual(await names('?toolsets=plain'), ['mutter'])
  assert.deepEqual(await names('?toolsets=plain,voice'), await names('?toolsets=voice,%20plain'))
  assert.equal((await names('?toolsets=all')).length, 7)
})

test('a tool of a toolset that was not chosen cannot be called', async () => {
  const call = modern('tools/call', { name: 'echo', arguments: { text: 'a' } })
  assert.equal((await reply(await request('/mcp?toolsets=plain', call))).error?.code, -32602)
})

test('an unknown or empty toolset is 400 and says which there are', async () => {
  const response = await request('/mcp?toolsets=voice,nope', modern('tools/list'))
  assert.equal(response.status, 400)
  const { error } = await jsonOf(response)
  assert.match(error.message, /"nope"/)
  assert.match(error.hint, /voice, plain/)
  assert.equal((await request('/mcp?toolsets=', modern('tools/list'))).status, 400)
})

test('a hidden toolset is reached by URL only where the server was started with it', async () => {
  const refused = await request('/mcp?toolsets=hidden', modern('tools/list'))
  assert.equal(refused.status, 400)
  assert.doesNotMatch(await refused.text(), /Choose from.*hidden/)
  const open = fixtureApp({ table: toolTable([voice, hidden]) })
  assert.deepEqual(await names('?toolsets=hidden', open.request), ['whisper'])
})
