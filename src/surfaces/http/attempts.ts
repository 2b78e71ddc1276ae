import { createHash } from 'node:crypto'
import { rateLimiter } from '../../core/contract/rate-limiter.ts'

/** Wrong tokens by client. Tokens cannot be guessed; this keeps guessing from costing the server anything. */
export type Attempts = {
  /** How long this client must wait before this token is looked at; 0: not at all. */
  waitMs(client: string, token: string): number
  noteWrong(client: string): void
  /** Notes a token that was right: others behind the same address cannot lock it out. */
  noteRight(token: string): void
}

const mostWrong = 30
const windowMs = 60_000
const mostKnown = 1_000

export function wrongTokens(now: () => number): Attempts {
  const limiter = rateLimiter({ limit: mostWrong, windowMs, now })
  const known = new Set<string>()
  return {
    // Without an address, all clients would share one count.
    waitMs: (client, token) => (client === '' || known.has(digestOf(token)) ? 0 : limiter.waitMs(client)),
    noteWrong(client) {
      if (client !== '') limiter.take(client)
    },
    noteRight(token) {
      const digest = digestOf(token)
      known.delete(digest)
      known.add(digest)
      const [oldest] = known
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
    },
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}
