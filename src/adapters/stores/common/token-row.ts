import { type Role, roles } from '../../../core/model/rights.ts'
import type { StoredToken, TokenEntry } from '../../../core/ports/token-book.ts'

/** A token as both databases store it. */
export type TokenRow = {
  id: string
  hash: string
  label: string
  role: string
  /** A list of names as JSON; null: all. */
  collections: string | null
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}

export const tokenColumns =
  'id, hash, label, role, collections, created_at, expires_at, revoked_at, last_used_at'

export function toStoredToken(row: TokenRow): StoredToken {
  return {
    id: row.id,
    hash: row.hash,
    label: row.label,
    role: toRole(row.role),
    collections: row.collections === null ? null : toNames(row.collections),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }
}

export function toTokenEntry(row: TokenRow): TokenEntry {
  const { hash: _, ...entry } = toStoredToken(row)
  return entry
}

export function tokenValues(token: StoredToken) {
  return [
    token.id,
    token.hash,
    token.label,
    token.role,
    token.collections === null ? null : JSON.stringify(token.collections),
    token.createdAt,
    token.expiresAt,
    token.revokedAt,
    token.lastUsedAt,
  ] as const
}

/** A role that this version does not know gives the least. */
function toRole(text: string): Role {
  return roles.find(role => role === text) ?? 'reader'
}

function toNames(json: string): string[] {
  const names: unknown = JSON.parse(json)
  return Array.isArray(names) ? names.map(String) : []
}
