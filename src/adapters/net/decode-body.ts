import { promisify } from 'node:util'
import { brotliDecompress, gunzip, type InputType, inflate, inflateRaw, zstdDecompress } from 'node:zlib'
import { Failure } from '../../core/model/failure.ts'
import type { HttpResponse } from './http.ts'

type Decode = (body: InputType, options: { maxOutputLength: number }) => Promise<Buffer>

const decoders: Readonly<Record<string, Decode>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
  // Half of the web means raw deflate by this word, the other half deflate in a zlib envelope.
  deflate: (body, options) =>
    promisify(inflate)(body, options).catch(error =>
      isTooLong(error) ? Promise.reject(error) : promisify(inflateRaw)(body, options),
    ),
}

/** Undoes a response's content encodings, never growing beyond `maxBytes` on the way. */
export async function decodeBody(
  response: HttpResponse,
  { url, maxBytes }: { url: URL; maxBytes: number },
): Promise<Uint8Array> {
  const encodings = (response.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map(encoding => encoding.trim())
    .filter(encoding => encoding !== '' && encoding !== 'identity')
  if (encodings.length > 2) throw undecodable(url, encodings.join(', '))
  let body = response.body
  for (const encoding of encodings.reverse()) {
    const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined
    if (!decode) throw undecodable(url, encoding)
    body = await decode(body, { maxOutputLength: maxBytes }).catch((error: unknown) => {
      throw isTooLong(error) ? tooLong(url, maxBytes) : undecodable(url, encoding, error)
    })
  }
  return body
}

function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
}

function tooLong(url: URL, maxBytes: number): Failure {
  return new Failure(
    'too_large',
    'TOO_LARGE',
    `'${url.href}' unpacks to more than the ${maxBytes} bytes that are accepted.`,
    { hint: 'Fetch a smaller part of it, or raise the limit of the server.', details: { maxBytes } },
  )
}

function undecodable(url: URL, encoding: string, cause?: unknown): Failure {
  return new Failure(
    'unavailable',
    'FETCH_FAILED',
    `Network error fetching '${url.href}': the answer cannot be decoded as '${encoding}'`,
    {
      hint: 'The server sends a broken or unknown encoding. Fetch the file yourself and use ingest_file.',
      cause,
    },
  )
}
