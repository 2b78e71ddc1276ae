import { fileURLToPath } from 'node:url'
import { Failure } from '../../../core/model/failure.ts'

export type ParsedAddress =
  | { kind: 'web'; url: URL; path: string }
  | { kind: 'ssh'; user: string; host: string; port: string | null; path: string }
  | { kind: 'folder'; path: string }

/** Where a repository is, by the ways in which people write it. Nothing is looked up yet. */
export function parseAddress(given: string): ParsedAddress {
  const address = given.trim()
  if (address === '') throw invalid('Repository URL is required', address)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  if (/[\u0000-\u001f\u007f]/.test(address)) throw invalid('A control character is in the address', address)
  if (address.startsWith('-')) throw invalid('An address cannot begin with "-"', address)
  // `ext::sh -c …` would let git run a program.
  if (/^[a-z0-9+.-]+::/i.test(address)) throw invalid('Transport helpers are not used', address)
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'http' || scheme === 'https') return parseWeb(address)
  if (scheme === 'ssh') return parseSsh(address)
  if (scheme === 'file') return { kind: 'folder', path: pathOfFileUrl(address) }
  if (scheme !== undefined) throw invalid(`${scheme}:// is not understood`, address)
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
    throw invalid('The address must not carry a user name or password', withoutCredentials(address))
  url.hash = ''
  url.search = ''
  url.hostname = url.hostname.replace(/^www\.(?=github\.com$)/, '')
  const parts = cleanPath(decode(url.pathname, address), address)
  // Pages of a repository on GitHub have addresses of their own: /owner/name/tree/main.
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
    throw invalid('Its path leads elsewhere', address)
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
