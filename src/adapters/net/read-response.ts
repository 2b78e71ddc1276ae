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
  // Servers use this name for raw deflate and for deflate with a zlib header.
  deflate: (body, options) =>
    promisify(inflate)(body, options).catch(error =>
      isTooLong(error) ? Promise.reject(error) : promisify(inflateRaw)(body, options),
    ),
}

/** Decodes the content encodings of a response; throws when the result exceeds `maxBytes`. */
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
    `Network error fetching '${url.href}': the response cannot be decoded as '${encoding}'`,
    {
      hint: 'The server sends a broken or unknown encoding. Download the file and use ingest_file.',
      cause,
    },
  )
}

type Headers = Readonly<Record<string, string>>

/** The name of a response's content: from Content-Disposition, else the last part of the URL. */
export function nameOfResponse(url: URL, headers: Headers): string {
  return nameOfDisposition(headers['content-disposition'] ?? '') ?? nameOfPath(url.pathname) ?? url.hostname
}

export function typeOfResponse(headers: Headers): { mediaType: string | null; charset: string | null } {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';')
  const mediaType = type.trim().toLowerCase()
  const charset = parameters
    .map(parameter => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1])
    .find(found => found !== undefined)
  return {
    mediaType: /^[\w.+-]+\/[\w.+-]+$/.test(mediaType) ? mediaType : null,
    charset: charset?.toLowerCase() ?? null,
  }
}

/** RFC 6266: the extended form takes precedence over the plain one. */
function nameOfDisposition(disposition: string): string | null {
  const extended = /(?:^|;)\s*filename\*\s*=\s*[\w-]+'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  const quoted = /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i
    .exec(disposition)?.[1]
    ?.replace(/\\(.)/g, '$1')
  const plain = /(?:^|;)\s*filename\s*=\s*([^";\s]+)/i.exec(disposition)?.[1]
  const name = extended === undefined ? (quoted ?? plain) : decoded(extended)
  return name === undefined ? null : lastPart(name)
}

function nameOfPath(path: string): string | null {
  return lastPart(decoded(path.replace(/\/+$/, '').split('/').at(-1) ?? ''))
}

/** A name is never a path: everything before the last slash or backslash is dropped. */
function lastPart(name: string): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  const part = (name.split(/[/\\]/).at(-1) ?? '').replace(/[\x00-\x1f\x7f]/g, '').trim()
  return part === '' || part === '.' || part === '..' ? null : part.slice(-200)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
