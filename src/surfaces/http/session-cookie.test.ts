import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endedSession, sessionCookie, sessions } from './session-cookie.ts'

const day = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 0, 1)

function cookieOf(setCookie: string): string {
  return setCookie.split(';')[0] ?? ''
}

test('a session is accepted by every server with the same token, until it expires', () => {
  const cookie = cookieOf(sessions('a-long-secret-token').open(now))
  const elsewhere = sessions('a-long-secret-token')
  assert.ok(elsewhere.holds(cookie, now))
  assert.ok(elsewhere.holds(`theme=dark; ${cookie}; other=1`, now + 29 * day))
  assert.equal(elsewhere.holds(cookie, now + 31 * day), false)
})

test('the cookie does not contain the token, and scripts and other sites cannot use it', () => {
  const set = sessions('a-long-secret-token').open(now)
  assert.doesNotMatch(set, /secret/)
  assert.match(set, /; HttpOnly/)
  assert.match(set, /; SameSite=Strict/)
})

test('a new token ends all sessions', () => {
  const cookie = cookieOf(sessions('a-long-secret-token').open(now))
  assert.equal(sessions('another-secret-token').holds(cookie, now), false)
})

const forged = [
  null,
  '',
  'quire_session',
  'quire_session=',
  'quire_session=.',
  'quire_session=99999999999.AAAA',
]
for (const header of forged)
  test(`a cookie without a right signature is refused: ${JSON.stringify(header)}`, () => {
    assert.equal(sessions('a-long-secret-token').holds(header, now), false)
  })

test('a later expiry with the signature of an earlier one is refused', () => {
  const [, signature] = cookieOf(sessions('a-long-secret-token').open(now)).split('.')
  const cookie = `${sessionCookie}=99999999999.${signature}`
  assert.equal(sessions('a-long-secret-token').holds(cookie, now), false)
})

test('signing out removes the cookie', () => {
  assert.match(endedSession, /^quire_session=;.*Max-Age=0/)
})
