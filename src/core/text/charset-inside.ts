/** What an HTML page says of itself in `<meta>` or its XML declaration, near its start. */
export function charsetInside(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1')
  const found =
    /<meta[^>]{1,200}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1] ??
    /^\s*<\?xml[^>]{1,200}?encoding\s*=\s*["']([\w:.-]+)/i.exec(start)?.[1]
  return found?.toLowerCase() ?? null
}
