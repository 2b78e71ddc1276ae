import dgram from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

/**
 * Takes the network from the JavaScript of this process: the only means where the system has no network namespaces, and a
 * second one where it has. Native code is not bound by it.
 */
export function cutNetwork(): void {
  const refuse = (): never => {
    throw new Error('a converting process has no network')
  }
  const cut = (holder: object, names: readonly string[]): void => {
    for (const name of names)
      if (name in holder)
        Object.defineProperty(holder, name, { value: refuse, writable: false, configurable: false })
  }
  cut(net.Socket.prototype, ['connect'])
  cut(net.Server.prototype, ['listen'])
  cut(dgram.Socket.prototype, ['bind', 'connect', 'send'])
  for (const holder of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
    cut(
      holder,
      Object.getOwnPropertyNames(holder).filter(name => /^(lookup|resolve|reverse)/.test(name)),
    )
  syncBuiltinESMExports()
}
