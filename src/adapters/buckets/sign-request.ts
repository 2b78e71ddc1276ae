import { createHash, createHmac } from 'node:crypto'

export type BucketKeys = {
  accessKey: string
  secretKey: string
  /** Of temporary keys. */
  sessionToken: string | null
}

export type UnsignedRequest = {
  method: string
  /** Its path is percent-encoded as `encodeKey` does. */
  url: URL
  headers: Readonly<Record<string, string>>
  /** SHA-256 of the body, in hexadecimal digits. */
  bodyHash: string
}

const algorithm = 'AWS4-HMAC-SHA256'

/**
 * Returns the headers of a request with its signature: AWS Signature Version 4 for the service s3. All headers are signed.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function signRequest(
  request: UnsignedRequest,
  { keys, region, at }: { keys: BucketKeys; region: string; at: Date },
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    'x-amz-content-sha256': request.bodyHash,
    'x-amz-date': time,
    ...(keys.sessionToken === null ? {} : { 'x-amz-security-token': keys.sessionToken }),
  }
  const names = Object.keys(headers).sort()
  const canonical = [
    request.method,
    request.url.pathname,
    encodeQuery(request.url.searchParams),
    ...names.map(name => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    request.bodyHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const hash = createHash('sha256').update(canonical).digest('hex')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${keys.secretKey}`,
  )
  const signature = hmac(key, [algorithm, time, scope, hash].join('\n')).toString('hex')
  return {
    ...headers,
    authorization: `${algorithm} Credential=${keys.accessKey}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`,
  }
}

/** Encodes all but the unreserved characters of RFC 3986; `/` stays. */
export function encodeKey(key: string): string {
  return key.split('/').map(encode).join('/')
}

/** Sorted, and encoded as `encodeKey` does: servers compute the signature from the query that they receive. */
export function encodeQuery(query: Iterable<[string, string]>): string {
  return [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
