import type { Role } from '../model/rights.ts'

/** A token without its secret. */
export type TokenEntry = {
  /** Public; the first part of the token. */
  id: string
  /** What the token is for, in the words of whoever added it. */
  label: string
  role: Role
  /** Null: all collections. */
  collections: readonly string[] | null
  createdAt: string
  /** Null: never. */
  expiresAt: string | null
  revokedAt: string | null
  /** To the hour; null: never used. */
  lastUsedAt: string | null
}

/** `hash` is the SHA-256 of the secret part, in hexadecimal digits: the token itself is stored nowhere. */
export type StoredToken = TokenEntry & { hash: string }

/**
 * The tokens of all servers that share a database.
 *
 * A caller may rely on this: what one process has written, every other process reads at its next call; nothing is cached.
 * Reading needs no right to write: without the table there are no tokens.
 */
export interface TokenBook {
  /** Whether a token was ever added, revoked ones included. */
  hasAny(): Promise<boolean>
  add(token: StoredToken): Promise<void>
  find(id: string): Promise<StoredToken | null>
  /** Newest first, then by id. */
  list(): Promise<TokenEntry[]>
  /** Returns the token after that; null when there is none with this id. One that was revoked keeps its time. */
  revoke(id: string, at: string): Promise<TokenEntry | null>
  noteUse(id: string, at: string): Promise<void>
  close(): Promise<void>
}
