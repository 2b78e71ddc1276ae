import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { markdownChunker } from '../src/adapters/chunkers/markdown-chunker.ts'
import type { Ocr } from '../src/adapters/converters/ocr/ocr.ts'
import { pdfConverter } from '../src/adapters/converters/pdf/pdf-converter.ts'
import { documentsPolicy } from '../src/core/model/collection.ts'
import { Failure } from '../src/core/model/failure.ts'
import type { Sampler } from './sample-hits.ts'
import { seededRandom } from './seeded-random.ts'

/** Takes chunks of the default policy at random, without a store: wider and quicker than asking questions. */
export function chunkSampler({ perFile }: { perFile: number }): Sampler {
  const converter = pdfConverter(withoutOcr)
  return {
    async sample(path, password) {
      const name = basename(path)
      const raw = { source: path, name, bytes: await readFile(path), mediaType: 'application/pdf' }
      try {
        const { markdown, pages, outline } = await converter.convert(
          { ...raw, charset: null, lastModified: null, fileType: null },
          { password, ocrLanguages: ['en'] },
          { signal: new AbortController().signal, progress: () => {} },
        )
        const countTokens = (text: string) => Math.ceil(text.length / 4)
        const policy = documentsPolicy
        const random = seededRandom(name)
        return markdownChunker()
          .chunk({ markdown, pages, outline, policy, countTokens })
          .map(chunk => ({ chunk, order: random() }))
          .sort((a, b) => a.order - b.order)
          .slice(0, perFile)
          .map(({ chunk }) => {
            const touched = pages.filter(page => page.start < chunk.end && page.end > chunk.start)
            return {
              text: markdown.slice(chunk.start, chunk.end),
              pages: touched.map(page => page.number),
              ocr: touched.some(page => page.ocr),
            }
          })
      } catch (error) {
        if (error instanceof Failure) return `refused: ${error.code}: ${error.message}`
        throw error
      }
    },
    close: async () => {},
  }
}

/** Only text layers are checked, so pictures need not be read. */
const withoutOcr: Ocr = {
  name: 'none',
  recognise: async () => ({ paragraphs: [], warnings: [] }),
  close: async () => {},
}
