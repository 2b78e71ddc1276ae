import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { z } from 'zod'
import { defineToolset } from '../../src/core/contract/define-toolset.ts'
import { invoke, type Runtime } from '../../src/core/contract/invoke.ts'
import { toolTable } from '../../src/core/contract/tool-table.ts'
import type { Parts } from '../../src/core/engine.ts'
import type { Host, OpeningHost } from '../../src/core/feature.ts'
import { featureTool } from '../../src/core/feature-tools.ts'
import { Failure } from '../../src/core/model/failure.ts'
import { openWorld, surfacesUnderTest, type Value, type World } from '../contract/world.ts'
import { fromRoom } from '../support/rooms.ts'

type Directory = (
  parts: {
    program: Omit<OpeningHost['program'], 'examine' | 'calls' | 'clients'>
  } & Pick<Parts, 'analyzer' | 'embedder'>,
) => unknown

const { toolDirectory } = await fromRoom<{ toolDirectory: Directory }>('system', 'tool-directory.ts')
const defineTool = featureTool<Host>()

const namesOf = (answer: Value): string[] => answer.tools.map((tool: Value) => tool.name)

for (const surface of surfacesUnderTest)
  describe(`finding and calling tools over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface)
    })
    after(async () => {
      await rm(`${world.folder}-outside.md`, { force: true })
      await world.close()
    })

    test('Y-FIND-1 tools come best first, as many as asked for and in the detail asked for', async () => {
      const query = 'delete a document'
      const described = await world.call('search_tools', { query })
      assert.equal(described.tools.length, 5)
      assert.equal(namesOf(described)[0], 'delete_document')
      assert.deepEqual(Object.keys(described.tools[0]), ['name', 'toolset', 'mounted', 'description'])
      const named = await world.call('search_tools', { query, detail_level: 'name', limit: 1 })
      assert.deepEqual(named.tools, [{ name: 'delete_document', toolset: 'documents', mounted: true }])
      const [full] = (await world.call('search_tools', { query, detail_level: 'full', limit: 1 })).tools
      assert.deepEqual([full.access, full.version, full.stability], ['destroy', '1.0.0', 'stable'])
      assert.deepEqual(full.input_schema.required, ['doc_id'])
      assert.equal(full.output_schema.type, 'object')
    })

    test('Y-FIND-1 wrong input is reported as by every tool', async () => {
      for (const input of [{ query: ' ' }, { query: 'x', limit: 51 }])
        assert.match(JSON.stringify(await world.refuse('search_tools', input)), /query|limit/)
    })

    test('Y-FIND-2 tools that are not mounted are found and marked, with how to reach them', async () => {
      const answer = await world.call('search_tools', { query: 'speeches of members of parliament' })
      const speeches = answer.tools.find((tool: Value) => tool.toolset === 'hansard')
      assert.equal(speeches.mounted, false)
      assert.match(answer.usage, /call_tool.*toolsets=.*--toolsets/)
      const all = await world.call('search_tools', {
        query: 'test a simple error',
        detail_level: 'name',
        limit: 50,
      })
      assert.ok(!all.tools.some((tool: Value) => tool.toolset === 'conformance'))
    })

    test('Y-CALL-1 a tool answers the same behind call_tool, mounted or not', async () => {
      await world.call('ingest_content', { content: 'Rag paper lasts for centuries.', source: 'rag.md' })
      const { tool, result } = await world.call('call_tool', {
        name: 'search',
        arguments: { query: 'rag paper' },
      })
      assert.equal(tool, 'search')
      assert.deepEqual(result, await world.call('search', { query: 'rag paper' }))
      const away = await world.call('call_tool', { name: 'list_speakers' })
      assert.deepEqual([away.tool, away.result.speakers], ['list_speakers', []])
    })

    test('Y-CALL-2 a failure contains the tool’s own error, in the envelope of call_tool', async () => {
      const asked = { name: 'get_document', arguments: { doc_id: 'none' } }
      const { error } = await world.refuse('call_tool', asked)
      assert.deepEqual([error.code, error.status_code], ['HTTP_ERROR', 404])
      assert.equal(error.details.reason, 'DOCUMENT_NOT_FOUND')
      assert.deepEqual([error.details.tool, error.details.toolset], ['get_document', 'documents'])
      assert.deepEqual(error.details.failure, await world.refuse('get_document', { doc_id: 'none' }))
      const plain = await world.refuse('call_tool', {
        name: 'get_speech',
        arguments: { speech_id: '00000000-0000-4000-8000-000000000000' },
      })
      assert.match(plain.error.details.failure, /^Speech not found: /)
    })

    test('Y-CALL-3 its input is checked, and the limits of the caller apply', async () => {
      const { error } = await world.refuse('call_tool', {
        name: 'search',
        arguments: { query: 'x', top_k: 0 },
      })
      assert.deepEqual([error.code, error.status_code], ['VALIDATION_ERROR', 400])
      assert.equal(error.details.reason, 'INVALID_INPUT')
      const outside = `${world.folder}-outside.md`
      await writeFile(outside, 'Outside.')
      const asked = { name: 'ingest_file', arguments: { path: outside } }
      if (!world.isConfined) {
        assert.equal((await world.call('call_tool', asked)).result.status, 'indexed')
        return
      }
      const refused = await world.refuse('call_tool', asked)
      assert.deepEqual([refused.error.status_code, refused.error.details.reason], [403, 'FORBIDDEN_PATH'])
    })

    test('Y-CALL-4 an unknown name is UNKNOWN_TOOL, and call_tool does not call itself', async () => {
      for (const name of ['serach', 'test_simple_text']) {
        const { error } = await world.refuse('call_tool', { name })
        assert.deepEqual([error.code, error.status_code], ['UNKNOWN_TOOL', 404])
        assert.equal(error.details.reason, 'UNKNOWN_TOOL')
        assert.match(error.details.hint, /search_tools/)
      }
      const mistyped = await world.refuse('call_tool', { name: 'serach_speeches' })
      assert.match(mistyped.error.details.hint, /Did you mean search_speeches\?/)
      const { error } = await world.refuse('call_tool', { name: 'call_tool', arguments: {} })
      assert.equal(error.code, 'VALIDATION_ERROR')
    })
  })

describe('behind call_tool', () => {
  let world: World
  before(async () => {
    world = await openWorld('library')
  })
  after(() => world.close())

  const slow = defineTool({
    name: 'dawdle',
    title: 'Dawdle',
    description: 'Never ends.',
    access: 'read',
    timeoutMs: 5_000,
    failures: [],
    input: z.object({}),
    output: z.object({}),
    run: ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
  })
  const dawdlers = defineToolset<Host>({
    name: 'slow',
    title: 'Slow',
    description: 'Takes its time.',
    tools: [slow],
    wordFailure: failure => ({ said: failure.message }),
  })

  test('Y-CALL-3 the tool’s own time limit applies, and the log has both calls under one id', async () => {
    const { runtime, parts, table } = world.wired
    const lines: Record<string, unknown>[] = []
    const limits: number[] = []
    const log = {
      write: (_: string, event: string, fields = {}) => lines.push({ event, ...fields }),
    }
    const clock = {
      elapsed: () => 0,
      timeout(ms: number) {
        limits.push(ms)
        const reason = new Failure('timeout', 'TIMEOUT', 'Too slow.')
        return { signal: AbortSignal.abort(reason), dispose() {} }
      },
    }
    const mine: Runtime<Host> = {
      services: async of => ({
        ...(await runtime.services(of)),
        tools: toolDirectory({
          ...parts,
          program: {
            toolsets: async () => [dawdlers],
            runtime: () => mine,
            table: toolTable<Host>([]),
            isBounded: false,
            itemFolders: [],
          },
        }),
      }),
      clock,
      log,
    }
    const row = table.find('call_tool')
    assert.ok(row)
    const call = {
      input: { name: 'dawdle' },
      caller: { surface: 'library', isLocal: true },
      correlationId: 'c1',
    } as const
    const outcome = await invoke(row, call, mine)
    assert.ok(!outcome.ok)
    assert.equal(outcome.failure.code, 'TIMEOUT')
    assert.deepEqual(limits, [5_000])
    assert.deepEqual(
      lines.map(({ tool, correlation_id, outcome: end }) => [tool, correlation_id, end]),
      [
        ['dawdle', 'c1', 'TIMEOUT'],
        ['call_tool', 'c1', 'TIMEOUT'],
      ],
    )
  })
})
