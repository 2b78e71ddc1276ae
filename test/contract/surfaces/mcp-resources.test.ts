import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toolTable } from '../../../src/core/contract/tool-table.ts'
import { conformanceExtension } from '../../mcp-conformance/extension/conformance-extension.ts'
import { conformance } from '../../mcp-conformance/index.ts'
import { fixtureApp, voice } from './fixture.ts'
import { modern, reply } from './mcp-wire.ts'

const { request, log } = fixtureApp()

async function listAll(ask: typeof request): Promise<string[]> {
  const uris: string[] = []
  let cursor: string | undefined
  do {
    const page = modern('resources/list', cursor === undefined ? {} : { cursor })
    const { result } = await reply(await ask('/mcp', page))
    uris.push(...result.resources.map((resource: { uri: string }) => resource.uri))
    cursor = result.nextCursor
  } while (cursor !== undefined)
  return uris
}

const notes = ['note://1', 'note://2', 'note://3', 'note://4', 'note://5']

test('resources are listed page by page until there is no cursor', async () => {
  assert.deepEqual(await listAll(request), notes)
})

test('an extension adds its resources exactly where its toolset is mounted', async () => {
  const extensions = [conformanceExtension()]
  const mounted = fixtureApp({ extensions, table: toolTable([voice, conformance]) })
  const uris = await listAll(mounted.request)
  assert.deepEqual(uris, ['test://static-text', 'test://static-binary', 'test://watched-resource', ...notes])
  const read = await reply(await mounted.request('/mcp', modern('resources/read', { uri: 'note://1' })))
  assert.equal(read.result.contents[0].text, 'Note 1 for http')
  assert.deepEqual(await listAll(fixtureApp({ extensions }).request), notes)
})

test('a cursor that was not given out is refused', async () => {
  const { error } = await reply(await request('/mcp', modern('resources/list', { cursor: 'mine' })))
  assert.equal(error?.code, -32602)
  assert.match(error?.message ?? '', /"mine"/)
})

test('a resource is read through the same road as tools, as the caller it is', async () => {
  const { result } = await reply(await request('/mcp', modern('resources/read', { uri: 'note://2' })))
  assert.deepEqual(result.contents, [{ uri: 'note://2', mimeType: 'text/plain', text: 'Note 2 for http' }])
  assert.ok(log.some(line => line.tool === 'resources_read' && line.outcome === 'ok'))
})

test('an address with nothing behind it is an error that names it', async () => {
  const { error } = await reply(await request('/mcp', modern('resources/read', { uri: 'note://9' })))
  assert.equal(error?.code, -32602)
  assert.deepEqual(error?.data, { uri: 'note://9' })
  const long = `note://${'9'.repeat(100_000)}`
  const refused = await reply(await request('/mcp', modern('resources/read', { uri: long })))
  assert.ok(JSON.stringify(refused).length < 3_000)
})

test('a surprise while reading is answered without its details', async () => {
  const { error } = await reply(await request('/mcp', modern('resources/read', { uri: 'note://broken' })))
  assert.equal(error?.code, -32603)
  assert.doesNotMatch(JSON.stringify(error), /secret|someone/)
})

test('templates are listed', async () => {
  const { result } = await reply(await request('/mcp', modern('resources/templates/list')))
  assert.equal(result.resourceTemplates[0].uriTemplate, 'note://{id}')
})
