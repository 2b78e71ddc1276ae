import { Failure } from '../../core/model/failure.ts'
import type { Cache } from '../../core/ports/cache.ts'

type Client = Awaited<ReturnType<typeof connect>>

export type RedisOptions = {
  url: string
  /** How long an answer is kept at most; writes outdate it long before. */
  seconds: number
  /** How long a question to the server may take before the search goes on without. */
  patienceMs?: number
}

const prefix = 'quire:'
const defaultPatienceMs = 250
/** Connecting happens once, and loads the client first. */
const connectMs = 3_000
/** After a failed attempt the server is left alone for so long: searches must not pay for it each time. */
const restMs = 5_000

/** A cache that several servers share. Connects by first use, and again when the server has come back. */
export function redisCache({ url, seconds, patienceMs = defaultPatienceMs }: RedisOptions): Cache {
  let client: Promise<Client> | null = null
  let restUntil = 0

  async function ask<T>(question: (client: Client) => Promise<T>): Promise<T> {
    if (performance.now() < restUntil) throw unavailable(url, 'it did not answer a moment ago')
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
  // What goes wrong is told by the question that meets it; without a listener it would end the process.
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
      hint: 'Searches go on without it.',
      cause,
    },
  )
}

/** The address without name and password. */
function shown(url: string): string {
  if (!URL.canParse(url)) return 'redis'
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
