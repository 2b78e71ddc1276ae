import type { LookupAddress } from 'node:dns'
import { lookup as resolveName } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Failure } from '../../core/model/failure.ts'

export type ResolveName = (hostname: string) => Promise<LookupAddress[]>

/** Decides which hosts may be fetched from: public ones, and those named in the allow list. */
export type FetchGuard = {
  /** Whether the allow list names this host, or this host with this port. */
  allows(url: URL): boolean
  /** Refuses literal addresses and local names before anything is sent. */
  checkHost(url: URL): void
  /** Refuses a name that resolves to a private address; for connections that resolve it elsewhere. */
  checkResolved(url: URL): Promise<void>
  /** Resolves a name for a connection, so that the address that was checked is the one connected to. */
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
    // One private address among public ones is enough: which of them is connected to is not ours to choose.
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
        // A name only the proxy knows is the proxy's to resolve.
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

/** `host`, `host:port`, `::1` and `[::1]:port` become the host, with the port behind a space where one is given. */
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

/** The part of IPv6 that is handed out to the public; everything else is local, mapped or reserved. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address can only be a host on the public internet. What is private, loopback, link-local, shared,
 * multicast, reserved, or carries an IPv4 address inside IPv6 (mapped, NAT64, 6to4, Teredo) is not.
 */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  if (!isAddress(plain)) return false
  const parsed = ipaddr.parse(plain)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
}

/** The address a URL's host is, when it is one and not a name: without the brackets of IPv6. */
export function addressLiteral(hostname: string): string | null {
  const plain = hostname.replace(/^\[|\]$/g, '')
  return isAddress(plain) ? plain : null
}

/** URLs and resolvers only ever give the full form; shorter ones would be read differently by different eyes. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}
