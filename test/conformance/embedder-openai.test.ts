import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { hashEmbedder } from '../../src/adapters/embedders/hash.ts'
import { openEmbedder } from '../../src/adapters/embedders/index.ts'
import type { OpenAiOptions } from '../../src/adapters/embedders/openai.ts'
import { Failure } from '../../src/core/model/failure.ts'
import type { Embedder } from '../../src/core/ports/embedder.ts'
import { idle, testEmbedder } from './embedder-suite.ts'

type Ask = {
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
  input: string[]
}
type Reply = (response: ServerResponse, ask: Ask) => void | Promise<void>

const secret = 'sk-very-secret'
const model = hashEmbedder(64)
let server: Server
let baseUrl: string
/** What the server does with the next requests, in order; afterwards it answers correctly. */
let script: Reply[] = []
let asks: Ask[] = []

before(async () => {
  server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request))
    const ask = { path: request.url ?? '', headers: request.headers, body, input: body.input }
    asks.push(ask)
    await (script.shift() ?? answerProperly)(response, ask)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // SAFETY: the server listens on a TCP port.
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
after(() => {
  server.closeAllConnections()
  server.close()
})

testEmbedder('openai', () => open(), { isLocal: false })

describe('openai: the protocol', () => {
  test('texts, model and key are sent as the protocol wants them', async () => {
    await using embedder = await openClosing()
    await embedder.embedQuery('hello', idle())
    const [ask] = asks
    assert.equal(ask?.path, '/v1/embeddings')
    assert.equal(ask?.headers.authorization, `Bearer ${secret}`)
    assert.deepEqual(ask?.body, { model: 'test-model', input: ['hello'], encoding_format: 'float' })
  })

  test('the vectors of models that allow it are shortened on request', async () => {
    await using embedder = await openClosing({ dimensions: 64 }, 'text-embedding-3-small')
    await embedder.embedQuery('hello', idle())
    assert.equal(asks[0]?.body.dimensions, 64)
    assert.equal(embedder.id, 'openai:text-embedding-3-small:64')
  })

  test('many texts go in several requests, by number and by size', async () => {
    await using embedder = await openClosing()
    const vectors = await embedder.embedDocuments(
      Array.from({ length: 150 }, (_, i) => `text ${i}`),
      idle(),
    )
    assert.deepEqual(asks.map(ask => ask.input.length).sort(), [22, 64, 64])
    assert.deepEqual(vectors[149], (await model.embedDocuments(['text 149'], idle()))[0])
    asks = []
    await embedder.embedDocuments(Array(5).fill('x '.repeat(12_500)), idle())
    assert.deepEqual(asks.map(ask => ask.input.length).sort(), [1, 2, 2])
  })

  test('vectors in any order are put in the order of their index', async () => {
    await using embedder = await openClosing()
    script = [(response, ask) => answerProperly(response, ask, { arrange: data => data.reverse() })]
    const vectors = await embedder.embedDocuments(['one', 'two', 'three'], idle())
    assert.deepEqual(vectors, await model.embedDocuments(['one', 'two', 'three'], idle()))
  })

  test('a model of unknown size needs its dimensions', async () => {
    await assert.rejects(openEmbedder('openai:mystery', { openai: { baseUrl } }), {
      code: 'EMBEDDER_INVALID',
      hint: /dimensions/,
    })
    await assert.rejects(openEmbedder('openai:', { openai: { baseUrl } }), { code: 'EMBEDDER_INVALID' })
    await assert.rejects(open({ baseUrl: 'localhost:1' }), { code: 'EMBEDDER_INVALID' })
  })
})

describe('openai: bad answers are refused', () => {
  const cases: [string, (data: Item[]) => unknown][] = [
    ['too few vectors', data => ({ data: data.slice(1) })],
    ['too many vectors', data => ({ data: [...data, ...data] })],
    ['an index twice', data => ({ data: data.map(item => ({ ...item, index: 0 })) })],
    ['no list at all', () => ({ vectors: [] })],
    ['no embedding', data => ({ data: data.map(({ index }) => ({ index })) })],
    ['a vector of zeros', data => ({ data: data.map(item => ({ ...item, embedding: Array(64).fill(0) })) })],
    [
      'a null in a vector, as NaN is sent',
      data => ({ data: data.map(item => ({ ...item, embedding: [null, ...item.embedding.slice(1)] })) }),
    ],
    [
      'a vector too short',
      data => ({ data: data.map(item => ({ ...item, embedding: item.embedding.slice(1) })) }),
    ],
    ['base64 instead of numbers', data => ({ data: data.map(item => ({ ...item, embedding: 'AAAA' })) })],
  ]
  for (const [name, spoil] of cases)
    test(name, async () => {
      await using embedder = await openClosing()
      script = [(response, ask) => answerProperly(response, ask, { shape: spoil })]
      await assert.rejects(embedder.embedDocuments(['one', 'two'], idle()), { code: 'EMBEDDING_INVALID' })
    })

  test('something that is not JSON', async () => {
    await using embedder = await openClosing()
    script = [response => void response.end('<html>Welcome</html>')]
    await assert.rejects(embedder.embedQuery('one', idle()), { code: 'EMBEDDING_INVALID' })
  })
})

describe('openai: a server in trouble', () => {
  test('a busy server is asked again, after the pause it wants', async () => {
    await using embedder = await openClosing()
    script = [refuse(429, { 'retry-after': '0' }), refuse(503)]
    assert.equal((await embedder.embedQuery('hello', idle())).length, 64)
    assert.equal(asks.length, 3)
  })

  test('a server that stays busy is RATE_LIMITED after the last try', async () => {
    await using embedder = await openClosing()
    script = Array(9).fill(refuse(429))
    await assert.rejects(embedder.embedQuery('hello', idle()), { kind: 'rate_limited', code: 'RATE_LIMITED' })
    assert.equal(asks.length, 4)
  })

  test('a server that wants a very long pause is not waited for', async () => {
    await using embedder = await openClosing()
    script = [refuse(429, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() })]
    await assert.rejects(embedder.embedQuery('hello', idle()), { code: 'RATE_LIMITED' })
    assert.equal(asks.length, 1)
  })

  test('a refused key is EMBEDDER_UNAUTHORIZED at once, and is never shown', async () => {
    await using embedder = await openClosing()
    script = [refuse(401)]
    await assert.rejects(embedder.embedQuery('hello', idle()), (error: unknown) => {
      assert.ok(error instanceof Failure)
      assert.equal(error.code, 'EMBEDDER_UNAUTHORIZED')
      assert.equal(error.kind, 'unavailable')
      assert.ok(!JSON.stringify([error.message, error.hint, error.details]).includes(secret))
      return true
    })
    assert.equal(asks.length, 1)
  })

  test('an error that will not pass is not repeated', async () => {
    await using embedder = await openClosing()
    script = [refuse(404)]
    await assert.rejects(embedder.embedQuery('hello', idle()), { code: 'EMBEDDER_FAILED', hint: /base URL/ })
    assert.equal(asks.length, 1)
  })

  test('a server that does not answer in time is EMBEDDER_TIMEOUT', async () => {
    await using embedder = await openClosing({ timeoutMs: 30 })
    script = [() => {}]
    await assert.rejects(embedder.embedQuery('hello', idle()), { kind: 'timeout', code: 'EMBEDDER_TIMEOUT' })
  })

  test('cancelling ends the wait for an answer, and the pause before a retry', async () => {
    await using embedder = await openClosing({ backoffMs: 20_000, maxPauseMs: 30_000 })
    for (const reply of [() => {}, refuse(429)]) {
      const stop = new AbortController()
      script = [
        async (response, ask) => {
          await reply(response, ask)
          stop.abort()
        },
      ]
      await assert.rejects(embedder.embedDocuments(['one'], stop.signal), { code: 'CANCELLED' })
    }
  })

  test('an address where nobody listens is HOST_UNREACHABLE', async () => {
    await using embedder = await openClosing({ baseUrl: 'http://127.0.0.1:1/v1' })
    await assert.rejects(embedder.embedQuery('hello', idle()), {
      kind: 'unavailable',
      code: 'HOST_UNREACHABLE',
    })
  })
})

type Item = { index: number; embedding: number[] }
/** How an answer differs from a correct one. */
type Twist = { arrange?(data: Item[]): Item[]; shape?(data: Item[]): unknown }

async function answerProperly(
  response: ServerResponse,
  ask: Ask,
  { arrange = data => data, shape = data => ({ object: 'list', data, model: ask.body.model }) }: Twist = {},
): Promise<void> {
  const vectors = await model.embedDocuments(ask.input, idle())
  const data = vectors.map((vector, index) => ({ index, embedding: [...vector] }))
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(shape(arrange(data))))
}

function refuse(status: number, headers: Record<string, string> = {}): Reply {
  return response => void response.writeHead(status, headers).end('{"error":{"message":"no"}}')
}

function open(options: OpenAiOptions = {}, name = 'test-model'): Promise<Embedder> {
  const usual = { baseUrl, apiKey: secret, dimensions: 64, retries: 3, backoffMs: 1 }
  return openEmbedder(`openai:${name}`, { openai: { ...usual, ...options } })
}

async function openClosing(options: OpenAiOptions = {}, name?: string): Promise<Embedder & AsyncDisposable> {
  asks = []
  script = []
  const embedder = await open(options, name)
  return Object.assign(embedder, { [Symbol.asyncDispose]: () => embedder.close() })
}
