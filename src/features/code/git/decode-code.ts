const utf8 = new TextDecoder('utf-8', { fatal: true })
const latin1 = new TextDecoder('latin1')

/** The text of a source file; null for what is not text. Old files that are no UTF-8 are read byte by byte. */
export function decodeCode(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return utf8.decode(bytes)
  } catch {
    return latin1.decode(bytes)
  }
}
