import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import type { Converter } from '../../core/ports/converter.ts'
import { readImageSize } from './image-size.ts'
import type { Ocr } from './ocr/ocr.ts'

/** Decoded, a pixel takes four bytes and more: this many fit into the memory a conversion is given. */
const maxPixels = 100_000_000

/** Pictures of text: one page, read by `ocr`. */
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
