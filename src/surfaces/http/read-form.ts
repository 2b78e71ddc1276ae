import { setImmediate } from 'node:timers/promises'

/** One part of a multipart form: a file when it has a file name, else a field. */
export type FormPart = { name: string; fileName: string | null; mediaType: string; bytes: Uint8Array }

export type Form = { state: 'read'; parts: FormPart[] } | { state: 'malformed' } | { state: 'too_many' }

/** More parts than any real form has. Each part is read before anything is refused. */
export const mostParts = 1_000
const mostHeaderBytes = 16_384
/** Bytes to search before the event loop runs: bytes with many partial boundaries are slow to search. */
const slice = 4 * 1024 * 1024

/** Parses multipart/form-data (RFC 7578). Parts are views of the body: a large file is searched once and not copied. */
export async function parseForm(body: Uint8Array, contentType: string): Promise<Form> {
  const boundary = boundaryOf(contentType)
  if (boundary === null) return { state: 'malformed' }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const between = Buffer.from(`\r\n--${boundary}`)
  const parts: FormPart[] = []
  let at = await firstPart(bytes, between)
  if (at === null) return { state: 'malformed' }
  for (;;) {
    if (bytes[at] === dash && bytes[at + 1] === dash) return { state: 'read', parts }
    if (parts.length >= mostParts) return { state: 'too_many' }
    const part = await readPart(bytes, at, between)
    if (part === null) return { state: 'malformed' }
    parts.push(part.part)
    at = part.next
  }
}

/** The end of the first boundary, at the start of the body or of a line. Text before it is ignored. */
async function firstPart(bytes: Buffer, between: Buffer): Promise<number | null> {
  const atStart = between.subarray(2)
  if (bytes.subarray(0, atStart.length).equals(atStart)) return atStart.length
  const before = await find(bytes, between, 0)
  return before < 0 ? null : before + between.length
}

async function find(bytes: Buffer, wanted: Buffer, from: number): Promise<number> {
  for (let at = from; at < bytes.length; at += slice) {
    if (at > from) await setImmediate()
    const found = bytes.subarray(at, at + slice + wanted.length - 1).indexOf(wanted)
    if (found >= 0) return at + found
  }
  return -1
}

const dash = 0x2d

/** RFC 2046: up to 70 characters, quoted or not. */
function boundaryOf(contentType: string): string | null {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  return quoted ?? plain ?? null
}

async function readPart(
  bytes: Buffer,
  at: number,
  between: Buffer,
): Promise<{ part: FormPart; next: number } | null> {
  const head = bytes.subarray(at, at + mostHeaderBytes)
  const lineEnd = head.indexOf('\r\n')
  // Only white space may follow a boundary on its line.
  if (lineEnd < 0 || head.subarray(0, lineEnd).toString('latin1').trim() !== '') return null
  const window = head.subarray(lineEnd)
  const headerEnd = window.indexOf('\r\n\r\n')
  if (headerEnd < 0) return null
  const headers = window.subarray(0, headerEnd).toString('utf8')
  const start = at + lineEnd + headerEnd + 4
  const end = await find(bytes, between, start)
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

/** Browsers encode quotes and line ends in names as %22, %0D and %0A; other clients escape quotes with a backslash. */
function parameterOf(disposition: string, name: string): string | null {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(disposition) ?? []
  const value = quoted?.replace(/\\(["\\])/g, '$1') ?? plain
  return (
    value?.replace(/%22|%0d|%0a/gi, code => String.fromCharCode(Number.parseInt(code.slice(1), 16))) ?? null
  )
}
