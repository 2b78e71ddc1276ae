import { Failure } from '../../core/model/failure.ts'

const fetchMs = 5_000

/**
 * Returns the address of the keys of an authorization server, from its metadata (RFC 8414, or OpenID Connect Discovery).
 * Throws AUTHORIZATION_UNAVAILABLE when there is none, or when it belongs to another issuer.
 */
export async function findKeys(issuer: string, fetchFrom: typeof fetch): Promise<string> {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/+$/, '')
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]
  let problem: unknown = new Error('no metadata')
  for (const place of places) {
    try {
      return await readKeysUrl(place, issuer, fetchFrom)
    } catch (error) {
      problem = error
    }
  }
  throw unavailable(problem)
}

async function readKeysUrl(place: string, issuer: string, fetchFrom: typeof fetch): Promise<string> {
  const response = await fetchFrom(place, { signal: AbortSignal.timeout(fetchMs) })
  if (!response.ok) throw new Error(`${place} returned ${response.status}`)
  const metadata: unknown = await response.json()
  const { issuer: named, jwks_uri: keys } = Object(metadata)
  // RFC 8414, 3.3: otherwise another server could answer for this one.
  if (!spellingsOf(issuer).includes(String(named))) throw new Error(`${place} names another issuer`)
  if (typeof keys !== 'string' || !URL.canParse(keys)) throw new Error(`${place} names no jwks_uri`)
  requireSafe(keys, 'jwks_uri')
  return keys
}

/** Throws unless nobody on the way can change what the address returns. */
export function requireSafe(address: string, name: string): void {
  const { protocol, hostname } = new URL(address)
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
  if (protocol === 'https:' || isLoopback) return
  throw new Failure('invalid', 'INVALID_SETTING', `${name} must be an https:// address.`, {
    hint: 'Plain http:// is accepted only on loopback, for tests.',
  })
}

/** Settings lose the slash at the end of an address, which some servers write. */
export function spellingsOf(issuer: string): string[] {
  return [issuer, `${issuer}/`]
}

/** The keys of the authorization server cannot be had. */
export function unavailable(cause: unknown): Failure {
  return new Failure(
    'unavailable',
    'AUTHORIZATION_UNAVAILABLE',
    'The keys of the authorization server cannot be read, so that its tokens cannot be checked.',
    { hint: 'Try again in a moment. Tokens of quire token add still work.', cause },
  )
}
