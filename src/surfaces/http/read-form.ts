/** One part of a multipart form: a file when it has a file name, else a field. */
export type FormPart = { name: string; fileName: string | null; mediaType: string; bytes: Uint8Array }

export type Form = { state: 'read'; parts: FormPart[] } | { state: 'malformed' } | { state: 'too_many' }

/** No form that people send has more, and each part is looked at before anything is refused. */
export const mostParts = 1_000
const mostHeaderBytes = 16_384

/**
 * Parses multipart/form-data (RFC 7578). Parts are views of the body, found by its boundary: a large file costs one
 * search and no copy.
 */
export function parseForm(body: Uint8Array, contentType: string): Form {
  const boundary = boundaryOf(contentType)
  if (boundary === null) return { state: 'malformed' }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const delimiter = Buffer.from(`--${boundary}`)
  const parts: FormPart[] = []
  let at = bytes.indexOf(delimiter)
  // Whatever is before the first boundary is no part; the boundary begins a line.
  while (at > 0 && bytes[at - 1] !== newline) at = bytes.indexOf(delimiter, at + 1)
  if (at < 0) return { state: 'malformed' }
  const between = Buffer.from(`\r\n--${boundary}`)
  for (at += delimiter.length; ; ) {
    if (bytes[at] === dash && bytes[at + 1] === dash) return { state: 'read', parts }
    if (parts.length >= mostParts) return { state: 'too_many' }
    const part = readPart(bytes, at, between)
    if (part === null) return { state: 'malformed' }
    parts.push(part.part)
    at = part.next
  }
}

const newline = 0x0a
const dash = 0x2d

/** RFC 2046: up to 70 characters, quoted or not. */
function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain ?? null
}

function readPart(bytes: Buffer, at: number, between: Buffer): { part: FormPart; next: number } | null {
  const lineEnd = bytes.indexOf('\r\n', at)
  // Only white space may follow a boundary on its line.
  if (lineEnd < 0 || bytes.subarray(at, lineEnd).toString('latin1').trim() !== '') return null
  const window = bytes.subarray(lineEnd, lineEnd + mostHeaderBytes)
  const headerEnd = window.indexOf('\r\n\r\n')
  if (headerEnd < 0) return null
  const headers = window.subarray(0, headerEnd).toString('utf8')
  const start = lineEnd + headerEnd + 4
  const end = bytes.indexOf(between, start)
  const disposition = headerOf(headers, 'content-disposition')
  const name = parameterOf(disposition, 'name')
  if (end < 0 || name === null || !/^form-data\b/i.test(disposition)) return null
  const part = {
    name,
    fileName: parameterOf(disposition, 'filename'),
    mediaType: headerOf(headers, 'content-type'),
    bytes: bytes.subarray(start, end),
  }
  return { part, next: end + between.length }
}

function headerOf(headers: string, name: string): string {
  const line = headers.split('\r\n').find(line => line.toLowerCase().startsWith(`${name}:`))
  return line?.slice(name.length + 1).trim() ?? ''
}

/** Browsers write a quote and line ends in names as %22, %0D and %0A; other clients write a backslash before a quote. */
function parameterOf(disposition: string, name: string): string | null {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(disposition) ?? []
  const value = quoted?.replace(/\\(["\\])/g, '$1') ?? plain
  return (
    value?.replace(/%22|%0d|%0a/gi, code => String.fromCharCode(Number.parseInt(code.slice(1), 16))) ?? null
  )
}
