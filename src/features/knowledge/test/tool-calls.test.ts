import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { fixtureApp, jsonOf, posting } from '../../../../test/contract/surfaces/fixture.ts'
import { openWorld, testProcess, type Value, type World } from '../../../../test/contract/world.ts'
import { connectV2Http, type McpClient } from '../../../../test/e2e/clients.ts'
import { slow } from '../../../../test/support/slow.ts'
import { readConfig } from '../../../app/config/read-config.ts'
import { openHttp } from '../../../app/open-http.ts'
import type { HttpServer } from '../../../surfaces/http/start-http-server.ts'
import { writeLibrary } from './library.ts'

describe('the Lambda server’s own way to list and call tools', slow, () => {
  let world: World
  let server: HttpServer
  let client: McpClient
  let paths: Awaited<ReturnType<typeof writeLibrary>>

  before(async () => {
    world = await openWorld('library', {
      flags: ['--toolsets', 'knowledge', '--knowledge-agentic', '--root', '.'],
    })
    server = await openHttp(world.wired)
    client = await connectV2Http(`${server.url}/mcp`)
    paths = await writeLibrary(world.folder)
    await world.call('ingest_documents', { file_paths: [paths.guide, paths.page] })
  })
  after(async () => {
    await client.close()
    await server.close()
    await world.close()
  })

  const post = async (path: string, body: unknown): Promise<Value> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: text,
    })
    return { status: response.status, body: await response.json() }
  }
  const callTool = async (name: unknown, input: unknown): Promise<Value> =>
    (await post('/mcp/tools/call', { name, arguments: input })).body

  test('K-CALL-1 the list has every tool with name, description, inputSchema, version and stability', async () => {
    const response = await fetch(`${server.url}/mcp/tools/list`)
    const { tools, count } = (await response.json()) as Value
    assert.equal(count, tools.length)
    assert.deepEqual(
      tools.map((tool: Value) => tool.name),
      world.wired.table.rows.map(({ tool }) => tool.name),
    )
    for (const tool of tools) {
      assert.equal(tool.inputSchema.type, 'object')
      assert.ok(tool.description.length > 20)
      assert.match(tool.version, /^\d+\.\d+\.\d+$/)
      assert.equal(tool.stability, 'stable')
    }
  })

  test('K-CALL-2 structured answers are indented JSON of type json, an agent’s answer is of type text', async () => {
    const { content, error } = await callTool('search_knowledge_base', { query: 'warranty' })
    assert.equal(error, undefined)
    assert.deepEqual(
      content.map((part: Value) => part.type),
      ['json'],
    )
    assert.equal(content[0].text, JSON.stringify(JSON.parse(content[0].text), null, 2))
    const answer = await callTool('agent_query', {
      query: 'How long does the warranty of the water pump last?',
    })
    assert.equal(answer.content[0].type, 'text')
    assert.match(answer.content[0].text, /lasts three years\. \[1\]/)
  })

  test('K-CALL-3 K-ERR-1 errors are outside content, with the contract’s codes', async () => {
    const wrong: [string, unknown, string, number][] = [
      [
        'VALIDATION_ERROR',
        { name: 'search_knowledge_base', arguments: { match_count: 99 } },
        'INVALID_INPUT',
        400,
      ],
      ['UNKNOWN_TOOL', { name: 'no_such_tool', arguments: {} }, 'UNKNOWN_TOOL', 404],
      ['INVALID_REQUEST', { arguments: {} }, 'INVALID_REQUEST', 400],
      ['INVALID_REQUEST', { name: 'search_knowledge_base', arguments: [] }, 'INVALID_REQUEST', 400],
      ['INVALID_REQUEST', '[1]', 'INVALID_REQUEST', 400],
      ['INVALID_REQUEST', '{"name":', 'INVALID_REQUEST', 400],
      [
        'NOT_IMPLEMENTED',
        { name: 'ingest_documents', arguments: { file_paths: ['C:\\mine.pdf'] } },
        'FILES_NOT_ON_SERVER',
        400,
      ],
    ]
    for (const [code, request, reason, status] of wrong) {
      const { status: http, body } = await post('/mcp/tools/call', request)
      assert.equal(http, 200)
      assert.deepEqual(Object.keys(body), ['error'])
      assert.deepEqual(Object.keys(body.error), ['code', 'message', 'details', 'status_code'])
      assert.deepEqual(
        [body.error.code, body.error.details.reason, body.error.status_code],
        [code, reason, status],
      )
    }
  })

  test('K-ERR-2 invalid parameters are reported by path', async () => {
    const { error } = await callTool('search_knowledge_base', { query: '', match_count: 99 })
    assert.equal(
      error.message,
      'Invalid parameters: query: must not be empty; match_count: must be between 1 and 50',
    )
    assert.deepEqual(
      error.details.fields.map((field: Value) => field.field),
      ['query', 'match_count'],
    )
  })

  test('K-ERR-1 a surprise is INTERNAL_ERROR and tells nothing of the inside', async () => {
    const app = fixtureApp()
    const body = await jsonOf(
      await app.request('/mcp/tools/call', posting({ name: 'surprise', arguments: {} })),
    )
    assert.equal(body.error.code, 'INTERNAL_ERROR')
    assert.ok(!JSON.stringify(body).includes('/home/someone'))
    const words = await jsonOf(await app.request('/mcp/tools/call', posting({ name: 'mutter' })))
    assert.deepEqual(
      [words.error.code, words.error.message, words.error.status_code],
      ['HTTP_ERROR', 'There is nothing to say.', 404],
    )
  })

  test('K-ERR-1 a store in trouble is DATABASE_ERROR', async () => {
    const broken = await openWorld('library', { flags: ['--toolsets', 'knowledge'] })
    await broken.wired.parts.store.close()
    const { error } = await broken.refuse('get_available_sources', {})
    assert.deepEqual(
      [error.code, error.details.reason, error.status_code],
      ['DATABASE_ERROR', 'STORE_CLOSED', 503],
    )
    await broken.close().catch(() => {})
  })

  test('K-DUAL-1 every tool answers the same value by MCP, by its REST routes and by /mcp/tools/call', async () => {
    const calls: Record<string, object> = {
      search_knowledge_base: { query: 'water pump', match_count: 3 },
      ingest_documents: { file_paths: [paths.guide] },
      agent_query: { query: 'How long does the warranty of the water pump last?' },
      search_code_examples: { query: 'pressure' },
      get_available_sources: {},
    }
    const own = world.wired.table.rows.filter(({ toolset }) => toolset.name === 'knowledge')
    assert.deepEqual(own.map(({ tool }) => tool.name).sort(), Object.keys(calls).sort())
    for (const { tool } of own) {
      const input = calls[tool.name] ?? {}
      const byMcp = (await client.callTool(tool.name, { ...input })).structuredContent
      assert.ok(byMcp)
      const { content } = await callTool(tool.name, input)
      assert.deepEqual(
        content[0].type === 'json' ? JSON.parse(content[0].text) : content[0].text,
        tool.textField === undefined ? byMcp : (byMcp as Value)[tool.textField],
        tool.name,
      )
      for (const { method, path } of [tool.rest ?? []].flat()) {
        const body =
          method === 'GET' ? await (await fetch(server.url + path)).json() : (await post(path, input)).body
        assert.deepEqual(body, byMcp, `${method} ${path}`)
      }
    }
  })

  test('K-DUAL-2 the REST map is the contract’s', () => {
    const map = world.wired.table.rows
      .filter(({ toolset }) => toolset.name === 'knowledge')
      .flatMap(({ tool }) =>
        [tool.rest ?? []].flat().map(({ method, path }) => `${method} ${path} ${tool.name}`),
      )
    assert.deepEqual(map, [
      'POST /api/v1/rag/search search_knowledge_base',
      'POST /api/v1/rag/ingest ingest_documents',
      'POST /api/v1/rag/agent agent_query',
      'POST /api/v1/rag/code-examples/search search_code_examples',
      'GET /api/v1/rag/sources get_available_sources',
    ])
  })

  test('K-UPLOAD-1 files are uploaded to /api/v1/rag/ingest as a form, and answered like ingest_documents', async () => {
    const upload = async (files: File[], fields: Record<string, string> = {}, query = '') => {
      const form = new FormData()
      for (const file of files) form.append('files', file)
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      const response = await fetch(`${server.url}/api/v1/rag/ingest${query}`, { method: 'POST', body: form })
      return { status: response.status, body: (await response.json()) as Value }
    }
    const note = new File(['# Seals\n\nThe seal of the pump is made of rubber.'], 'seals.md')
    const sent = await upload([note, new File(['%PDF-1.7 and nothing else'], 'broken.pdf')], {
      topics: 'seals, rubber',
    })
    assert.equal(sent.status, 200)
    assert.deepEqual([sent.body.documents_processed, sent.body.errors[0]], [1, []])
    assert.match(sent.body.errors[1].join(), /broken\.pdf/)
    const { results } = await world.call('search_knowledge_base', {
      query: 'rubber seal',
      topics: ['rubber'],
    })
    assert.deepEqual([results[0].document_source, results[0].metadata.source_type], ['seals.md', 'upload'])
    const unconfirmed = await upload([note], {}, '?clean_before=true')
    assert.deepEqual([unconfirmed.status, unconfirmed.body.error.code], [400, 'VALIDATION_ERROR'])
    const empty = await upload([])
    assert.deepEqual([empty.status, empty.body.error.code], [400, 'VALIDATION_ERROR'])
  })
})

describe('flags of the knowledge base', slow, () => {
  test('K-FLAG-1 without USE_AGENTIC_RAG code examples stay listed and answer with the contract’s message', async () => {
    const world = await openWorld('library', { flags: ['--toolsets', 'knowledge'] })
    assert.ok(world.wired.table.find('search_code_examples'))
    const { error } = await world.refuse('search_code_examples', { query: 'x' })
    assert.equal(error.message, 'Code example extraction is disabled. Perform a normal RAG search.')
    assert.deepEqual(
      [error.code, error.details.reason, error.status_code],
      ['HTTP_ERROR', 'FEATURE_DISABLED', 400],
    )
    await world.close()
  })

  test('K-FLAG-2 with USE_RERANKING results carry rerank_score and original_similarity, and never rise', async () => {
    const world = await openWorld('library', { flags: ['--toolsets', 'knowledge', '--knowledge-reranking'] })
    const paths = await writeLibrary(world.folder)
    await world.call('ingest_documents', { file_paths: [paths.guide, paths.page] })
    const { results, reranked } = await world.call('search_knowledge_base', {
      query: 'solvents on the filter',
    })
    assert.equal(reranked, true)
    for (const { similarity, metadata } of results) {
      assert.ok(metadata.rerank_score >= 0 && metadata.rerank_score <= 1)
      assert.ok(similarity >= 0 && similarity <= 1)
      assert.equal(typeof metadata.original_similarity, 'number')
    }
    const scores = results.map((result: Value) => result.similarity)
    assert.deepEqual(
      scores,
      scores.toSorted((one: number, other: number) => other - one),
    )
    await world.close()
  })

  test('K-FLAG-3 the contract’s names of the flags are understood in the environment', async () => {
    const env = { USE_AGENTIC_RAG: 'true', USE_RERANKING: '1', USE_CONTEXTUAL_EMBEDDINGS: 'yes' }
    const { all } = await readConfig({ ...testProcess(tmpdir(), ['--home', tmpdir()]), env })
    assert.deepEqual(
      [all['knowledge.agentic'], all['knowledge.reranking'], all['knowledge.contextual']],
      [true, true, true],
    )
  })

  test('K-SEARCH-6 when one half of the search fails, the other answers, and the answer says so', async () => {
    const home = await openWorld('library', { flags: ['--toolsets', 'knowledge'] })
    const paths = await writeLibrary(home.folder)
    await home.call('ingest_documents', { file_paths: [paths.guide] })
    const { searchGracefully } = await import('../search-knowledge-base.ts')
    const { Failure } = await import('../../../core/model/failure.ts')
    const { engine } = home.wired
    const asked = { collections: null, text: 'warranty', limit: 5, filter: [], sort: 'relevance' } as const
    const halved = {
      ...engine,
      search: (request: Parameters<typeof engine.search>[0], signal: AbortSignal) =>
        request.mode === 'lexical'
          ? engine.search(request, signal)
          : Promise.reject(new Failure('unavailable', 'EMBEDDER_FAILED', 'The embedder is down.')),
    }
    const signal = new AbortController().signal
    const answer = await searchGracefully({ engine: halved, signal }, { ...asked, mode: 'hybrid' })
    assert.equal(answer.explanation.mode, 'lexical')
    assert.ok(answer.hits.length > 0)
    assert.match(answer.warnings.join(' '), /by meaning and words together failed: The embedder is down\./)
    const none = {
      ...engine,
      search: () => Promise.reject(new Failure('unavailable', 'EMBEDDER_FAILED', 'Down.')),
    }
    await assert.rejects(searchGracefully({ engine: none, signal }, { ...asked, mode: 'hybrid' }), {
      message: 'Down.',
    })
    await home.close()
  })
})
