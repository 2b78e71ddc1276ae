import { Failure } from '../../core/model/failure.ts'
import type { RawSource } from '../../core/model/source.ts'
import { decodeText } from '../../core/text/decode-text.ts'
import type { FormatWord } from './formats.ts'

const sampled = 65_536

/** `format` is what the text surely is, whatever it is called; `guess` what to take it for if nobody says. */
export type TextSniff = { sample: string; format: FormatWord | null; guess: FormatWord }

/** Looks at the beginning of what may be text; null when it is not. */
export function sniffText(raw: RawSource): TextSniff | null {
  const sample = decodeSample(raw)
  if (sample === null) return null
  const start = sample.replace(/^\ufeff/, '').trimStart()
  return { sample, format: sureFormat(raw, start), guess: looksLikeTable(start) ? 'csv' : 'txt' }
}

function decodeSample(raw: RawSource): string | null {
  try {
    return decodeText({ ...raw, bytes: wholeLines(raw.bytes) }).text
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** The sample ends at a line end where there is one, so that it does not cut a character in two. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= sampled) return bytes
  const sample = bytes.subarray(0, sampled)
  const end = sample.lastIndexOf(10)
  // A UTF-16 line end is two bytes wide.
  return end > 0 ? sample.subarray(0, end + 1 + ((end + 1) % 2)) : sample
}

function sureFormat(raw: RawSource, start: string): FormatWord | null {
  const head = start.slice(0, 4096).replace(/^(?:<!--[\s\S]*?-->\s*)+/, '')
  if (/^<\?xml\b/i.test(head)) return /<(?:!doctype\s+)?html\b/i.test(head) ? 'html' : 'xml'
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

/** Three or more lines that all have the same number, at least two, of the same separators. */
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
