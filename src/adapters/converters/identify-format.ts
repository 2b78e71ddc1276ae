import { Failure } from '../../core/model/failure.ts'
import type { RawSource } from '../../core/model/source.ts'
import { decodeText } from '../../core/text/decode-text.ts'
import { openCompound } from './compound/compound-file.ts'
import { extensionOf, type FormatWord, formatOfExtension, formatOfMediaType, formats } from './formats.ts'
import { findPdfStart } from './pdf/open-pdf.ts'

/** What the signature of the bytes identifies: a format, a container family, or the name of an unsupported type. */
type Signature =
  | { kind: 'format'; format: FormatWord }
  | { kind: 'family'; family: 'zip' | 'compound' }
  | { kind: 'foreign'; name: string }
  | { kind: 'none' }

/** Identifies the format of a source: by its content first, then by its media type, then by its name. */
export async function identifyFormat(raw: RawSource): Promise<FormatWord> {
  if (isBlank(raw.bytes))
    throw new Failure('invalid', 'EMPTY_SOURCE', `${raw.name} is empty.`, {
      hint: 'Check that the file was saved or downloaded completely.',
    })
  if (isPdf(raw.bytes)) return 'pdf'
  const signature = await readSignature(raw.bytes)
  const claimed = claimsOf(raw)
  if (signature.kind === 'format') return signature.format
  if (signature.kind === 'family') return fromFamily(signature.family, raw, claimed)
  if (signature.kind === 'foreign') throw unsupported(raw, signature.name)
  // A mail may contain binary parts.
  if (claimed.includes('eml')) return 'eml'
  const text = sniffText(raw)
  if (text === null) return fromBinary(raw, claimed)
  if (claimed.includes('pdf') && /\b\d+ \d+ obj\b/.test(text.sample)) return 'pdf'
  if (text.format === 'html' && claimed[0] === 'code') return 'code'
  return text.format ?? claimed.find(format => formats[format].family === 'text') ?? text.guess
}

/** Whether there is nothing but ASCII white space. Stops at the first other byte. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every(byte => byte === 32 || (byte >= 9 && byte <= 13))
}

/** The header may come after a byte order mark or junk; then the rest must contain parts of a PDF too. */
function isPdf(bytes: Uint8Array): boolean {
  const start = findPdfStart(bytes)
  if (start <= 3) return start >= 0
  const rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return rest.includes('endobj', start) && (rest.includes('trailer', start) || rest.includes('/Root', start))
}

async function readSignature(bytes: Uint8Array): Promise<Signature> {
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  if (!found || found.ext === 'xml') return { kind: 'none' }
  if (isPlainText(bytes) && !writtenAsText.has(found.ext)) return { kind: 'none' }
  if (found.ext === 'cfb') return compoundFormat(bytes)
  if (found.ext === 'zip') return { kind: 'family', family: 'zip' }
  const format = formatOfMediaType(found.mime) ?? formatOfExtension(`.${found.ext}`)
  return format === null
    ? { kind: 'foreign', name: `${found.ext} (${found.mime})` }
    : { kind: 'format', format }
}

/** Formats of printable characters that are not meant to be read as text. */
const writtenAsText: ReadonlySet<string> = new Set(['rtf', 'ps', 'eps'])

/**
 * Some signatures are ordinary words (a text with "free" at its fifth byte matches a video format), so plain text is
 * not identified by its signature.
 */
function isPlainText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 65_536)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells binary data from text
  const control = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/
  try {
    const isCut = head.length < bytes.length
    return !control.test(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: isCut }))
  } catch {
    return false
  }
}

/** Office 97 files and Outlook messages share one container; the streams of its root identify the type. */
function compoundFormat(bytes: Uint8Array): Signature {
  const names = rootNames(bytes)
  if (names.has('encryptedpackage')) return { kind: 'family', family: 'zip' }
  const found = compoundStreams.find(([name]) => names.has(name))
  return found === undefined ? { kind: 'family', family: 'compound' } : { kind: 'format', format: found[1] }
}

/** The stream of the root that only this format has. An embedded document has its streams in a storage below. */
const compoundStreams: readonly (readonly [string, FormatWord])[] = [
  ['worddocument', 'doc'],
  ['powerpoint document', 'ppt'],
  ['workbook', 'xls'],
  ['book', 'xls'],
  ['__properties_version1.0', 'msg'],
]

/** Empty when the file is damaged: its media type and name must say what it is. */
function rootNames(bytes: Uint8Array): ReadonlySet<string> {
  try {
    return openCompound(bytes).names
  } catch (error) {
    if (error instanceof Failure) return new Set()
    throw error
  }
}

/** The media type before the extension. Unknown media types are ignored. */
function claimsOf(raw: RawSource): FormatWord[] {
  const declared = raw.mediaType === null ? null : formatOfMediaType(raw.mediaType)
  return [declared, formatOfExtension(raw.name)].filter(format => format !== null)
}

function fromFamily(family: 'zip' | 'compound', raw: RawSource, claimed: readonly FormatWord[]): FormatWord {
  const format = claimed.find(claim => formats[claim].family === family)
  if (format !== undefined) return format
  if (family === 'zip') return 'zip'
  throw unsupported(raw, 'a compound file (OLE)')
}

/**
 * Bytes without a known signature are treated as a damaged file of the claimed format; its converter reports the
 * damage.
 */
function fromBinary(raw: RawSource, claimed: readonly FormatWord[]): FormatWord {
  const format = claimed.find(claim => formats[claim].family !== 'text')
  if (format !== undefined) return format
  throw unsupported(raw, 'binary data')
}

function unsupported(raw: RawSource, found: string): Failure {
  const extension = extensionOf(raw.name)
  const named = raw.name.includes('.') ? `.${extension}: ` : ''
  return new Failure(
    'unsupported',
    'UNSUPPORTED_FORMAT',
    `Unsupported format: ${named}${raw.name} is ${found}.`,
    {
      hint: 'Supported formats: PDF, images, Word, PowerPoint, Excel, OpenDocument, RTF, mail (EML, MSG), EPUB, HTML, Markdown, text, CSV, JSON, XML, source code, ZIP and audio. Convert it to one of these, or pass its text with ingest_content.',
    },
  )
}

const sampled = 65_536

/** `format` is certain from the content; `guess` is used when neither media type nor name says more. */
type TextSniff = { sample: string; format: FormatWord | null; guess: FormatWord }

/** Examines the beginning of the bytes; null when they are not text. */
function sniffText(raw: RawSource): TextSniff | null {
  const sample = decodeSample(raw)
  if (sample === null) return null
  const start = sample.replace(/^\ufeff/, '').trimStart()
  return { sample, format: sureFormat(raw, start), guess: guessFormat(start) }
}

function guessFormat(start: string): FormatWord {
  if (looksLikeMail(start)) return 'eml'
  return looksLikeTable(start) ? 'csv' : 'txt'
}

/** Whether the text begins with headers, among them two that every mail has. */
function looksLikeMail(start: string): boolean {
  const head =
    /^(?:From [^\n]*\n)?((?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+)\r?\n/.exec(start.slice(0, 16_384))?.[1] ??
    ''
  const found = new Set(
    head
      .match(/^(?:from|to|date|subject|message-id|mime-version|received)(?=:)/gim)
      ?.map(name => name.toLowerCase()),
  )
  return found.has('from') && found.size >= 3
}

function decodeSample(raw: RawSource): string | null {
  try {
    return decodeText({ ...raw, bytes: wholeLines(raw.bytes) }).text
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** Ends the sample at a line end where possible, so that no character is cut in two. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= sampled) return bytes
  const sample = bytes.subarray(0, sampled)
  const end = sample.lastIndexOf(10)
  // A line end in UTF-16 has two bytes.
  return end > 0 ? sample.subarray(0, end + 1 + ((end + 1) % 2)) : sample
}

/** Some manuals are pages without `<html>`: the first element is `<head>`, with the namespace of XHTML. */
const rootOfXhtml =
  /^<\?xml[^>]*\?>\s*(?:<!--[\s\S]*?-->\s*)*(?:<!doctype[^>]*>\s*)?<\w+\s(?:[^>]*\s)?xmlns=["']http:\/\/www\.w3\.org\/1999\/xhtml["']/i

function sureFormat(raw: RawSource, start: string): FormatWord | null {
  const head = start.slice(0, 4096).replace(/^(?:<!--[\s\S]*?-->\s*)+/, '')
  if (/^<\?xml\b/i.test(head))
    return /<(?:!doctype\s+)?html\b/i.test(head) || rootOfXhtml.test(head) ? 'html' : 'xml'
  if (/^<!doctype\s+html\b|^<(?:html|head|body)\b[^>]*>/i.test(head)) return 'html'
  return /^[[{]/.test(start) && isJson(raw) ? 'json' : null
}

function isJson(raw: RawSource): boolean {
  try {
    JSON.parse(decodeText(raw).text.replace(/^\ufeff/, ''))
    return true
  } catch {
    return false
  }
}

/** Whether there are at least three lines that all have the same number (two or more) of one separator. */
function looksLikeTable(text: string): boolean {
  const lines = text
    .split(/\r?\n/)
    .slice(0, 20)
    .filter(line => line.trim() !== '')
  if (lines.length < 3) return false
  return [',', ';', '\t'].some(separator => {
    const counts = lines.slice(0, -1).map(line => line.replace(/"[^"]*"/g, '').split(separator).length - 1)
    return (counts[0] ?? 0) >= 2 && counts.every(count => count === counts[0])
  })
}
