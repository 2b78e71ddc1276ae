import { basename, dirname } from 'node:path'
import type { RepositoryAddress } from '../ports/repository-reader.ts'
import type { ParsedAddress } from './parse-address.ts'

/** What tells an address on the network from others, and what it may be called. */
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

/** A folder is called by its name, and by the folder it lies in where that is taken. */
export function identifyFolder(path: string): RepositoryAddress {
  const parent = dirname(path)
  return { source: path, names: [basename(path), `${basename(parent)}/${basename(path)}`, path] }
}

function hostOf({ host, port }: { host: string; port: string | null }): string {
  return port === null || port === '22' ? host : `${host}:${port}`
}
