import type { Authenticator, TokenRefusal } from '../../core/contract/authenticate.ts'
import type { Rights } from '../../core/model/rights.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { StoredToken, TokenBook } from '../../core/ports/token-book.ts'
import { isSecretOf, parseToken } from './token-text.ts'

/** Checks tokens of an authorization server. */
export type JwtCheck = (token: string) => Promise<Rights | TokenRefusal>

/** How long an answer "no token was ever added" is believed. */
const openMs = 1_000

/** The use of a token is noted at most this often. */
const noteMs = 60 * 60 * 1000

/**
 * Knows the callers by the tokens in the store's database, and by those of an authorization server if there is one. Every
 * check reads the database, so that a revoked token ends at once in all processes.
 */
export function authenticator(
  book: TokenBook,
  { clock, jwt }: { clock: Pick<Clock, 'now' | 'elapsed'>; jwt: JwtCheck | null },
): Authenticator {
  let hasTokens = false
  let askedAt = Number.NEGATIVE_INFINITY

  return {
    async isRequired() {
      if (jwt !== null || hasTokens) return true
      if (clock.elapsed() - askedAt < openMs) return false
      hasTokens = await book.hasAny()
      askedAt = clock.elapsed()
      return hasTokens
    },
    async check(text) {
      const parsed = parseToken(text)
      if (parsed === null) return jwt === null ? wrong : jwt(text)
      const token = await book.find(parsed.id)
      if (token === null || !isSecretOf(token.hash, parsed.secret)) return wrong
      if (token.revokedAt !== null) return { refused: 'The token was revoked.', token: token.id }
      const now = Date.parse(clock.now())
      if (token.expiresAt !== null && Date.parse(token.expiresAt) <= now)
        return { refused: 'The token has expired.', token: token.id }
      noteUse(token, now)
      const { id, label, role, collections } = token
      return { id, ...(label === '' ? {} : { name: label }), role, collections }
    },
  }

  /** The time of use is a courtesy: a database that cannot be written must not stop a reader. */
  function noteUse({ id, lastUsedAt }: StoredToken, now: number): void {
    if (lastUsedAt !== null && now - Date.parse(lastUsedAt) < noteMs) return
    const hour = new Date(Math.floor(now / noteMs) * noteMs).toISOString()
    book.noteUse(id, hour).catch(() => {})
  }
}

const wrong: TokenRefusal = { refused: 'The token is wrong.' }
