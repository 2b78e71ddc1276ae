import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** Red, green, blue and opacity of each pixel, one byte each, in rows from the top left corner. */
export type Picture = { width: number; height: number; pixels: Uint8Array }

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Bytes per pixel. */
const depth = 4
const mostPixels = 64_000_000

/**
 * Decodes a PNG with eight bits per channel and opacity, not interlaced, which is what the drawing library writes.
 * Throws for others.
 */
export function decodePng(bytes: Uint8Array): Picture {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (!view.subarray(0, 8).equals(signature)) throw new Error('the picture is not a PNG')
  const chunks = readChunks(view)
  const header = chunks.find(({ kind }) => kind === 'IHDR')?.data
  if (header?.length !== 13) throw new Error('the PNG has no header')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const isKnown = header[8] === 8 && header[9] === 6 && header[12] === 0
  if (!isKnown || width * height > mostPixels) throw new Error('the PNG has an unknown form')
  const size = height * (1 + width * depth)
  const packed = Buffer.concat(chunks.filter(({ kind }) => kind === 'IDAT').map(({ data }) => data))
  const rows = inflateSync(packed, { maxOutputLength: Math.max(1, size) })
  if (rows.length !== size) throw new Error('the PNG is cut short')
  return { width, height, pixels: unfilter(rows, width, height) }
}

export function encodePng({ width, height, pixels }: Picture): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const stride = width * depth
  const rows = Buffer.alloc(height * (1 + stride))
  for (let y = 0; y < height; y += 1) {
    const at = y * (1 + stride)
    rows[at] = 2
    for (let x = 0; x < stride; x += 1) {
      const above = y === 0 ? 0 : (pixels[(y - 1) * stride + x] ?? 0)
      rows[at + 1 + x] = (pixels[y * stride + x] ?? 0) - above
    }
  }
  const data = deflateSync(rows, { level: 6 })
  const chunks = [toChunk('IHDR', header), toChunk('IDAT', data), toChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

function readChunks(view: Buffer): { kind: string; data: Buffer }[] {
  const chunks: { kind: string; data: Buffer }[] = []
  let at = signature.length
  while (at + 12 <= view.length) {
    const length = view.readUInt32BE(at)
    chunks.push({
      kind: view.toString('latin1', at + 4, at + 8),
      data: view.subarray(at + 8, at + 8 + length),
    })
    at += 12 + length
  }
  return chunks
}

function toChunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Reverses the prediction of each row (https://www.w3.org/TR/png-3/#9Filters). */
function unfilter(rows: Uint8Array, width: number, height: number): Uint8Array {
  const stride = width * depth
  const pixels = new Uint8Array(height * stride)
  for (let y = 0; y < height; y += 1) {
    const from = y * (1 + stride)
    const filter = rows[from] ?? 0
    if (filter > 4) throw new Error('the PNG is damaged')
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x
      const left = x < depth ? 0 : (pixels[at - depth] ?? 0)
      const up = y === 0 ? 0 : (pixels[at - stride] ?? 0)
      const corner = x < depth || y === 0 ? 0 : (pixels[at - stride - depth] ?? 0)
      pixels[at] = (rows[from + 1 + x] ?? 0) + predict(filter, { left, up, corner })
    }
  }
  return pixels
}

function predict(filter: number, { left, up, corner }: { left: number; up: number; corner: number }): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
