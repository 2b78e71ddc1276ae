import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixtureApp, posting } from './fixture.ts'

const rights = { id: 'desk', role: 'writer', collections: null } as const

/** An app with one token, whose streams are checked all the time. */
function guarded() {
  let answer: () => Promise<typeof rights | { refused: string }> = async () => rights
  const access = { isRequired: async () => true, check: () => answer() }
  const guard = { isLoopback: true, allowedHosts: [], token: null, access, recheckMs: 5 }
  return {
    ...fixtureApp({ guard }),
    answerWith(next: typeof answer) {
      answer = next
    },
  }
}

const streaming = { accept: 'text/event-stream', authorization: 'Bearer x' }

test('a stream ends when its token is revoked, and its call is cancelled', async () => {
  const { request, answerWith, log } = guarded()
  const response = await request('/api/v1/voice/wait', posting({}, streaming))
  assert.equal(response.status, 200)
  answerWith(async () => ({ refused: 'The token was revoked.' }))
  const text = await response.text()
  assert.doesNotMatch(text, /event: result/)
  while (!log.some(line => line.event === 'call')) await new Promise(setImmediate)
  assert.equal(log.find(line => line.event === 'call')?.outcome, 'CANCELLED')
})

test('a stream whose token is valid, or cannot be checked now, reaches its end', async () => {
  const { request, answerWith } = guarded()
  answerWith(async () => rights)
  const response = await request('/api/v1/voice/echo', posting({ text: 'hello' }, streaming))
  answerWith(async () => {
    throw new Error('the store is away')
  })
  assert.match(await response.text(), /event: result/)
})
