import { once } from 'node:events'
import type { Server } from 'node:http'
import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import type { Authenticator } from '../../core/contract/authenticate.ts'
import { Failure } from '../../core/model/failure.ts'
import { createHttpApp, type HttpAppOptions } from './http-app.ts'
import { createInFlight } from './in-flight.ts'

export type HttpServerOptions<Services> = Omit<
  HttpAppOptions<Services>,
  'run' | 'watch' | 'guard' | 'isDraining'
> & {
  /** Default 127.0.0.1; anything but loopback requires a token. */
  host?: string
  /** 0 uses any free port. */
  port: number
  token?: string | null
  /** Knows all other tokens; without it there are none. */
  access?: Authenticator
  allowedHosts?: readonly string[]
  /** How long `close` waits for running calls before it cancels them. */
  graceMs?: number
  /** How long `close` still accepts requests, after /readyz has begun to answer 503. */
  drainMs?: number
}

export type HttpServer = { url: string; port: number; close(): Promise<void> }

/** Other machines can try tokens, so a token must be hard to guess. */
const leastTokenLength = 16

/** How long to wait until the responses of cancelled calls are sent. */
const flushMs = 250

/** Starts the server. Throws a Failure when the token is missing, unusable or too short, or the port cannot be used. */
export async function startHttpServer<Services>(options: HttpServerOptions<Services>): Promise<HttpServer> {
  const { host = '127.0.0.1', token = null, allowedHosts = [], graceMs = 5_000, drainMs = 0 } = options
  const isLoopback = isLoopbackHost(host)
  if (!isLoopback && token === null && (await options.access?.isRequired()) !== true) throw tokenNeeded(host)
  if (token !== null && !/^[!-~]+$/.test(token)) throw tokenUnusable()
  if (!isLoopback && token !== null && token.length < leastTokenLength) throw tokenTooShort(host)
  const inFlight = createInFlight()
  const { access, publicUrl = null } = options
  const named = publicUrl === null ? allowedHosts : [...allowedHosts, new URL(publicUrl).origin]
  const guard = {
    ...{ isLoopback, token, ownHost: host, allowedHosts: named },
    ...(access === undefined ? {} : { access }),
  }
  let isDraining = false
  const app = createHttpApp({
    ...options,
    run: inFlight.invoke,
    watch: inFlight.watch,
    guard,
    isDraining: () => isDraining,
  })
  // SAFETY: without other options the adaptor creates a plain node:http server.
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  const port = await listen(server, host, options.port)

  let closing: Promise<void> | null = null
  return {
    url: `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
    port,
    close() {
      closing ??= shutDown()
      return closing
    },
  }

  async function shutDown(): Promise<void> {
    isDraining = true
    if (drainMs > 0) await wait(drainMs)
    const closed = once(server, 'close')
    server.close()
    await inFlight.drain(graceMs)
    await app.close()
    server.closeIdleConnections()
    await Promise.race([closed, wait(flushMs, undefined, { ref: false })])
    server.closeAllConnections()
    await closed
  }
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onError = (error: NodeJS.ErrnoException) => reject(listenFailure(error, host, port))
  server.once('error', onError)
  server.listen({ host, port }, resolve)
  await promise
  server.off('error', onError)
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

function tokenNeeded(host: string): Failure {
  return new Failure(
    'forbidden',
    'TOKEN_REQUIRED',
    `Listening on ${host} gives other machines access and requires a token.`,
    {
      hint: 'Start with --token <secret> (or QUIRE_TOKEN), add a token with quire token add, or listen on 127.0.0.1.',
    },
  )
}

/** A header value cannot contain a token with spaces or non-ASCII characters. */
function tokenUnusable(): Failure {
  return new Failure(
    'invalid',
    'TOKEN_UNUSABLE',
    'The token contains a space or a non-ASCII character, so no client can send it.',
    { hint: 'Create one with: openssl rand -hex 24' },
  )
}

function tokenTooShort(host: string): Failure {
  return new Failure(
    'forbidden',
    'TOKEN_TOO_SHORT',
    `Listening on ${host} gives other machines access and requires a token of at least ${leastTokenLength} characters.`,
    {
      hint: 'Create one with: openssl rand -hex 24. Pass it with --token-file or QUIRE_TOKEN, which ps does not show.',
    },
  )
}

function listenFailure(error: NodeJS.ErrnoException, host: string, port: number): Failure {
  const extras = { cause: error, details: { host, port } }
  if (error.code === 'EADDRINUSE')
    return new Failure('conflict', 'PORT_IN_USE', `Port ${port} on ${host} is in use by another program.`, {
      ...extras,
      hint: 'Choose another with --port, or --port 0 for any free one.',
    })
  if (error.code === 'EACCES')
    return new Failure('forbidden', 'PORT_NOT_ALLOWED', `This user may not listen on port ${port}.`, {
      ...extras,
      hint: 'Choose a port above 1023 with --port.',
    })
  return new Failure(
    'unavailable',
    'LISTEN_FAILED',
    `Cannot listen on ${host}:${port}: ${error.code ?? error.message}.`,
    {
      ...extras,
      hint: 'Choose an address of this machine with --host.',
    },
  )
}
