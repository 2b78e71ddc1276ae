import { Readable } from 'node:stream'
import { Failure } from '../../core/model/failure.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { HttpClient, HttpRequest, HttpResponse } from '../net/http.ts'
import { toBucketFailure } from './bucket-failure.ts'
import { type BucketKeys, encodeKey, encodeQuery, signRequest } from './sign-request.ts'

export type BucketPlace = {
  /** Address of the server, such as https://s3.eu-central-1.amazonaws.com. */
  endpoint: string
  bucket: string
  region: string
  /** `path`: https://server/bucket/key; `host`: https://bucket.server/key. */
  addressing: 'path' | 'host'
  keys: BucketKeys
}

export type BucketParts = {
  client: HttpClient
  clock: Clock
  /** Waits before a request is repeated. */
  pause(ms: number): Promise<void>
}

/**
 * Objects of a server that speaks the protocol of S3. Every request is repeated after errors that pass; what remains is a
 * Failure that says what to do.
 */
export type Bucket = ReturnType<typeof openBucket>

/** Requests are repeated this often; the first pause is doubled each time, up to the longest. */
const retries = 4
const firstPauseMs = 200
const longestPauseMs = 5_000

/** A request ends when no byte has moved for this long. */
const stallMs = 15_000

const pieceBytes = 1024 * 1024
const mostListBytes = 16 * 1024 * 1024
const mostErrorBytes = 1024 * 1024

const hashOfNothing = sha256('')

type Asked = {
  method: 'GET' | 'PUT' | 'DELETE'
  key: string
  query?: Record<string, string>
  body?: { bytes: Uint8Array; hash: string }
  maxBytes: number
}

export function openBucket(place: BucketPlace, { client, clock, pause }: BucketParts) {
  async function send({ method, key, query, body, maxBytes }: Asked): Promise<HttpResponse> {
    const url = addressOf(place, key)
    url.search = encodeQuery(Object.entries(query ?? {}))
    const { keys, region } = place
    const unsigned = { method, url, headers: {}, bodyHash: body?.hash ?? hashOfNothing }
    const signed = signRequest(unsigned, { keys, region, at: new Date(clock.now()) })
    const stall = watchStall(clock)
    const request: HttpRequest = {
      method,
      headers: signed,
      maxBytes: Math.max(maxBytes, mostErrorBytes),
      onPiece: stall.moved,
    }
    if (body !== undefined) {
      request.headers = { ...signed, 'content-length': `${body.bytes.length}` }
      request.body = Readable.from(piecesOf(body.bytes, stall.moved), { objectMode: false })
    }
    try {
      return await client.request(url, request, stall.signal)
    } finally {
      stall.dispose()
    }
  }

  /** Statuses that the caller expects are returned; any other one that is not a success is thrown. */
  async function ask(asked: Asked, expected: readonly number[] = []): Promise<HttpResponse> {
    for (let attempt = 0; ; attempt++) {
      const answer = await send(asked).catch((error: unknown) => toBucketFailure(error))
      if ('status' in answer && (answer.status < 300 || expected.includes(answer.status))) return answer
      const { failure, mayPass } = 'status' in answer ? toBucketFailure(answer) : answer
      if (!mayPass || attempt >= retries) throw failure
      await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** attempt))
    }
  }

  return {
    /** Stores an object. `hash` is the SHA-256 of its bytes: the server refuses others. */
    async put(key: string, bytes: Uint8Array, hash: string): Promise<void> {
      await ask({ method: 'PUT', key, body: { bytes, hash }, maxBytes: mostErrorBytes })
    },
    /** Null when there is no such object. */
    async get(key: string, maxBytes: number): Promise<Uint8Array | null> {
      const answer = await ask({ method: 'GET', key, maxBytes }, [404])
      if (answer.status < 300) return answer.body
      const { failure, code } = toBucketFailure(answer)
      if (code === 'NoSuchKey' || code === '') return null
      throw failure
    },
    async remove(key: string): Promise<void> {
      const answer = await ask({ method: 'DELETE', key, maxBytes: mostErrorBytes }, [404])
      const { failure, code } = toBucketFailure(answer)
      if (answer.status === 404 && code !== 'NoSuchKey' && code !== '') throw failure
    },
    /** Keys that begin with this prefix, in order. */
    async *list(prefix: string): AsyncGenerator<string> {
      for (let next: string | null = ''; next !== null; ) {
        const query = {
          'list-type': '2',
          'encoding-type': 'url',
          prefix,
          ...(next === '' ? {} : { 'continuation-token': next }),
        }
        const { body } = await ask({ method: 'GET', key: '', query, maxBytes: mostListBytes })
        const xml = Buffer.from(body).toString('utf8')
        for (const [, key = ''] of xml.matchAll(/<Key>([^<]*)<\/Key>/g)) yield decodeKey(unescapeXml(key))
        const token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1]
        next = token === undefined ? null : unescapeXml(token)
      }
    },
    close: () => client.close(),
  }
}

function addressOf({ endpoint, bucket, addressing }: BucketPlace, key: string): URL {
  const url = new URL(endpoint)
  const folder = url.pathname.replace(/\/+$/, '')
  if (addressing === 'host') url.hostname = `${bucket}.${url.hostname}`
  const path = addressing === 'host' ? encodeKey(key) : `${bucket}/${encodeKey(key)}`
  url.pathname = `${folder}/${path}`.replace(/\/$/, key === '' && addressing === 'path' ? '' : '/')
  return url
}

/** A signal that aborts when `moved` was not called for a while. */
function watchStall(clock: Clock) {
  const stalled = new AbortController()
  const start = () => {
    const limit = clock.timeout(stallMs)
    limit.signal.addEventListener('abort', () => stalled.abort(limit.signal.reason), { once: true })
    return limit
  }
  let limit = start()
  return {
    signal: stalled.signal,
    moved() {
      limit.dispose()
      limit = start()
    },
    dispose: () => limit.dispose(),
  }
}

/** In pieces, so that encrypting a large body does not block other work. */
function* piecesOf(bytes: Uint8Array, onPiece: () => void): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    onPiece()
    yield bytes.subarray(at, at + pieceBytes)
  }
}

/** Lists encode keys as forms do. */
function decodeKey(key: string): string {
  return decodeURIComponent(key.replaceAll('+', ' '))
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

function unescapeXml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')
}

/** The failure that a bucket throws when what it holds is not what was stored. */
export function damagedObject(): Failure {
  return new Failure(
    'unavailable',
    'BUCKET_DAMAGED',
    'The bucket of kept files returned other bytes than were stored.',
    { hint: 'Restore the object from a backup of the bucket, or ingest the file again.' },
  )
}
