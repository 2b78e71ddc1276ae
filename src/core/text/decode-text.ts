import { TextDecoder } from 'node:util'
import { Failure } from '../model/failure.ts'
import type { RawSource } from '../model/source.ts'

export type Decoded = { text: string; encoding: string; warnings: string[] }

/**
 * Decodes bytes to text. Tries, in this order: the byte order mark, the encoding that the transport or the file itself
 * declares, UTF-8 if the bytes are valid, and a guess from the bytes. Throws BROKEN_SOURCE for binary data.
 */
export function decodeText(raw: RawSource, declaredInside: string | null = null): Decoded {
  const { bytes, name } = raw
  const marked = encodingOfMark(bytes)
  if (marked !== null) return decodeAs(bytes, marked, [])
  const warnings: string[] = []
  // The transport's charset has priority over the file's, if the bytes are valid in it.
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

/** UTF-8 is often declared wrongly, and valid UTF-8 is recognised without a declaration. */
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

/** The share of control characters in the first bytes. Logs may contain a few, even zeros. */
function shareOfControls(bytes: Uint8Array): number {
  const sample = bytes.subarray(0, 8192)
  let controls = 0
  for (const byte of sample)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) controls++
  return sample.length === 0 ? 0 : controls / sample.length
}

/** Whether it is UTF-8 with a few broken bytes: many multi-byte characters, few replacement characters. */
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

/** The first East Asian encoding that decodes without errors to typical characters; otherwise windows-1252. */
function guessLegacy(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, 65_536)
  for (const encoding of ['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']) {
    const text = decodeStrictly(trimTail(sample, bytes.length), encoding)
    if (text !== null && isPlausible(text, encoding)) return encoding
  }
  return 'windows-1252'
}

/** Cuts a sample at its last line end, because it may end inside a character. */
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

/** Whether enough of the non-ASCII characters are typical of the encoding's script. */
function isPlausible(text: string, encoding: string): boolean {
  const wide = text.match(/\P{ASCII}/gu)?.length ?? 0
  const typical = text.match(scripts[encoding] ?? /$^/g)?.length ?? 0
  const share = encoding === 'gb18030' || encoding === 'big5' ? 0.08 : 0.25
  return wide > 3 && typical / wide > share
}

function notText(name: string): Failure {
  return new Failure('invalid', 'BROKEN_SOURCE', `${name} is not text: it contains binary data.`, {
    hint: 'Rename it with the file extension of its real format, if that format is supported.',
  })
}

/** The charset that an HTML page declares near its start, in `<meta>` or its XML declaration; null when it has none. */
export function charsetInside(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1')
  const found =
    /<meta[^>]{1,200}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1] ??
    /^\s*<\?xml[^>]{1,200}?encoding\s*=\s*["']([\w:.-]+)/i.exec(start)?.[1]
  return found?.toLowerCase() ?? null
}

/** Decodes a text file: UTF-8, or UTF-16 with a byte order mark. Throws BINARY_FILE for anything else. */
export function decodeFileText(bytes: Uint8Array, path: string): string {
  const encoding = encodingOfMark(bytes) ?? 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Reported below.
  }
  throw new Failure('unsupported', 'BINARY_FILE', `'${path}' is not a text file, so it cannot be shown.`, {
    hint: 'Ingest documents with ingest_file and read them with get_document.',
  })
}
