import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'node:test'
import type { Failure } from '../../../core/model/failure.ts'
import { context, convert, failure, makeSource, options } from '../test/make-source.ts'
import { audioConverter } from './audio.ts'

type Seen = { path: string; authorization: string | undefined; body: string }

/** A local endpoint that answers every request in the same way and records the requests. */
async function withEndpoint(
  status: number,
  body: string,
  run: (baseUrl: string, seen: Seen[]) => Promise<void>,
) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request
    seen.push({ path, authorization: headers.authorization, body: await readBody(request) })
    response.writeHead(status, { connection: 'close' }).end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    // SAFETY: the server listens on a TCP port.
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`, seen)
  } finally {
    server.close()
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

const recording = makeSource('talk.mp3', 'sound')
const ask = (baseUrl: string) =>
  audioConverter({ transcription: { baseUrl, apiKey: 'secret', model: 'large' } })

test('without an endpoint the answer says how to configure one', async () => {
  const audio = audioConverter({ transcription: null })
  await assert.rejects(convert(audio, recording), error => {
    const isRight = failure(
      'unsupported',
      'UNSUPPORTED_FORMAT',
      /^Unsupported format: audio \(\.mp3\) needs a transcription endpoint\.$/,
    )
    assert.ok(isRight(error))
    // SAFETY: `isRight` accepts a Failure only.
    assert.match(
      String((error as Failure).hint),
      /QUIRE_TRANSCRIPTION_URL.*QUIRE_TRANSCRIPTION_KEY.*QUIRE_TRANSCRIPTION_MODEL/,
    )
    return true
  })
})

test('segments become paragraphs with their times', async () => {
  const answer = {
    text: 'all',
    segments: [
      { start: 0.4, text: ' Good morning. ' },
      { start: 65.2, text: 'It rains.' },
      { start: 70, text: ' ' },
      { start: 3725, text: 'Good night.' },
    ],
  }
  await withEndpoint(200, JSON.stringify(answer), async (baseUrl, seen) => {
    const { markdown, fileType } = await convert(ask(baseUrl), recording)
    assert.equal(markdown, '[00:00:00] Good morning.\n\n[00:01:05] It rains.\n\n[01:02:05] Good night.\n')
    assert.equal(fileType, 'audio')
    assert.equal(seen[0]?.path, '/v1/audio/transcriptions')
    assert.equal(seen[0]?.authorization, 'Bearer secret')
    for (const part of [
      'name="model"\r\n\r\nlarge',
      'verbose_json',
      'filename="talk.mp3"',
      'Content-Type: audio/mpeg',
      'sound',
    ])
      assert.ok(seen[0]?.body.includes(part), part)
  })
})

test('no key means no header, no model means the usual one, and the given fetch is used', async () => {
  await withEndpoint(200, '{"text":"Just words."}', async (baseUrl, seen) => {
    const asked: string[] = []
    const audio = audioConverter({
      transcription: { baseUrl, apiKey: null, model: null },
      fetch: (input, init) => {
        asked.push(String(input))
        return fetch(input, init)
      },
    })
    assert.equal((await convert(audio, recording)).markdown, 'Just words.\n')
    assert.deepEqual([asked.length, seen[0]?.authorization], [1, undefined])
    assert.ok(seen[0]?.body.includes('whisper-1'))
  })
})

test('plain text answers are taken as they are', async () => {
  await withEndpoint(200, 'Only text.', async baseUrl =>
    assert.equal((await convert(ask(baseUrl), recording)).markdown, 'Only text.\n'),
  )
})

const refusals: [status: number, kind: string, code: string, message: RegExp][] = [
  [400, 'invalid', 'BROKEN_SOURCE', /could not read talk\.mp3/],
  [401, 'unavailable', 'TRANSCRIPTION_UNAVAILABLE', /refused the key/],
  [404, 'unavailable', 'TRANSCRIPTION_UNAVAILABLE', /path or model/],
  [413, 'too_large', 'SOURCE_TOO_LARGE', /too large/],
  [429, 'rate_limited', 'RATE_LIMITED', /refusing more requests/],
  [500, 'unavailable', 'TRANSCRIPTION_UNAVAILABLE', /answered with HTTP 500/],
]
for (const [status, kind, code, message] of refusals)
  test(`an endpoint that answers ${status} is a clear failure without its words or the key`, async () => {
    await withEndpoint(status, 'inner secret', async baseUrl =>
      assert.rejects(convert(ask(baseUrl), recording), error => {
        assert.ok(failure(kind, code, message)(error))
        assert.doesNotMatch(JSON.stringify(error) + String(error), /secret/)
        return true
      }),
    )
  })

test('an endpoint that is not there, answers nonsense or silence is said', async () => {
  const gone = ask('http://127.0.0.1:9/v1')
  await assert.rejects(
    convert(gone, recording),
    failure('unavailable', 'TRANSCRIPTION_UNAVAILABLE', /127\.0\.0\.1:9 could not be reached/),
  )
  await withEndpoint(200, '{"ok":true}', async baseUrl =>
    assert.rejects(
      convert(ask(baseUrl), recording),
      failure('unavailable', 'TRANSCRIPTION_UNAVAILABLE', /returned no text/),
    ),
  )
  await withEndpoint(200, '{"text":""}', async baseUrl =>
    assert.rejects(convert(ask(baseUrl), recording), failure('invalid', 'NO_TEXT', /talk\.mp3/)),
  )
})

test('an aborted call ends at once', async () => {
  await withEndpoint(200, '{"text":"x"}', async baseUrl =>
    assert.rejects(
      ask(baseUrl).convert(recording, options, { ...context(), signal: AbortSignal.abort() }),
      failure('cancelled', 'CANCELLED', /./),
    ),
  )
})
