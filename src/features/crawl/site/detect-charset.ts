import { TextDecoder } from 'node:util'
import { charsetInside } from '../../../core/text/decode-text.ts'

/**
 * The charset to read a page by. Text in other charsets that has letters beyond ASCII is practically never valid
 * UTF-8 by accident, so valid UTF-8 wins over a header or a page that claims something else, and a claim of UTF-8
 * that is not true counts for nothing.
 */
export function detectCharset(bytes: Uint8Array, declared: string | null): string | null {
  const isValid = isUtf8(bytes)
  if (isValid && bytes.some(byte => byte > 0x7f)) return 'utf-8'
  const claims = [declared, charsetInside(bytes)]
  return claims.find(claim => claim !== null && (isValid || !/^utf-?8$/i.test(claim))) ?? null
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
