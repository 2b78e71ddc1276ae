import ipaddr from 'ipaddr.js'

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
