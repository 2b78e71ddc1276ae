import { TextDecoder } from 'node:util'
import { Failure } from '../model/failure.ts'
import type { RawSource } from '../model/source.ts'

export type Decoded = { text: string; encoding: string; warnings: string[] }

/**
 * Bytes to text: byte order mark, then the encoding declared by the transport or by the file itself, then UTF-8
 * where it is valid, then what the bytes look like.
 */
export function decodeText(raw: RawSource, declaredInside: string | null = null): Decoded {
  const { bytes, name } = raw
  const marked = encodingOfMark(bytes)
  if (marked !== null) return decodeAs(bytes, marked, [])
  const warnings: string[] = []
  // The transport knows better than the file, but only where the bytes bear it out.
  if (raw.charset !== null && isUtf8Label(raw.charset)) {
    const promised = decodeStrictly(bytes, 'utf-8')
    if (promised !== null) return { text: promised, encoding: 'utf-8', warnings }
  }
  for (const label of [raw.charset, declaredInside]) {
    if (label === null || isUtf8Label(label)) continue
    if (/^utf-?16/i.test(label) && !looksUtf16(bytes)) continue
    const decoder = decoderFor(label)
    if (decoder !== null) return { text: decoder.decode(bytes), encoding: decoder.encoding, warnings }
    warnings.push(`${name} declares the unknown encoding ${label.slice(0, 40)}; another was assumed.`)
  }
  const utf8 = decodeStrictly(bytes, 'utf-8')
  if (utf8 !== null && shareOfControls(bytes) <= 0.1) return { text: utf8, encoding: 'utf-8', warnings }
  if (looksUtf16(bytes)) return decodeAs(bytes, guessUtf16(bytes), warnings)
  if (bytes.includes(0) || shareOfControls(bytes) > 0.1) throw notText(name)
  if (isMostlyUtf8(bytes)) {
    warnings.push(`${name} has bytes that are not valid UTF-8; they were replaced.`)
    return decodeAs(bytes, 'utf-8', warnings)
  }
  return decodeAs(bytes, guessLegacy(bytes), warnings)
}

function decodeAs(bytes: Uint8Array, encoding: string, warnings: string[]): Decoded {
  return { text: new TextDecoder(encoding).decode(bytes), encoding, warnings }
}

function encodingOfMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

/** A wrong claim of UTF-8 is common; valid UTF-8 is found without the claim. */
function isUtf8Label(label: string): boolean {
  return /^(utf-?8|unicode-1-1-utf-8|us-ascii|ascii)$/i.test(label.trim())
}

function decoderFor(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label.trim())
  } catch {
    return null
  }
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Western text in UTF-16 has a zero in nearly every second byte, all on the same side. */
function looksUtf16(bytes: Uint8Array): boolean {
  const { even, odd, pairs } = countZeros(bytes)
  return pairs > 1 && Math.max(even, odd) / pairs > 0.3 && Math.min(even, odd) / pairs < 0.05
}

function guessUtf16(bytes: Uint8Array): string {
  const { even, odd } = countZeros(bytes)
  return even > odd ? 'utf-16be' : 'utf-16le'
}

function countZeros(bytes: Uint8Array): { even: number; odd: number; pairs: number } {
  const pairs = Math.min(bytes.length >> 1, 4096)
  let even = 0
  let odd = 0
  for (let index = 0; index < pairs; index++) {
    if (bytes[index * 2] === 0) even++
    if (bytes[index * 2 + 1] === 0) odd++
  }
  return { even, odd, pairs }
}

/** How much of the start is control characters that text has no use for. Logs may have a few, even zeros. */
function shareOfControls(bytes: Uint8Array): number {
  const sample = bytes.subarray(0, 8192)
  let controls = 0
  for (const byte of sample)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) controls++
  return sample.length === 0 ? 0 : controls / sample.length
}

/** UTF-8 with a few damaged bytes: many multi-byte characters, hardly any replacement. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, 65_536))
  let replaced = 0
  let wide = 0
  for (const character of text) {
    if (character === '\ufffd') replaced++
    else if (character > '\u007f') wide++
  }
  return wide > replaced * 10
}

/** Shift_JIS and its neighbours are told by strict decoding that gives kana; else the western code page. */
function guessLegacy(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, 65_536)
  for (const encoding of ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']) {
    const text = decodeStrictly(trimTail(sample, bytes.length), encoding)
    if (text !== null && isPlausible(text, encoding)) return encoding
  }
  return 'windows-1252'
}

/** A sample may end inside a character; ending it at the last line end avoids that. */
function trimTail(sample: Uint8Array, total: number): Uint8Array {
  if (sample.length === total) return sample
  const end = sample.lastIndexOf(10)
  return end > 0 ? sample.subarray(0, end) : sample
}

const scripts: Record<string, RegExp> = {
  shift_jis: /[\u3041-\u30ff]/g,
  'euc-jp': /[\u3041-\u30ff]/g,
  gb18030: /[的是一不了在人有我他这中大来上国]/g,
  big5: /[的是一不了在人有我他這中大來上國]/g,
  'euc-kr': /[\uac00-\ud7a3]/g,
}

/** Enough of the script's most frequent characters among all that are not ASCII. */
function isPlausible(text: string, encoding: string): boolean {
  const wide = text.match(/\P{ASCII}/gu)?.length ?? 0
  const typical = text.match(scripts[encoding] ?? /$^/g)?.length ?? 0
  const share = encoding === 'gb18030' || encoding === 'big5' ? 0.08 : 0.25
  return wide > 3 && typical / wide > share
}

function notText(name: string): Failure {
  return new Failure('invalid', 'BROKEN_SOURCE', `${name} is not text: it holds binary data.`, {
    hint: 'Give it the file ending of its real format, if that format is supported.',
  })
}

/** What an HTML page says of itself in `<meta>` or its XML declaration, near its start. */
export function charsetInside(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1')
  const found =
    /<meta[^>]{1,200}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1] ??
    /^\s*<\?xml[^>]{1,200}?encoding\s*=\s*["']([\w:.-]+)/i.exec(start)?.[1]
  return found?.toLowerCase() ?? null
}

/** The text of a file that is text: UTF-8, or UTF-16 that says so. Anything else is refused, not guessed. */
export function decodeFileText(bytes: Uint8Array, path: string): string {
  const encoding = encodingOfMark(bytes) ?? 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Not text in that encoding.
  }
  throw new Failure('unsupported', 'BINARY_FILE', `'${path}' is not a text file, so it cannot be shown.`, {
    hint: 'Ingest documents with ingest_file and read them with get_document.',
  })
}
