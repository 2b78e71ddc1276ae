import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listen, type Sender, secret, staysWithItsHost } from '../../../test/support/redirecting-host.ts'
import { fetchThrough } from '../../app/http-options.ts'
import { requestTranscript } from '../converters/audio/audio.ts'
import { makeSource } from '../converters/test/make-source.ts'
import { openAiEmbedder } from '../embedders/openai.ts'
import { openAiModel } from '../models/openai-model.ts'
import { httpClient } from './http.ts'

const idle = new AbortController().signal

/**
 * Every adapter that sends a secret, called once; the result does not matter here. Features and generated clients have
 * such tests too.
 */
const senders: Record<string, Sender> = {
  embedder: async (url, t) => {
    const embedder = openAiEmbedder('all-minilm', { baseUrl: url, apiKey: secret, retries: 0 })
    t.after(() => embedder.close())
    return embedder.embedQuery('text', idle)
  },
  'language model': async (url, t) => {
    const model = openAiModel({ baseUrl: url, apiKey: secret, model: 'm', retries: 0 })
    t.after(() => model.close())
    return model.complete({ messages: [{ role: 'user', content: 'text' }], maxTokens: 5 }, { signal: idle })
  },
  transcription: url =>
    requestTranscript(
      makeSource('a.mp3', Buffer.from('sound')),
      { transcription: { baseUrl: url, apiKey: secret, model: null }, fetch: fetchThrough({}, 1000) },
      idle,
    ),
}

for (const [name, send] of Object.entries(senders))
  test(`${name}: the secret does not follow a redirect to another host`, t => staysWithItsHost(send, t))

test('a host that is reached without the proxy never sees the password of the proxy', async t => {
  const target = await listen(t, () => ({ status: 200 }))
  const proxy = await listen(t, () => ({ status: 200 }))
  const address = new URL(proxy.url)
  address.username = 'ada'
  address.password = secret
  const http = httpClient({ proxy: { http: address.href, no: '127.0.0.1' } })
  t.after(() => http.close())
  await http.request(new URL(target.url), { maxBytes: 100 }, idle)
  assert.deepEqual([target.seen.length, proxy.seen.length], [1, 0])
  assert.ok(!JSON.stringify(target.seen).includes(secret))
})
