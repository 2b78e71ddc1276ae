import type { ResourceMetadata } from '../../surfaces/http/resource-metadata.ts'
import type { CoreValues } from '../config/settings.ts'
import { fetchThrough, httpOptions } from '../http-options.ts'
import type { JwtCheck } from './authenticator.ts'
import { scopesOfRoles } from './claims.ts'
import { findKeys, requireSafe, unavailable } from './find-keys.ts'
import { jwtCheck } from './jwt-check.ts'

/** More than the keys of any server. */
const mostBytes = 1_000_000

/** Checks the tokens of the authorization server that the settings name; null when they name none. */
export function openJwtCheck(values: CoreValues): JwtCheck | null {
  const { 'oauth.issuer': issuer, 'oauth.keys_url': keysUrl } = values
  if (issuer === null) return null
  requireSafe(issuer, 'oauth.issuer')
  if (keysUrl !== null) requireSafe(keysUrl, 'oauth.keys_url')
  return jwtCheck({
    issuer,
    keysUrl,
    audiences: audiencesOf(values),
    skewSeconds: values['oauth.clock_skew_seconds'],
    fetch: fetchThrough(httpOptions(values), mostBytes),
  })
}

/** Returns how many keys the authorization server publishes now. Throws when they cannot be read. */
export async function readKeys(values: CoreValues): Promise<number> {
  const { 'oauth.issuer': issuer, 'oauth.keys_url': keysUrl } = values
  if (issuer === null) return 0
  const fetchFrom = fetchThrough(httpOptions(values), mostBytes)
  const address = keysUrl ?? (await findKeys(issuer, fetchFrom))
  const response = await fetchFrom(address, { signal: AbortSignal.timeout(keysMs) })
  if (!response.ok) throw unavailable(new Error(`${address} returned ${response.status}`))
  const { keys } = Object(await response.json())
  return Array.isArray(keys) ? keys.length : 0
}

const keysMs = 5_000

/**
 * The address of the server as clients may write it: with a slash at its end, as URL parsers return it, and with the path of
 * MCP, which is the address that clients of MCP know.
 */
function audiencesOf(values: CoreValues): string[] {
  const { 'oauth.audience': audience, 'http.public_url': address } = values
  if (audience !== null) return [audience]
  return address === null ? [] : [address, `${address}/`, `${address}/mcp`]
}

/** What RFC 9728 publishes; null where no authorization server issues tokens for this server. */
export function resourceMetadataOf(values: CoreValues): ResourceMetadata | null {
  const { 'oauth.issuer': issuer, 'http.public_url': address } = values
  if (issuer === null || address === null) return null
  return { resource: address, authorizationServers: [issuer], scopes: Object.values(scopesOfRoles) }
}
