import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What the server does wrong at its next request, once each. */
export type Fault = { status: number; code: string } | 'cut the body' | 'hang up'

export type BucketServer = {
  /** `http://127.0.0.1:port` */
  url: string
  keys: { accessKey: string; secretKey: string }
  region: string
  /** Objects by bucket and key: `kept/a/b`. Tests may change them. */
  objects: Map<string, Buffer>
  faults: Fault[]
  /** Method and path of every request that was not a fault. */
  requests: string[]
  /** How far the clock of the server is ahead. */
  aheadMs: number
  close(): Promise<void>
}

const bucket = 'kept'
const longestSkewMs = 15 * 60 * 1000
const pageLength = 3

/**
 * A loopback stand-in for a server of S3, with the bucket `kept`. It computes every signature anew from the bytes that it
 * received, by the specification and without the code under test, and refuses what does not agree.
 */
export async function bucketServer(): Promise<BucketServer> {
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const state: BucketServer = {
    url: `http://127.0.0.1:${port}`,
    keys: { accessKey: 'LOOPBACKACCESSKEY', secretKey: 'loopback/secret+key' },
    region: 'eu-test-1',
    objects: new Map(),
    faults: [],
    requests: [],
    aheadMs: 0,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request).catch(() => null)
    if (body === null) return
    const fault = state.faults.shift()
    if (fault === 'hang up') return void request.socket.destroy()
    if (typeof fault === 'object') return refuse(response, fault)
    const refused = check(request, body)
    if (refused !== null) return refuse(response, refused)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host')
    const isHostStyle = request.headers.host?.startsWith(`${bucket}.`) === true
    const place = decodeURIComponent(isHostStyle ? `${bucket}${pathname}` : pathname.slice(1))
    state.requests.push(`${request.method} ${place}`)
    if (!place.startsWith(`${bucket}/`) && place !== bucket)
      return refuse(response, { status: 404, code: 'NoSuchBucket' })
    if (searchParams.has('list-type')) return void list(response, searchParams)
    if (request.method === 'PUT') {
      state.objects.set(place, body)
      return void response.end()
    }
    if (request.method === 'DELETE') {
      state.objects.delete(place)
      return void response.writeHead(204).end()
    }
    const object = state.objects.get(place)
    if (object === undefined) return refuse(response, { status: 404, code: 'NoSuchKey' })
    response.writeHead(200, { 'content-length': object.length })
    if (fault !== 'cut the body') return void response.end(object)
    response.write(object.subarray(0, Math.floor(object.length / 2)), () => request.socket.destroy())
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const all = [...state.objects.keys()]
      .map(place => place.slice(bucket.length + 1))
      .filter(key => key.startsWith(prefix) && key > after)
      .sort()
    const page = all.slice(0, pageLength)
    const next =
      all.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const keys = page.map(
      key => `<Contents><Key>${encodeURIComponent(key).replaceAll('%2F', '/')}</Key></Contents>`,
    )
    response.end(`<?xml version="1.0"?><ListBucketResult>${keys.join('')}${next}</ListBucketResult>`)
  }

  /** What is wrong with a request; null when it may be answered. */
  function check({ method, url = '/', headers }: IncomingMessage, body: Buffer): Refusal | null {
    const parts =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request,\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/.exec(
        headers.authorization ?? '',
      )
    if (parts === null) return { status: 403, code: 'AccessDenied' }
    const [, accessKey = '', day = '', region = '', signedNames = '', signature = ''] = parts
    if (accessKey !== state.keys.accessKey) return { status: 403, code: 'InvalidAccessKeyId' }
    if (region !== state.region) return { status: 400, code: 'AuthorizationHeaderMalformed' }
    const names = signedNames.split(';')
    if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every(name => names.includes(name)))
      return { status: 403, code: 'AccessDenied' }
    const time = String(headers['x-amz-date'])
    const sentAt = Date.parse(time.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
    if (!(Math.abs(Date.now() + state.aheadMs - sentAt) <= longestSkewMs) || !time.startsWith(day))
      return { status: 403, code: 'RequestTimeTooSkewed' }
    const [path = '', query = ''] = url.split('?')
    const canonical = [
      method,
      path,
      query.split('&').filter(Boolean).sort().join('&'),
      ...names.map(name => `${name}:${String(headers[name]).trim()}`),
      '',
      signedNames,
      headers['x-amz-content-sha256'],
    ].join('\n')
    const text = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
    let key: Buffer = Buffer.from(`AWS4${state.keys.secretKey}`)
    for (const part of [day, region, 's3', 'aws4_request', text])
      key = createHmac('sha256', key).update(part).digest()
    if (!timingSafeEqual(key, Buffer.from(signature, 'hex')))
      return { status: 403, code: 'SignatureDoesNotMatch' }
    if (sha256(body) !== headers['x-amz-content-sha256'])
      return { status: 400, code: 'XAmzContentSHA256Mismatch' }
    return null
  }

  return state
}

type Refusal = { status: number; code: string }

function refuse(response: ServerResponse, { status, code }: Refusal): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
}

function sha256(value: string | Buffer): string {
  return createHash('sha256').update(value).digest('hex')
}
