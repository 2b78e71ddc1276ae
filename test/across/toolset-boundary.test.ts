import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openHttp } from '../../src/app/open-http.ts'
import { legacy, modern, reply } from '../contract/surfaces/mcp-wire.ts'
import { openWorld, type Value } from '../contract/world.ts'

async function serve(flags: string[]) {
  const world = await openWorld('library', { flags })
  const server = await openHttp(world.wired)
  const send = (path: string, init: RequestInit) => fetch(`${server.url}${path}`, init)
  return {
    world,
    send,
    async names(query = ''): Promise<string[]> {
      const { result } = await reply(await send(`/mcp${query}`, modern('tools/list')))
      return result.tools.map((tool: Value) => tool.name)
    },
    async instructions(query = ''): Promise<string> {
      return (await reply(await send(`/mcp${query}`, modern('server/discover')))).result.instructions
    },
    async call(query: string, name: string, input: object): Promise<Value> {
      const { result } = await reply(
        await send(`/mcp${query}`, modern('tools/call', { name, arguments: input })),
      )
      return result.isError === true ? JSON.parse(result.content[0].text) : result.structuredContent
    },
    async close() {
      await server.close()
      await world.close()
    },
  }
}

type Served = Awaited<ReturnType<typeof serve>>

describe('a server that was started with a choice of toolsets', () => {
  let served: Served
  before(async () => {
    served = await serve(['--toolsets', 'documents,system'])
  })
  after(() => served.close())

  test('is not widened by its address', async () => {
    for (const choice of ['hansard', 'documents,hansard']) {
      const response = await served.send(`/mcp?toolsets=${choice}`, modern('tools/list'))
      assert.equal(response.status, 400)
      assert.match(await response.text(), /offers no toolset.*documents, system/)
    }
    assert.deepEqual(await served.names('?toolsets=all'), await served.names())
    assert.ok(!(await served.names('?toolsets=documents')).includes('read_file'))
  })

  test('is not widened by call_tool, search_tools or REST', async () => {
    const { error } = await served.call('', 'call_tool', { name: 'list_speakers', arguments: {} })
    assert.equal(error.code, 'UNKNOWN_TOOL')
    const { tools, usage } = await served.call('', 'search_tools', {
      query: 'speeches in parliament',
      limit: 50,
    })
    assert.deepEqual([...new Set(tools.map((tool: Value) => tool.toolset))].sort(), ['documents', 'system'])
    assert.match(usage, /cannot be reached/)
    const rest = await served.send('/api/v1/hansard/list_speakers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(rest.status, 404)
    const lambda = await served.send('/mcp/tools/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'list_speakers' }),
    })
    assert.match(await lambda.text(), /UNKNOWN_TOOL/)
  })
})

describe('addresses', () => {
  /** The tool that each call reaches, and toolsets of which one must be mounted. */
  async function addressesIn({ world }: Served, file: string): Promise<Record<string, string[]>> {
    await world.call('ingest_content', {
      content: '# Herons\n\n```js\nwade()\n```\n',
      source: 'a.md',
      library: 'birds',
    })
    await world.call('ingest_speech', speech)
    const hit = (await world.call('search', { query: 'herons', library: 'birds' })).results[0]
    const { speech_id: id } = (await world.call('search_speeches', { query: 'herons' })).results[0]
    return {
      [`quire://birds/${hit.doc_id}`]: ['documents', 'citations', 'knowledge', 'crawl', 'system'],
      [`quire://birds/${hit.doc_id}?code=0`]: ['documents', 'knowledge', 'system'],
      [`quire://birds/chunks/${hit.chunk_id}`]: ['documents', 'citations', 'knowledge', 'system'],
      [`quire://hansard/speeches/${id}`]: ['documents', 'hansard', 'system'],
      [pathToFileURL(file).href]: ['documents', 'knowledge', 'system'],
    }
  }
  const speech = {
    title: 'Herons',
    full_text: 'The herons of this electorate wade.',
    speaker: 'A. Member',
    party: 'Labor',
    chamber: 'Senate',
    state: 'NSW',
    date: '2024-03-05',
    hansard_reference: 'p. 1',
  }

  test('lead nowhere when no toolset that leads there is offered', async t => {
    const root = await mkdtemp(join(tmpdir(), 'quire-boundary-'))
    t.after(() => rm(root, { recursive: true }))
    await writeFile(join(root, 'a.txt'), 'A file.')
    const served = await serve(['--toolsets', 'all', '--root', root])
    t.after(() => served.close())
    const addresses = await addressesIn(served, join(root, 'a.txt'))
    for (const toolset of ['documents', 'citations', 'hansard', 'knowledge', 'crawl', 'graph', 'workflows']) {
      for (const choice of [toolset, `lean,${toolset}`]) {
        const ask = async (method: string, params = {}) =>
          reply(await served.send(`/mcp?toolsets=${choice}`, modern(method, params)))
        for (const [uri, leading] of Object.entries(addresses)) {
          const { result } = await ask('resources/read', { uri })
          assert.equal(result !== undefined, leading.includes(toolset), `${choice} ${uri}`)
        }
        assert.ok((await ask('resources/read', { uri: 'quire:///servers/README.md' })).result)
        const listed = (await ask('resources/list')).result.resources.filter((row: Value) =>
          row.uri.startsWith('quire://birds/'),
        )
        const { resourceTemplates } = (await ask('resources/templates/list')).result
        const names = resourceTemplates.map((template: Value) => template.name)
        const [first = []] = Object.values(addresses)
        assert.equal(listed.length > 0, first.includes(toolset), choice)
        assert.equal(names.includes('document'), first.includes(toolset), choice)
        assert.ok(names.includes('generated') && !('toolsets' in resourceTemplates[0]), choice)
      }
    }
  })
})

describe('a server that was not', () => {
  let served: Served
  before(async () => {
    served = await serve([])
  })
  after(() => served.close())

  test('reaches the others by its address and by call_tool', async () => {
    assert.ok((await served.names('?toolsets=hansard')).includes('list_speakers'))
    const { tool } = await served.call('', 'call_tool', { name: 'list_speakers', arguments: {} })
    assert.equal(tool, 'list_speakers')
  })

  test('reports exactly the tools that the connection lists as mounted', async () => {
    for (const query of ['', '?toolsets=system', '?toolsets=hansard,system', '?toolsets=lean']) {
      const listed = new Set(await served.names(query))
      const { tools } = await served.call(query, 'search_tools', {
        query: 'anything',
        limit: 50,
        detail_level: 'name',
      })
      for (const { name, mounted } of tools) assert.equal(mounted, listed.has(name), `${query} ${name}`)
    }
  })

  test('names in its instructions only tools that the connection lists', async () => {
    const { tools: every } = await served.call('', 'search_tools', {
      query: 'x',
      limit: 50,
      detail_level: 'name',
    })
    const all: string[] = every.map((tool: Value) => tool.name)
    for (const query of [
      '',
      '?toolsets=system',
      '?toolsets=citations',
      '?toolsets=hansard',
      '?toolsets=graph',
      '?toolsets=lean',
    ]) {
      const listed = await served.names(query)
      const words =
        (await served.instructions(query)).match(/\b[a-z]+(?:_[a-z]+)+\b|\bsearch\b(?= first)/g) ?? []
      for (const word of words) if (all.includes(word)) assert.ok(listed.includes(word), `${query}: ${word}`)
      const session = await served.send(`/mcp${query}`, legacy('initialize', initialParams))
      assert.equal((await reply(session)).result.instructions, await served.instructions(query))
    }
  })
})

const initialParams = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'wire', version: '1.0.0' },
}

describe('lean', () => {
  const two = ['search_tools', 'call_tool']

  test('by address lists two tools that reach the server’s own, or those named beside it', async t => {
    const served = await serve([])
    t.after(() => served.close())
    assert.deepEqual(await served.names('?toolsets=lean'), two)
    assert.equal(
      (await served.call('?toolsets=lean', 'call_tool', { name: 'list_libraries' })).tool,
      'list_libraries',
    )
    const { error } = await served.call('?toolsets=lean', 'call_tool', { name: 'list_speakers' })
    assert.equal(error.code, 'UNKNOWN_TOOL')
    const beside = '?toolsets=lean,hansard'
    assert.deepEqual(await served.names(beside), two)
    assert.equal((await served.call(beside, 'call_tool', { name: 'list_speakers' })).tool, 'list_speakers')
    assert.equal(
      (await served.call(beside, 'call_tool', { name: 'list_libraries' })).error.code,
      'UNKNOWN_TOOL',
    )
    assert.match(await served.instructions('?toolsets=lean'), /search_tools.*call_tool/)
  })

  test('by flag does the same over HTTP, while REST has its routes', async t => {
    const served = await serve(['--toolsets', 'lean'])
    t.after(() => served.close())
    assert.deepEqual(await served.names(), two)
    assert.equal((await served.call('', 'call_tool', { name: 'list_projects' })).tool, 'list_projects')
    assert.equal((await served.call('', 'call_tool', { name: 'list_speakers' })).error.code, 'UNKNOWN_TOOL')
    const rest = await served.send('/api/v1/documents/list_libraries', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    assert.equal(rest.status, 200)
  })

  test('cannot widen a boundary', async t => {
    const served = await serve(['--toolsets', 'documents,system'])
    t.after(() => served.close())
    assert.equal((await served.send('/mcp?toolsets=lean,hansard', modern('tools/list'))).status, 400)
    assert.deepEqual(await served.names('?toolsets=lean'), two)
    const { error } = await served.call('?toolsets=lean', 'call_tool', { name: 'list_projects' })
    assert.equal(error.code, 'UNKNOWN_TOOL')
  })
})
