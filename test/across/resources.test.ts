import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openHttp } from '../../src/app/open-http.ts'
import { openWorld, surfacesUnderTest, type Value, type World } from '../contract/world.ts'
import { connectV1Http, connectV2Http, type McpClient } from '../e2e/clients.ts'
import { fromRoom } from '../support/rooms.ts'

const { speech } = await fromRoom<{ speech(changes?: object): Value }>('hansard', 'test/speeches.ts')
const { addProject } = await fromRoom<{ addProject(world: World, id: string): Promise<string> }>(
  'citations',
  'test/library.ts',
)

const sentence = (place: number) => `On day ${place} the vat is stirred with a pole of ash and kept warm. `
const prose = Array.from({ length: 20 }, (_, place) => sentence(place))
  .join('')
  .trim()
const code = Array.from({ length: 60 }, (_, place) => `pump.write(${place}, "valve ${place}")`).join('\n')
const guide = `# Vats\n\n${prose}\n\n## Driver\n\nThe vat is driven so:\n\n\`\`\`python\n${code}\n\`\`\`\n`

/** A call whose result is cut, the field that is cut, and how to get it whole. */
type Case = { toolset: string; tool: string; input: object; text: string; whole(): Promise<string> | string }

async function fill(world: World): Promise<Case[]> {
  const { call, folder } = world
  const project = await addProject(world, 'vats/thesis')
  await writeFile(join(folder, 'vats.md'), guide)
  await writeFile(join(folder, 'prose.txt'), `${prose}\n${prose}\n`)
  await call('ingest_file', { path: join(folder, 'vats.md') })
  await call('ingest_from_source', { project, source: join(folder, 'vats.md') })
  const { speech_id } = await call('ingest_speech', speech({ title: 'Vats', full_text: prose }))
  const first = async (tool: string, input: object, list: string, field: string): Promise<string> =>
    (await call(tool, input))[list][0][field]
  const asked = 'the vat is stirred with a pole of ash'
  const about = { query: asked }
  const inProject = { project, text: asked, include_full_text: true }
  const search = { ...about, library: 'default' }
  const speeches = { ...about, include_full_text: true }
  const quote = { project, quote: prose.slice(0, 1200) }
  const rows: [toolset: string, tool: string, input: object, list: string, field: string][] = [
    ['documents', 'search', search, 'results', 'content'],
    ['citations', 'query_hybrid', inProject, 'items', 'full_text'],
    ['citations', 'verify_citation', quote, 'matches', 'text'],
    ['hansard', 'search_speeches', speeches, 'results', 'full_text'],
    ['knowledge', 'search_knowledge_base', about, 'results', 'content'],
    ['knowledge', 'search_code_examples', { query: 'drive the vat' }, 'results', 'code'],
  ]
  return [
    ...rows.map(([toolset, tool, input, list, field]) => ({
      toolset,
      tool,
      input,
      text: `${list}.0.${field}`,
      whole: () => first(tool, input, list, field),
    })),
    { toolset: 'hansard', tool: 'get_speech', input: { speech_id }, text: 'full_text', whole: () => prose },
    {
      toolset: 'system',
      tool: 'read_file',
      input: { path: 'prose.txt' },
      text: 'content',
      whole: () => `${prose}\n${prose}\n`,
    },
    {
      toolset: 'system',
      tool: 'read_file',
      input: { path: 'servers/python/client.py', start_line: 5 },
      text: 'content',
      whole: async () =>
        (await call('read_file', { path: 'servers/python/client.py', start_line: 5 })).content,
    },
  ]
}

/** The smallest first page; times in a result change its length by a character. */
async function smallest(ask: (input: object) => Promise<Value>, input: object): Promise<Value> {
  let maxTokens = 1
  for (;;) {
    const reply = await ask({ ...input, max_tokens: maxTokens })
    const [, least] = /is too little: .*? at least (\d+)/.exec(JSON.stringify(reply)) ?? []
    if (least === undefined) return reply
    assert.ok(Number(least) > maxTokens, `${least} is no more than ${maxTokens}`)
    maxTokens = Number(least)
  }
}

const clients = { 'MCP 2026-07-28': connectV2Http, 'MCP 2025-11-25': connectV1Http }

describe('Y-BUDGET-6 what was cut is read in full, by its link', () => {
  let world: World
  let cases: Case[]
  let server: Awaited<ReturnType<typeof openHttp>>
  before(async () => {
    world = await openWorld('library', { flags: ['--toolsets', 'all', '--knowledge-agentic', '--root', '.'] })
    cases = await fill(world)
    server = await openHttp(world.wired)
  })
  after(async () => {
    await server.close()
    await world.close()
  })

  for (const [name, connect] of Object.entries(clients))
    test(`over ${name}, for every toolset that answers with long texts`, async () => {
      const client: McpClient = await connect(`${server.url}/mcp`)
      try {
        for (const { tool, input, text, whole } of cases) {
          const reply = await smallest(given => client.callTool(tool, { ...given }), input)
          const { cut } = reply.structuredContent
          const [link] = reply.content.filter(
            (part: Value) => part.type === 'resource_link' && part.name === text,
          )
          assert.ok(link, `${tool}: ${JSON.stringify(cut)}`)
          const [contents] = await client.readResource(link.uri)
          assert.equal(contents?.text, await whole(), tool)
        }
      } finally {
        await client.close()
      }
    })

  test('over REST, and by the tool', async () => {
    for (const { toolset, tool, input, text, whole } of cases) {
      const ask = async (given: object) => {
        const response = await fetch(`${server.url}/api/v1/${toolset}/${tool}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(given),
        })
        const reply = await response.text()
        return response.ok ? JSON.parse(reply) : reply
      }
      const { cut } = await smallest(ask, input)
      const { uri } = cut.find(({ field }: Value) => field === text)
      const response = await fetch(`${server.url}/api/v1/resources?uri=${encodeURIComponent(uri)}`)
      const body: Value = await response.json()
      assert.equal(body.text, await whole(), tool)
      assert.equal((await world.call('read_resource', { uri })).text, await whole(), tool)
    }
  })

  test('behind call_tool the links come as well', async () => {
    const client = await connectV2Http(`${server.url}/mcp`)
    try {
      const [{ input } = { input: {} }] = cases
      const call = (given: object) => client.callTool('call_tool', { name: 'search', arguments: given })
      const reply = await smallest(call, input)
      const [link] = reply.content.filter((part: Value) => part.type === 'resource_link')
      assert.equal(link.uri, reply.structuredContent.result.cut[0].uri)
    } finally {
      await client.close()
    }
  })

  test('a resource too long for one reading says where it goes on', async () => {
    const long = `# Long\n\n${'A word and another. '.repeat(6_000)}The end.\n`
    const { doc_id } = await world.call('ingest_content', { content: long, source: 'long.md' })
    const client = await connectV2Http(`${server.url}/mcp`)
    try {
      const [first, pointer] = await client.readResource(`quire://default/${doc_id}`)
      assert.match(pointer?.text ?? '', /^\[…\] \d+ more characters: read quire:/)
      const [rest, none] = await client.readResource(pointer?.uri ?? '')
      assert.equal(none, undefined)
      assert.ok(`${first?.text}${rest?.text}` === long)
    } finally {
      await client.close()
    }
  })
})

for (const surface of surfacesUnderTest)
  describe(`addresses over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface)
      await writeFile(join(world.folder, '.env'), 'TOKEN=abc')
      await writeFile(join(world.folder, '.env.example'), 'TOKEN=')
      await writeFile(join(world.folder, 'wide.txt'), `${'x'.repeat(70_000)}\nlast`)
    })
    after(() => world.close())

    test('Y-BUDGET-6 an address is read in parts, and an unknown address is an error', async () => {
      const { doc_id } = await world.call('ingest_content', { content: '# Vat\n\nAsh.\n', source: 'vat.md' })
      const uri = `quire://default/${doc_id}`
      const whole = await world.call('read_resource', { uri })
      assert.deepEqual(
        [whole.text, whole.mime_type, whole.next_uri],
        ['# Vat\n\nAsh.\n', 'text/markdown', null],
      )
      assert.equal((await world.call('read_resource', { uri: `${uri}?chars=7-10` })).text, 'Ash')
      for (const wrong of [`quire://other/${doc_id}`, 'quire://default/none', 'mailto:me']) {
        const { error } = await world.refuse('read_resource', { uri: wrong })
        assert.deepEqual([error.details.reason, error.status_code], ['RESOURCE_NOT_FOUND', 404])
      }
      const { error } = await world.refuse('read_resource', { uri: `${uri}?chars=9-3` })
      assert.equal(error.code, 'VALIDATION_ERROR')
    })

    test('Y-BUDGET-6 what a toolset offers under a fixed address is read as well, mounted or not', async () => {
      const stats = await world.call('read_resource', { uri: 'hansard://dataset/stats' })
      assert.deepEqual([stats.mime_type, JSON.parse(stats.text).speeches], ['application/json', 0])
    })

    test('Y-READ-1 a line too long for one answer goes on by its address', async () => {
      const { content, next_uri } = await world.call('read_file', { path: 'wide.txt' })
      const { text } = await world.call('read_resource', { uri: next_uri })
      assert.equal(`${content}${text}`, `${'x'.repeat(70_000)}\nlast`)
    })

    test('Y-PATH-1 files that hold credentials are not shown, whichever way they are asked for', async () => {
      const refused = [
        await world.refuse('read_file', { path: '.env' }),
        await world.refuse('read_resource', { uri: `file://${join(world.folder, '.env')}` }),
      ]
      for (const { error } of refused) {
        assert.deepEqual([error.details.reason, error.status_code], ['FORBIDDEN_PATH', 403])
        assert.ok(!JSON.stringify(error).includes('abc'))
      }
      assert.equal((await world.call('read_file', { path: '.env.example' })).content, 'TOKEN=')
    })
  })
