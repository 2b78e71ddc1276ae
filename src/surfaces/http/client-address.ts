import { AsyncLocalStorage } from 'node:async_hooks'
import { BlockList, isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import type { Runtime } from '../../core/contract/invoke.ts'
import { Failure } from '../../core/model/failure.ts'

/** Returns the address of the client of a request; the empty text when it is not known. */
export type ClientAddress = (env: unknown, headers: Headers) => string

/**
 * Adds the address of the client to every line that is logged or audited while one of its requests is served, and to the
 * log the trace that the request belongs to (W3C Trace Context).
 */
export type ClientLog<Services> = { runtime: Runtime<Services>; serve: MiddlewareHandler }

export function clientLog<Services>(
  runtime: Runtime<Services>,
  clientOf: ClientAddress,
): ClientLog<Services> {
  const clients = new AsyncLocalStorage<{ client: string; trace: string }>()
  const addClient = <T extends object>(fields: T) => {
    const { client = '' } = clients.getStore() ?? {}
    return client === '' ? fields : { ...fields, client }
  }
  const addTrace = <T extends object>(fields: T) => {
    const { trace = '' } = clients.getStore() ?? {}
    return trace === '' ? fields : { ...fields, traceparent: trace }
  }
  const { log, audit } = runtime
  return {
    runtime: {
      ...runtime,
      log: { write: (level, event, fields) => log.write(level, event, addTrace(addClient(fields ?? {}))) },
      ...(audit === undefined ? {} : { audit: entry => audit(addClient(entry)) }),
    },
    serve(context, next) {
      const { headers } = context.req.raw
      const given = headers.get('traceparent') ?? ''
      const trace = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(given) ? given : ''
      return clients.run({ client: clientOf(context.env, headers), trace }, next)
    },
  }
}

/**
 * The address of the connection. When that is a trusted proxy, the last address in X-Forwarded-For that is none: what stands
 * before it was written by the client.
 */
export function clientAddress(trustedProxies: readonly string[] = []): ClientAddress {
  const trusted = parseTrusted(trustedProxies)
  const isTrusted = (address: string) => isListed(trusted, address)
  return (env, headers) => {
    // SAFETY: the HTTP adaptor passes node's request as `incoming`; other callers pass nothing, so every field is optional.
    const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
    const peer = plain(incoming?.socket?.remoteAddress ?? '')
    if (!isTrusted(peer)) return peer
    const hops = (headers.get('x-forwarded-for') ?? '').split(',').map(hop => plain(hop.trim()))
    const nearest = hops.findLast(hop => !isTrusted(hop))
    return nearest !== undefined && isIP(nearest) !== 0 ? nearest : peer
  }
}

function parseTrusted(entries: readonly string[]): BlockList {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address)
    const most = family === 6 ? 128 : 32
    const length = bits === undefined ? most : Number(bits)
    if (family === 0 || !Number.isInteger(length) || length < 0 || length > most) throw unusable(entry)
    list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

function isListed(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** An IPv4 address as IPv6 sockets show it, or with a port, without either. */
function plain(address: string): string {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return bare.replace(/^::ffff:(?=\d+\.)/i, '')
}

function unusable(entry: string): Failure {
  return new Failure('invalid', 'INVALID_INPUT', `"${entry}" is no address of a proxy.`, {
    hint: 'Name addresses or networks: --trusted-proxies 10.0.0.5,192.168.0.0/16',
  })
}
