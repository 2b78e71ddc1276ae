export type SessionLimits = {
  /** Open sessions of one client. */
  perClient: number
  /** Open sessions of all clients together. */
  total: number
  /** A session without a request or an open stream for this long is closed. */
  idleMs: number
  /** The same for a session that was opened and never used. */
  unusedMs: number
}

export const usualLimits: SessionLimits = {
  perClient: 250,
  total: 1_000,
  idleMs: 30 * 60_000,
  unusedMs: 60_000,
}

export type BookedSession = {
  /** Counts a request or stream as open until the function it returns is called. */
  begin(): () => void
  /** Removes the session. */
  end(): void
}

export type SessionBook = {
  /**
   * Adds a session of a client; null when a limit is reached. `close` is called when the session is idle for too long.
   */
  open(client: string, close: () => void): BookedSession | null
}

type Entry = { client: string; close(): void; open: number; lastUsed: number; isUsed: boolean }

/**
 * Counts open sessions per client. A session in use is never closed to make room: only idle sessions are closed, and a
 * client that has reached its limit is refused.
 */
export function sessionBook(limits: SessionLimits, elapsed: () => number): SessionBook {
  const entries = new Set<Entry>()

  function endIdle(): void {
    const now = elapsed()
    for (const entry of entries) {
      const patienceMs = entry.isUsed ? limits.idleMs : limits.unusedMs
      if (entry.open > 0 || now - entry.lastUsed < patienceMs) continue
      entries.delete(entry)
      entry.close()
    }
  }

  return {
    open(client, close) {
      endIdle()
      const held = [...entries].filter(entry => entry.client === client).length
      if (held >= limits.perClient || entries.size >= limits.total) return null
      const entry: Entry = { client, close, open: 0, lastUsed: elapsed(), isUsed: false }
      entries.add(entry)
      return {
        begin() {
          entry.open += 1
          let isOpen = true
          return () => {
            if (!isOpen) return
            isOpen = false
            entry.open -= 1
            entry.isUsed = true
            entry.lastUsed = elapsed()
          }
        },
        end: () => void entries.delete(entry),
      }
    },
  }
}

export const tooManySessions =
  'This client has too many open sessions. Close one with DELETE and its Mcp-Session-Id, or try again in a minute.'
