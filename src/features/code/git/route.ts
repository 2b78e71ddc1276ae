import type { LookupAddress } from 'node:dns'
import type { FetchGuard } from '../../../adapters/net/fetch-guard.ts'
import { type ProxySettings, proxyFor } from '../../../adapters/net/proxy-for.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { RepositoryAccess } from '../ports/repository-reader.ts'
import type { ParsedAddress } from './parse-address.ts'

/** How git is told to reach an address that was found to be allowed. */
export type Route = {
  url: string
  protocol: 'https' | 'http' | 'ssh'
  proxy: string | null
  resolve: string[]
}

type Remote = Exclude<ParsedAddress, { kind: 'folder' }>

/**
 * The way to a repository, once its host is known to be public or allowed. git would resolve the name again, so the
 * addresses that were checked are handed to it.
 */
export async function routeTo(
  address: Remote,
  access: Pick<RepositoryAccess, 'isLocal'>,
  { guard, proxy }: { guard: FetchGuard; proxy: ProxySettings },
): Promise<Route> {
  const url = webUrl(address)
  if (url.protocol === 'http:' && !guard.allows(url)) throw plainHttp(url)
  // Whoever comes over the network must not borrow the keys of this machine: public repositories need none.
  if (address.kind === 'ssh' && access.isLocal) {
    if (!guard.allows(url)) await checkedAddresses(url, guard)
    return { url: sshUrl(address), protocol: 'ssh', proxy: null, resolve: [] }
  }
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  const through = proxyFor(url, proxy)
  if (guard.allows(url)) return { url: url.href, protocol, proxy: through, resolve: [] }
  guard.checkHost(url)
  if (through !== null) await guard.checkResolved(url)
  const addresses = through === null ? await checkedAddresses(url, guard) : []
  return { url: url.href, protocol, proxy: through, resolve: pinned(url, addresses) }
}

function webUrl(address: Remote): URL {
  if (address.kind === 'ssh') return new URL(`https://${address.host}/${encodeURI(address.path)}.git`)
  const url = new URL(address.url)
  // As it was written: some hosts know a repository only with the ending, others only without.
  if (url.hostname === 'github.com') url.pathname = `/${encodeURI(address.path)}.git`
  return url
}

function sshUrl({ user, host, port, path }: Extract<Remote, { kind: 'ssh' }>): string {
  return `ssh://${user}@${host}${port === null ? '' : `:${port}`}/${encodeURI(path)}.git`
}

async function checkedAddresses(url: URL, guard: FetchGuard): Promise<LookupAddress[]> {
  guard.checkHost(url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    guard.lookup(host, { all: true }, (error, found) => {
      if (error) reject(error instanceof Failure ? error : unknownHost(url, error))
      else resolve(Array.isArray(found) ? found : [])
    })
  })
}

function pinned(url: URL, addresses: readonly LookupAddress[]): string[] {
  if (addresses.length === 0) return []
  const list = addresses.map(({ address, family }) => (family === 6 ? `[${address}]` : address))
  return [`${url.hostname}:${url.port || (url.protocol === 'http:' ? '80' : '443')}:${list.join(',')}`]
}

function plainHttp(url: URL): Failure {
  return new Failure('invalid', 'INVALID_REPOSITORY', 'Repository URL must start with https:// or git@.', {
    hint: `Unencrypted http is used only for hosts named in --fetch-allow; ${url.host} is not.`,
  })
}

function unknownHost(url: URL, cause: Error): Failure {
  return new Failure('unavailable', 'CLONE_FAILED', `The host ${url.hostname} cannot be found.`, {
    hint: 'Check the address and the network.',
    cause,
  })
}
