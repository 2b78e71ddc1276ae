const searched = 1024

/** Where `%PDF-` stands in the first kilobyte (readers accept junk or a byte order mark before it); −1 if nowhere. */
export function findPdfStart(bytes: Uint8Array): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, searched)).indexOf('%PDF-')
}
