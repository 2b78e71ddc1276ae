import type { LookupAddress } from 'node:dns'
import { lookup as resolveName } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Failure } from '../../core/model/failure.ts'

export type ResolveName = (hostname: string) => Promise<LookupAddress[]>

/** Decides which hosts may be fetched from: public ones, and those in the allow list. */
export type FetchGuard = {
  /** Whether the allow list contains this host, or this host with this port. */
  allows(url: URL): boolean
  /** Throws for private address literals and local names, before anything is sent. */
  checkHost(url: URL): void
  /** Throws when a name resolves to a private address; for connections that are resolved by a proxy. */
  checkResolved(url: URL): Promise<void>
  /** Resolves a name for a connection, so that the checked address is the one connected to. */
  lookup: LookupFunction
}

const localNames = /(?:^|\.)(?:localhost|local|internal|home\.arpa|lan|intranet)$/

export function fetchGuard(allowList: readonly string[], resolve: ResolveName = resolveAll): FetchGuard {
  const allowed = new Set(allowList.map(normaliseEntry))

  function refuse(hostname: string, cause?: unknown): Failure {
    return new Failure(
      'forbidden',
      'FORBIDDEN_ADDRESS',
      `'${hostname}' is a private or local address, which is not fetched.`,
      {
        hint: `If you trust it, name the host when starting the server: --fetch-allow ${hostname} (or QUIRE_FETCH_ALLOW).`,
        details: { host: hostname },
        cause,
      },
    )
  }

  async function resolvePublic(hostname: string): Promise<LookupAddress[]> {
    const addresses = await resolve(hostname)
    // One private address is enough to refuse: the connection may use any of them.
    if (addresses.some(({ address }) => !isPublicAddress(address))) throw refuse(hostname)
    return addresses
  }

  return {
    allows: url => {
      const host = bareHost(url.hostname)
      return allowed.has(host) || allowed.has(`${host} ${portOf(url)}`)
    },
    checkHost(url) {
      const host = bareHost(url.hostname)
      const literal = addressLiteral(host)
      if (literal !== null ? !isPublicAddress(literal) : localNames.test(host)) throw refuse(host)
    },
    async checkResolved(url) {
      const host = bareHost(url.hostname)
      if (addressLiteral(host) !== null) return
      await resolvePublic(host).catch((error: unknown) => {
        // Only the proxy can resolve this name.
        if (error instanceof Failure) throw error
      })
    },
    lookup(hostname, options, callback) {
      resolvePublic(hostname).then(
        addresses => {
          const usable = options.family
            ? addresses.filter(({ family }) => family === options.family)
            : addresses
          const [first] = usable
          if (!first) callback(new Error(`${hostname} has no address`), [])
          else if (options.all) callback(null, usable)
          else callback(null, first.address, first.family)
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
      )
    },
  }
}

function resolveAll(hostname: string): Promise<LookupAddress[]> {
  return resolveName(hostname, { all: true })
}

/**
 * Normalizes `host`, `host:port`, `::1` and `[::1]:port` to the host, followed by a space and the port if there is one.
 */
function normaliseEntry(entry: string): string {
  const trimmed = entry.trim()
  if (addressLiteral(trimmed) !== null) return bareHost(trimmed)
  const parts = /^(.*?)(?::(\d+))?$/.exec(trimmed)
  const host = bareHost(parts?.[1] ?? trimmed)
  return parts?.[2] === undefined ? host : `${host} ${parts[2]}`
}

function bareHost(hostname: string): string {
  return hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80')
}

/** Global unicast addresses; everything else is local, mapped or reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is on the public internet. False for private, loopback, link-local, shared, multicast and reserved
 * addresses, and for IPv4 inside IPv6 (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  if (!isAddress(plain)) return false
  const parsed = ipaddr.parse(plain)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
}

/** Returns the host of a URL without brackets when it is an IP address; null when it is a name. */
export function addressLiteral(hostname: string): string | null {
  const plain = hostname.replace(/^\[|\]$/g, '')
  return isAddress(plain) ? plain : null
}

/** Accepts the full form only: programs read shorter forms differently. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
