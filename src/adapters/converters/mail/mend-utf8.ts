/**
 * Mends text that was written as UTF-8 and declared as Latin-1, a common mistake of programs that send mail: "Iâ€™m"
 * becomes "I’m". Text whose characters are not valid UTF-8 when read as bytes is returned unchanged.
 */
export function mendUtf8(text: string): string {
  if (!/[\u0080-\u{10ffff}]/u.test(text)) return text
  const bytes = Buffer.alloc(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const byte = code < 0x100 ? code : byteOf.get(code)
    if (byte === undefined) return text
    bytes[at] = byte
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return text
  }
}

/** The characters of windows-1252 beyond Latin-1. */
const byteOf = new Map(
  Array.from({ length: 32 }, (_, index) => {
    const byte = 0x80 + index
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)).charCodeAt(0), byte] as const
  }),
)
