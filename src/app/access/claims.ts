import type { TokenRefusal } from '../../core/contract/authenticate.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { Rights, Role } from '../../core/model/rights.ts'

/** The scopes of an authorization server that mean a role; the highest one counts. */
export const scopesOfRoles = {
  reader: 'quire:read',
  writer: 'quire:write',
  admin: 'quire:admin',
} as const satisfies Record<Role, string>

/** `quire:collection:<name>` limits a token to a collection; the name is encoded as in a URL. */
const collectionScope = 'quire:collection:'

/** The claim that lists the collections, for servers whose scopes are fixed. */
const collectionsClaim = 'quire_collections'

type Claims = Readonly<Record<string, unknown>>

/**
 * What the claims of a token allow. Without a scope of a role it allows nothing. Collections in scopes and in the claim limit
 * it both; a list that is empty or cannot be read allows no collection.
 */
export function rightsOfClaims(claims: Claims): Rights | TokenRefusal {
  const id = `oauth:${shown(claims.sub)}`
  const scopes = scopesIn(claims)
  const role = (['admin', 'writer', 'reader'] as const).find(one => scopes.includes(scopesOfRoles[one]))
  if (role === undefined)
    return { refused: 'The token has no scope of this server.', token: id, lacksScope: true }
  const collections = collectionsIn(claims, scopes)
  if (role === 'admin' && collections !== null)
    return { refused: 'The token is of an admin and limited to collections.', token: id, lacksScope: true }
  return { id, ...nameOf(claims), role, collections }
}

/** `scope` by RFC 9068; `scp` where servers use that name. */
function scopesIn({ scope, scp }: Claims): string[] {
  return [scope, scp]
    .flat()
    .filter(part => typeof part === 'string')
    .flatMap(part => part.split(' '))
}

function collectionsIn(claims: Claims, scopes: readonly string[]): string[] | null {
  const named = scopes.filter(scope => scope.startsWith(collectionScope)).map(decodeName)
  const claim = claims[collectionsClaim]
  if (claim === undefined) return named.length === 0 ? null : named
  const listed = Array.isArray(claim) ? claim.filter(name => typeof name === 'string') : []
  return named.length === 0 ? listed : listed.filter(name => named.includes(name))
}

function decodeName(scope: string): string {
  const name = scope.slice(collectionScope.length)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** The program that the token was issued to. */
function nameOf({ client_id: client, azp }: Claims): { name?: string } {
  const name = [client, azp].find(one => typeof one === 'string')
  return typeof name === 'string' ? { name: shown(name) } : {}
}

/** Logs and audits show it: one short line. Two values never look the same, because sessions and jobs belong to it. */
function shown(value: unknown): string {
  const text = String(value)
  const short = text.replace(/[^\x21-\x7d]/g, '_').slice(0, 100)
  return short === text ? text : `${short}~${sha256(text).slice(0, 16)}`
}
