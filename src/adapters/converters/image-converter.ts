import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import type { Converter } from '../../core/ports/converter.ts'
import type { Ocr } from './ocr/ocr.ts'

/** A decoded pixel takes at least four bytes: this many fit into the memory of a conversion. */
const maxPixels = 100_000_000

/** Converts a picture of text to one page, with `ocr`. */
export function imageConverter(ocr: Ocr): Converter {
  return {
    name: 'image',
    version: 1,
    formats: ['image'],
    isolated: true,
    async convert(raw, options, { signal, progress }) {
      throwIfAborted(signal)
      const size = readImageSize(raw.bytes)
      if (size && size.width * size.height > maxPixels) throw tooLarge(raw.name, size)
      progress({ done: 0, total: 1, message: `Recognising text in ${raw.name}` })
      const request = { image: raw.bytes, languages: options.ocrLanguages, dpi: null }
      const { paragraphs, warnings } = await ocr.recognise(request, signal)
      const markdown = paragraphs
        .map(lines => lines.map(line => line.text).join('\n'))
        .join('\n\n')
        .toWellFormed()
      if (!/[\p{L}\p{N}]/u.test(markdown)) throw noText(raw.name)
      return {
        markdown,
        title: null,
        fileType: 'image',
        pages: [{ number: 1, label: null, start: 0, end: markdown.length, ocr: true }],
        outline: [],
        warnings,
      }
    },
  }
}

function tooLarge(name: string, { width, height }: { width: number; height: number }): Failure {
  return new Failure(
    'too_large',
    'IMAGE_TOO_LARGE',
    `${name} has ${width} × ${height} pixels, too many to read.`,
    {
      hint: `Scale it down to at most ${maxPixels / 1_000_000} million pixels.`,
    },
  )
}

function noText(name: string): Failure {
  return new Failure('invalid', 'NO_TEXT', `Ingestion failed: no text could be recognised in ${name}.`, {
    hint: 'Check that the picture shows legible text, choose its language, or pass the text with ingest_content.',
  })
}

type ImageSize = { width: number; height: number }

/** Reads width and height from the header, without decoding; null when the header is unknown. */
function readImageSize(bytes: Uint8Array): ImageSize | null {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  try {
    if (view.readUInt32BE(0) === 0x89504e47)
      return { width: view.readUInt32BE(16), height: view.readUInt32BE(20) }
    if (view.toString('latin1', 0, 3) === 'GIF')
      return { width: view.readUInt16LE(6), height: view.readUInt16LE(8) }
    if (view.toString('latin1', 0, 2) === 'BM')
      return { width: Math.abs(view.readInt32LE(18)), height: Math.abs(view.readInt32LE(22)) }
    if (view.readUInt16BE(0) === 0xffd8) return readJpegSize(view)
    if (view.toString('latin1', 8, 12) === 'WEBP') return readWebpSize(view)
    const order = view.toString('latin1', 0, 2)
    if (order === 'II' || order === 'MM') return readTiffSize(view, order === 'II')
    return null
  } catch {
    // The file is shorter than its header says.
    return null
  }
}

function readJpegSize(view: Buffer): ImageSize | null {
  let at = 2
  while (at < view.length) {
    const marker = view.readUInt16BE(at)
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return { height: view.readUInt16BE(at + 5), width: view.readUInt16BE(at + 7) }
    at += 2 + view.readUInt16BE(at + 2)
  }
  return null
}

function readWebpSize(view: Buffer): ImageSize | null {
  const kind = view.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: 1 + view.readUIntLE(24, 3), height: 1 + view.readUIntLE(27, 3) }
  if (kind === 'VP8L') {
    const bits = view.readUInt32LE(21)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
  }
  return { width: view.readUInt16LE(26) & 0x3fff, height: view.readUInt16LE(28) & 0x3fff }
}

function readTiffSize(view: Buffer, isLittle: boolean): ImageSize | null {
  const short = (at: number) => (isLittle ? view.readUInt16LE(at) : view.readUInt16BE(at))
  const long = (at: number) => (isLittle ? view.readUInt32LE(at) : view.readUInt32BE(at))
  const directory = long(4)
  const size = { width: 0, height: 0 }
  for (let entry = 0; entry < short(directory); entry += 1) {
    const at = directory + 2 + 12 * entry
    const value = short(at + 2) === 3 ? short(at + 8) : long(at + 8)
    if (short(at) === 256) size.width = value
    if (short(at) === 257) size.height = value
  }
  return size.width > 0 && size.height > 0 ? size : null
}
