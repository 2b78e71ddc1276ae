import { Failure } from '../model/failure.ts'

/** The text of a file that is text: UTF-8, or UTF-16 that says so. Anything else is refused, not guessed. */
export function decodeText(bytes: Uint8Array, path: string): string {
  const encoding = encodingOf(bytes)
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

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}
