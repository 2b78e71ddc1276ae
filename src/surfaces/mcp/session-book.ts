export type SessionLimits = {
  /** Sessions that one client may hold open. */
  perClient: number
  /** Sessions of all clients together. */
  total: number
  /** A session without a request or an open stream for so long is over. */
  idleMs: number
  /** The same for one that was opened and never used. */
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
  /** Gives the place up. */
  end(): void
}

export type SessionBook = {
  /** Takes a place for a client; null when it, or all together, have as many as they may. `close` ends one that is over. */
  open(client: string, close: () => void): BookedSession | null
}

type Entry = { client: string; close(): void; open: number; lastUsed: number; isUsed: boolean }

/**
 * Who holds how many sessions. A place is never taken from somebody who holds it: only what nobody has used for a long
 * time is ended, and whoever wants more than their share is refused.
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
  'There are too many open sessions of this client. End one with DELETE and its Mcp-Session-Id, or try again in a minute.'
