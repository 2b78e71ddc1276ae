import { Failure } from '../../core/model/failure.ts'
import type { Cache } from '../../core/ports/cache.ts'

type Client = Awaited<ReturnType<typeof connect>>

export type RedisOptions = {
  url: string
  /** Longest time an answer is kept. A write to the collection invalidates it earlier. */
  seconds: number
  /** Longest time to wait for the server before the search continues without it. */
  patienceMs?: number
}

const prefix = 'quire:'
const defaultPatienceMs = 250
/** Connecting happens once and includes loading the client library. */
const connectMs = 3_000
/** After an error the server is not contacted for this long, so that not every search waits for it. */
const restMs = 5_000

/** A cache that several servers share. Connects on first use, and again after the connection was lost. */
export function redisCache({ url, seconds, patienceMs = defaultPatienceMs }: RedisOptions): Cache {
  let client: Promise<Client> | null = null
  let restUntil = 0

  async function ask<T>(question: (client: Client) => Promise<T>): Promise<T> {
    if (performance.now() < restUntil) throw unavailable(url, 'it did not answer the last request')
    try {
      client ??= connect(url)
      return await within(question(await within(client, connectMs)), patienceMs)
    } catch (error) {
      restUntil = performance.now() + restMs
      const broken = client
      client = null
      broken?.then(opened => opened.destroy()).catch(() => {})
      throw unavailable(url, error)
    }
  }

  return {
    description: shown(url),
    get: key => ask(opened => opened.get(prefix + key)),
    set: (key, value) =>
      ask(async opened => {
        await opened.set(prefix + key, value, { expiration: { type: 'EX', value: seconds } })
      }),
    async close() {
      await client?.then(opened => opened.close()).catch(() => {})
    },
  }
}

async function connect(url: string) {
  const { createClient } = await import('@redis/client')
  const client = createClient({ url, socket: { reconnectStrategy: false }, disableOfflineQueue: true })
  // Errors are reported by the call that fails; without a listener this event would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function unavailable(url: string, cause: unknown): Failure {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Failure(
    'unavailable',
    'CACHE_UNAVAILABLE',
    `The cache ${shown(url)} cannot be used: ${reason}.`,
    {
      hint: 'Searches continue without it.',
      cause,
    },
  )
}

/** The URL without user name and password. */
function shown(url: string): string {
  if (!URL.canParse(url)) return 'redis'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
