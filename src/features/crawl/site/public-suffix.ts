import { getDomain, parse } from 'tldts'

/**
 * The name someone registered: `docs.example.co.uk` → `example.co.uk`. Services that give each customer a name of
 * their own (`github.io`, `readthedocs.io`) count as suffixes too: two of their customers are two sites. Addresses,
 * single names and suffixes themselves are their own.
 */
export function registrableDomain(hostname: string): string {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}

/** Whether others register below this name, so that names below it are not its own: `github.io`, `co.uk`. */
export function isPublicSuffix(hostname: string): boolean {
  const { publicSuffix, isIcann, isPrivate } = parse(hostname, { allowPrivateDomains: true })
  return publicSuffix === hostname && (isIcann === true || isPrivate === true)
}
