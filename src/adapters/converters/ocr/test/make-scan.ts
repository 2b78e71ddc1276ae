import { inflateSync } from 'node:zlib'
import { drawPage } from '../../pdf/recognise-page.ts'
import { makePdf, type PdfLine, type PdfPicture } from '../../pdf/test/make-pdf.ts'

/** Small, because recognition time grows with the size of the picture. */
export const scanSize = { width: 480, height: 160 }

/** A picture of text, like a scan: PNG and grey pixels. */
export async function makeScan(lines: PdfLine[]): Promise<{ png: Uint8Array; picture: PdfPicture }> {
  const { png } = await drawPage(makePdf({ pages: [{ lines, ...scanSize }] }), {
    number: 1,
    password: null,
    ...scanSize,
  })
  return { png, picture: decodePng(Buffer.from(png)) }
}

/** A minimal PNG reader: eight bits, colours with alpha, no interlacing; the red channel is used as grey. */
function decodePng(png: Buffer): PdfPicture {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const channels = png[25] === 6 ? 4 : 3
  const data: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const raw = inflateSync(Buffer.concat(data))
  const stride = width * channels
  const rows = Buffer.alloc(stride * height)
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]!
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? rows[y * stride + x - channels]! : 0
      const up = y > 0 ? rows[(y - 1) * stride + x]! : 0
      const corner = y > 0 && x >= channels ? rows[(y - 1) * stride + x - channels]! : 0
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]!
      rows[y * stride + x] = raw[y * (stride + 1) + 1 + x]! + guess
    }
    for (let x = 0; x < width; x++) pixels[y * width + x] = rows[y * stride + x * channels]!
  }
  return { width, height, pixels }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const distance = (value: number) => Math.abs(estimate - value)
  const [toLeft, toUp, toCorner] = [distance(left), distance(up), distance(corner)]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
