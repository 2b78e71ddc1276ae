import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openChatServer, refuse, stall, stream, whole } from '../../../test/support/chat-server.ts'
import { Failure } from '../../core/model/failure.ts'
import { type OpenAiModelOptions, openAiModel } from './openai-model.ts'

const secret = 'sk-very-secret'
const request = { messages: [{ role: 'user' as const, content: 'Say something.' }], maxTokens: 50 }

describe('a language model behind an OpenAI-compatible endpoint', () => {
  let server: Awaited<ReturnType<typeof openChatServer>>
  before(async () => {
    server = await openChatServer()
  })
  after(() => server.close())

  async function ask(options: Partial<OpenAiModelOptions> = {}, signal = new AbortController().signal) {
    const model = openAiModel({
      baseUrl: server.url,
      apiKey: secret,
      model: 'test',
      backoffMs: 1,
      ...options,
    })
    const pieces: string[] = []
    try {
      return {
        answer: await model.complete(request, { signal, onText: piece => pieces.push(piece) }),
        pieces,
      }
    } finally {
      await model.close()
    }
  }

  async function failure(options: Partial<OpenAiModelOptions> = {}, signal?: AbortSignal): Promise<Failure> {
    try {
      await ask(options, signal)
    } catch (error) {
      assert.ok(error instanceof Failure)
      const told = [error.message, error.hint, JSON.stringify(error.details), String(error.cause)].join(' ')
      assert.ok(!told.includes(secret), 'the key is never told')
      return error
    }
    throw new Error('it should have failed')
  }

  test('question, model, budget and key are sent as the protocol wants them', async () => {
    server.say(stream('Hello.'))
    await ask()
    const [asked] = server.asked
    assert.equal(asked?.path, '/v1/chat/completions')
    assert.equal(asked?.headers.authorization, `Bearer ${secret}`)
    assert.deepEqual(asked?.body.messages, request.messages)
    assert.deepEqual([asked?.body.model, asked?.body.max_tokens, asked?.body.stream], ['test', 50, true])
    server.say(stream('Hello.'))
    await ask({ apiKey: null })
    assert.equal(server.asked[0]?.headers.authorization, undefined)
  })

  test('the answer comes piece by piece, and the pieces are the answer, in any script', async () => {
    const words = 'Straße 東京 — 100 % 😀 done.'
    server.say(stream(words, { size: 2 }))
    const { answer, pieces } = await ask()
    assert.equal(pieces.join(''), words)
    assert.deepEqual(answer, {
      text: words,
      isCut: false,
      usage: { promptTokens: 120, completionTokens: 34 },
    })
    assert.ok(pieces.length > 5)
  })

  test('an answer cut at its budget says so', async () => {
    server.say(stream('It goes on and', { finish: 'length' }))
    assert.equal((await ask()).answer.isCut, true)
  })

  test('an endpoint that does not stream is understood', async () => {
    server.say(whole('All at once.'))
    const { answer, pieces } = await ask()
    assert.deepEqual([answer.text, answer.usage, pieces], ['All at once.', null, ['All at once.']])
  })

  test('a busy endpoint is asked again, and at last given up', async () => {
    server.say(refuse(429, { 'retry-after': '0' }), refuse(503), stream('At last.'))
    assert.equal((await ask()).answer.text, 'At last.')
    assert.equal(server.asked.length, 3)
    server.say(refuse(429))
    const { kind, code } = await failure({ retries: 1 })
    assert.deepEqual([kind, code, server.asked.length], ['rate_limited', 'RATE_LIMITED', 2])
    server.say(refuse(429, { 'retry-after': '3600' }))
    await failure()
    assert.equal(server.asked.length, 1, 'a long pause is not waited for')
  })

  test('what will not pass is not asked twice', async () => {
    for (const [status, code] of [
      [401, 'MODEL_UNAUTHORIZED'],
      [403, 'MODEL_UNAUTHORIZED'],
      [404, 'MODEL_FAILED'],
      [413, 'MODEL_INPUT_TOO_LARGE'],
    ] as const) {
      server.say(refuse(status))
      assert.equal((await failure()).code, code)
      assert.equal(server.asked.length, 1)
    }
  })

  test('an answer that does not end in time is a timeout; one that is given up is cancelled', async () => {
    server.say(stall('It begins'))
    const late = await failure({ timeoutMs: 60 })
    assert.deepEqual([late.kind, late.code], ['timeout', 'MODEL_TIMEOUT'])
    const caller = new AbortController()
    server.say((response, asked) => {
      stall('It begins')(response, asked)
      caller.abort()
    })
    assert.equal((await failure({}, caller.signal)).kind, 'cancelled')
  })

  test('something that is no such endpoint is recognised', async () => {
    server.say(response => {
      response.writeHead(200).end('<html>hello</html>')
    })
    assert.match((await failure()).message, /did not answer as an OpenAI-compatible endpoint does/)
    const { kind } = await failure({ baseUrl: 'http://127.0.0.1:1/v1' })
    assert.equal(kind, 'unavailable')
  })
})
