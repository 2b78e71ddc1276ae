import type { LookupAddress } from 'node:dns'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FetchGuard } from '../../../adapters/net/fetch-guard.ts'
import { type ProxySettings, proxyFor } from '../../../adapters/net/proxy-for.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { RepositoryAccess, RepositoryAddress } from '../ports/repository-reader.ts'

export type ParsedAddress =
  | { kind: 'web'; url: URL; path: string }
  | { kind: 'ssh'; user: string; host: string; port: string | null; path: string }
  | { kind: 'folder'; path: string }

/** Parses the address of a repository in any of its usual spellings. Looks nothing up. */
export function parseAddress(given: string): ParsedAddress {
  const address = given.trim()
  if (address === '') throw invalid('Repository URL is required', address)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is rejected
  if (/[\u0000-\u001f\u007f]/.test(address))
    throw invalid('The address contains a control character', address)
  if (address.startsWith('-')) throw invalid('An address cannot begin with "-"', address)
  // git would run a program for `ext::sh -c …`.
  if (/^[a-z0-9+.-]+::/i.test(address)) throw invalid('Transport helpers are not supported', address)
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'http' || scheme === 'https') return parseWeb(address)
  if (scheme === 'ssh') return parseSsh(address)
  if (scheme === 'file') return { kind: 'folder', path: pathOfFileUrl(address) }
  if (scheme !== undefined) throw invalid(`${scheme}:// is not supported`, address)
  const [, user, host, path] = /^([\w.-]+)@([\w.-]+):(.+)$/.exec(address) ?? []
  if (user !== undefined && host !== undefined && path !== undefined)
    return ssh({ user, host, port: null, path }, address)
  if (/^[^/]*@[^/]*:/.test(address)) throw invalid('It is not a valid address', address)
  if (/^(?:www\.)?github\.com\//i.test(address)) return parseWeb(`https://${address}`)
  return { kind: 'folder', path: address }
}

function parseWeb(address: string): ParsedAddress {
  const url = URL.parse(address)
  if (url === null) throw invalid('It is not a valid URL', address)
  if (url.username !== '' || url.password !== '')
    throw invalid('The address must not contain a user name or password', withoutCredentials(address))
  url.hash = ''
  url.search = ''
  url.hostname = url.hostname.replace(/^www\.(?=github\.com$)/, '')
  const parts = cleanPath(decode(url.pathname, address), address)
  // Pages inside a repository on GitHub have longer paths: /owner/name/tree/main.
  const path = (url.hostname === 'github.com' ? parts.slice(0, 2) : parts).join('/')
  if (url.hostname === 'github.com' && parts.length < 2)
    throw invalid('A repository on GitHub has an owner and a name', address)
  return { kind: 'web', url, path }
}

function parseSsh(address: string): ParsedAddress {
  const url = URL.parse(address)
  if (url === null || url.password !== '') throw invalid('It is not a valid URL', withoutCredentials(address))
  const { username, hostname, port, pathname } = url
  return ssh(
    { user: username || 'git', host: hostname, port: port === '' ? null : port, path: pathname },
    address,
  )
}

function ssh(
  { user, host, port, path }: { user: string; host: string; port: string | null; path: string },
  address: string,
): ParsedAddress {
  if (user.startsWith('-') || host.startsWith('-')) throw invalid('An address cannot begin with "-"', address)
  return { kind: 'ssh', user, host: host.toLowerCase(), port, path: cleanPath(path, address).join('/') }
}

function cleanPath(path: string, address: string): string[] {
  const parts = path.split('/').filter(part => part !== '')
  const last = parts.pop()?.replace(/\.git$/i, '') ?? ''
  if (last === '') throw invalid('It names no repository', address)
  if ([...parts, last].some(part => part === '.' || part === '..' || part.startsWith('-')))
    throw invalid('The path must not contain ".", ".." or parts that begin with "-"', address)
  return [...parts, last]
}

function decode(path: string, address: string): string {
  try {
    return decodeURI(path)
  } catch (cause) {
    throw invalid('It is not a valid URL', address, cause)
  }
}

function pathOfFileUrl(address: string): string {
  try {
    return fileURLToPath(address)
  } catch (cause) {
    throw invalid('It is not a file URL of this machine', address, cause)
  }
}

function withoutCredentials(address: string): string {
  return address.replace(/\/\/[^/?#]*@/, '//')
}

function invalid(problem: string, address: string, cause?: unknown): Failure {
  const what = address === '' ? problem : `${problem}: ${JSON.stringify(address.slice(0, 200))}`
  return new Failure('invalid', 'INVALID_REPOSITORY', `${what}.`, {
    hint: 'Give https://github.com/owner/name, git@host:owner/name.git, or a folder inside an allowed root.',
    cause,
  })
}

/** The identity of a remote repository and the names it may get. */
export function identifyRemote(address: Exclude<ParsedAddress, { kind: 'folder' }>): RepositoryAddress {
  const host = address.kind === 'web' ? address.url.host : hostOf(address)
  const scheme = address.kind === 'web' ? address.url.protocol : 'https:'
  const parts = address.path.split('/')
  const short = parts.slice(-2).join('/')
  const isCaseless = host === 'github.com'
  return {
    source: `${scheme}//${host}/${isCaseless ? address.path.toLowerCase() : address.path}`,
    names: [...new Set([short, `${host}/${address.path}`])],
  }
}

/** A folder is named after itself; where that name is taken, with its parent folder. */
export function identifyFolder(path: string): RepositoryAddress {
  const parent = dirname(path)
  return { source: path, names: [basename(path), `${basename(parent)}/${basename(path)}`, path] }
}

function hostOf({ host, port }: { host: string; port: string | null }): string {
  return port === null || port === '22' ? host : `${host}:${port}`
}

/** How git reaches an address that is allowed. */
type Route = {
  url: string
  protocol: 'https' | 'http' | 'ssh'
  proxy: string | null
  resolve: string[]
}

type Remote = Exclude<ParsedAddress, { kind: 'folder' }>

/**
 * Checks that the host is public or allowed, and returns how to reach it. git would resolve the name again, so the
 * checked IP addresses are passed to it.
 */
export async function routeTo(
  address: Remote,
  access: Pick<RepositoryAccess, 'isLocal'>,
  { guard, proxy }: { guard: FetchGuard; proxy: ProxySettings },
): Promise<Route> {
  const url = webUrl(address)
  if (url.protocol === 'http:' && !guard.allows(url)) throw plainHttp(url)
  // Remote callers must not use the SSH keys of this machine; public repositories need none.
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
  // Kept as written: some hosts need the ending `.git`, others do not accept it.
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
  return new Failure('unavailable', 'CLONE_FAILED', `The host ${url.hostname} could not be resolved.`, {
    hint: 'Check the address and the network.',
    cause,
  })
}
