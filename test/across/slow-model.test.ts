import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { invoke } from '../../src/core/contract/invoke.ts'
import type { Parts } from '../../src/core/engine.ts'
import type { OpeningHost } from '../../src/core/feature.ts'
import { openWorld, type Value, type World } from '../contract/world.ts'
import { fromRoom } from '../support/rooms.ts'

type Directory = (
  parts: {
    program: Omit<OpeningHost['program'], 'examine' | 'calls' | 'clients'>
  } & Pick<Parts, 'analyzer' | 'embedder'>,
) => unknown

const { toolDirectory } = await fromRoom<{ toolDirectory: Directory }>('system', 'tool-directory.ts')
const { speech } = await fromRoom<{ speech(changes?: object): Value }>('hansard', 'test/speeches.ts')

const dimensions = 8
const caller = { surface: 'library', isLocal: true } as const

/** An OpenAI-compatible endpoint that responds, never responds, or closes the connection. */
async function openModel() {
  let mode: 'answers' | 'hangs' | 'dead' = 'answers'
  let silent = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (mode === 'dead') return request.socket.destroy()
    if (mode === 'hangs') return silent.resolve()
    const { input } = JSON.parse(Buffer.concat(chunks).toString())
    const data = input.map((text: string, index: number) => ({ index, embedding: vectorOf(text) }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    become(next: typeof mode) {
      mode = next
      silent = Promise.withResolvers<void>()
    },
    /** Resolves once a request gets no response. */
    isAsked: () => silent.promise,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function vectorOf(text: string): number[] {
  return Array.from({ length: dimensions }, (_, place) => 1 + (text.charCodeAt(place % text.length) % 7))
}

/** The input of each search tool, and the field with its results. */
const searches: [tool: string, input: object, found: (value: Value) => Value[]][] = [
  ['search', { query: 'warranty of the pump' }, value => value.results],
  ['query', { project: 'pumps', text: 'warranty' }, value => value.items],
  ['find_chunks', { project: 'pumps', query: 'warranty' }, value => value.items],
  ['query_hybrid', { project: 'pumps', text: 'warranty' }, value => value.items],
  ['search_knowledge_base', { query: 'warranty' }, value => value.results],
  ['search_knowledge_base', { query: 'warranty', search_type: 'semantic' }, value => value.results],
  ['search_code_examples', { query: 'read_pressure' }, value => value.results],
  [
    'agent_query',
    { query: 'Does the warranty of the water pump last three years?' },
    value => value.citations,
  ],
  ['search_speeches', { query: 'renewable energy' }, value => value.results],
  [
    'compare_speakers',
    { topic: 'renewable energy', speakers: ['Monique Ryan', 'Zali Steggall'] },
    value => value.quotes,
  ],
  ['search_graphiti', { query: 'chief executive of Acme Corporation' }, value => value.results],
  ['search_tools', { query: 'search documents' }, value => value.tools],
]

describe('a model that does not answer', () => {
  let model: Awaited<ReturnType<typeof openModel>>
  let world: World
  before(async () => {
    model = await openModel()
    world = await openWorld('library', {
      embedder: 'openai:fake',
      flags: [
        ...['--openai-url', model.url, '--openai-dimensions', String(dimensions)],
        ...['--toolsets', 'all', '--graph-facts', '--knowledge-agentic'],
      ],
    })
    await fill(world)
  })
  after(async () => {
    model.become('dead')
    await world.close()
    model.close()
  })

  for (const mode of ['hangs', 'dead'] as const)
    for (const [tool, input, found] of searches)
      test(`S-TIME-3 ${tool} ${JSON.stringify(input)} answers by words when the model ${mode === 'dead' ? 'is gone' : mode}`, async () => {
        model.become(mode)
        const row = world.wired.table.find(tool)
        assert.ok(row)
        const waits: number[] = []
        const runtime = runtimeOf(world, row.tool.timeoutMs, async ms => {
          waits.push(ms)
          await model.isAsked()
        })
        const outcome = await invoke(row, { input, caller }, runtime)
        assert.ok(outcome.ok, JSON.stringify(outcome))
        assert.ok(found(outcome.value).length > 0, JSON.stringify(outcome.value))
        const warnings = (outcome.value.warnings as string[]).join(' ')
        assert.match(warnings, /by (?:their )?words/)
        if (mode === 'hangs' && tool !== 'search_tools') {
          assert.match(warnings, /"openai:fake:8" did not answer within [\d.]+ s/)
          assert.deepEqual([...new Set(waits)], [row.tool.timeoutMs * 0.6])
        }
      })

  test('S-TIME-3 an answer by words is not remembered: the model is asked again', async () => {
    const ask = () => world.call('search', { query: 'solvents on the filter' })
    model.become('dead')
    assert.match((await ask()).warnings.join(' '), /words only/)
    model.become('answers')
    assert.deepEqual((await ask()).warnings, [])
  })
})

/** A clock on which the tool's time limit never ends, and shorter timeouts end at `until`. */
function runtimeOf(world: World, limitMs: number, until: (ms: number) => Promise<void>) {
  const { runtime, parts, toolsets, table } = world.wired
  const clock = {
    elapsed: () => 0,
    timeout(ms: number) {
      const controller = new AbortController()
      if (ms < limitMs)
        void until(ms).then(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')))
      return { signal: controller.signal, dispose() {} }
    },
  }
  const mine: typeof runtime = {
    ...runtime,
    clock,
    services: async of => ({
      ...(await runtime.services(of)),
      tools: toolDirectory({
        ...parts,
        program: { toolsets, table, isBounded: false, itemFolders: [], runtime: () => mine },
      }),
    }),
  }
  return mine
}

async function fill({ call, wired }: World): Promise<void> {
  const guide = [
    '# Pump Guide',
    'The warranty of the water pump lasts three years. Never use solvents on the filter.',
    '```python\nimport pump\n\ndef read_pressure(address):\n    device = pump.connect(address)\n    return device.pressure\n```',
  ].join('\n\n')
  const facts = 'Jane Doe was appointed chief executive of Acme Corporation on 12 June 2014.'
  await call('ingest_content', { content: guide, source: 'guide.md' })
  await call('ingest_content', { content: facts, source: 'acme.md' })
  await call('ingest_speech', speech())
  await call(
    'ingest_speech',
    speech({
      speaker: 'Zali Steggall',
      electorate: 'Warringah',
      state: 'NSW',
      full_text: 'Ms STEGGALL (Warringah): Renewable energy is cheap.',
    }),
  )
  await wired.engine.projects.add('pumps', {})
  await call('store_chunks', {
    project: 'pumps',
    items: [{ id: 'one', text: 'The warranty lasts three years.', embedding: vectorOf('warranty') }],
  })
  await call('search_graphiti', { query: 'Jane Doe' })
}

describe('a call whose time is over', () => {
  const asked: Record<string, [tool: string, input: object]> = {
    documents: ['search', { query: 'x' }],
    citations: ['query', { project: 'p', text: 'x' }],
    hansard: ['search_speeches', { query: 'x' }],
    knowledge: ['search_knowledge_base', { query: 'x' }],
    graph: ['query_knowledge_graph', { command: 'repos' }],
    workflows: ['list_workflows', {}],
    system: ['list_jobs', {}],
  }

  test('S-TIME-2 in the words of every toolset: tool, limit, what became of it, what next', async () => {
    const world = await openWorld('library', { flags: ['--toolsets', 'all'] })
    try {
      const over = AbortSignal.abort(new DOMException('The time is over.', 'TimeoutError'))
      const clock = { ...world.wired.runtime.clock, timeout: () => ({ signal: over, dispose() {} }) }
      const runtime = { ...world.wired.runtime, clock }
      for (const [name, [tool, input]] of Object.entries(asked)) {
        const row = world.wired.table.find(tool)
        assert.equal(row?.toolset.name, name)
        const outcome = await invoke(row, { input, caller }, runtime)
        assert.ok(!outcome.ok)
        const said = typeof outcome.worded === 'string' ? outcome.worded : JSON.stringify(outcome.worded)
        const seconds = row.tool.timeoutMs / 1000
        assert.match(said, new RegExp(`${tool} did not finish within its limit of ${seconds} s`), name)
        assert.match(said, /Nothing was changed\./)
        assert.match(said, /Try again in a moment/)
        assert.equal(outcome.failure.code, 'TIMEOUT')
      }
    } finally {
      await world.close()
    }
  })
})
