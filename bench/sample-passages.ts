import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { analyzer } from '../src/adapters/analyzers/analyzer.ts'
import { chunkers } from '../src/adapters/chunkers/index.ts'
import { markdownChunker } from '../src/adapters/chunkers/markdown-chunker.ts'
import { createConverters } from '../src/adapters/converters/index.ts'
import type { Ocr } from '../src/adapters/converters/ocr/ocr.ts'
import { pdfConverter } from '../src/adapters/converters/pdf/pdf-converter.ts'
import { openEmbedder } from '../src/adapters/embedders/index.ts'
import { openStore } from '../src/adapters/stores/index.ts'
import { systemClock } from '../src/app/clock.ts'
import { createEngine, documentsPolicy, Failure } from '../src/index.ts'
import { seededByText } from './seeded-by-text.ts'

/** A passage with the pages that it cites. */
export type Passage = { text: string; pages: number[]; ocr: boolean }

export type Sampler = {
  /** Passages of one file, or why it was refused. `witness`: the text of its pages by pdftotext. */
  sample(path: string, password: string | null, witness: readonly string[]): Promise<Passage[] | string>
  close(): Promise<void>
}

const questionWords = { least: 6, most: 12 }

/** How many questions are asked for each hit that is needed: several may find the same passage. */
const questionsPerHit = 4

/**
 * Ingests files into a new library in an empty home, searches for words of them, and takes the best hits, each
 * passage once, until there are enough.
 */
export async function hitSampler(options: { embedder: string; perFile: number }): Promise<Sampler> {
  const home = await mkdtemp(join(tmpdir(), 'quire-page-truth-'))
  const store = await openStore(`sqlite:${join(home, 'knowledge.db')}`, { clock: systemClock })
  const engine = createEngine({
    store,
    embedder: await openEmbedder(options.embedder, { local: {} }),
    converters: createConverters({}),
    chunker: chunkers.markdown(),
    analyzer: analyzer(),
    clock: systemClock,
    collectionDefaults: { scope: 'shared', policy: documentsPolicy },
  })
  const { signal } = new AbortController()

  return {
    async sample(path, password, witness) {
      const name = basename(path)
      const raw = { source: path, name, mediaType: 'application/pdf', charset: null, lastModified: null }
      try {
        const { documentId } = await engine.ingest(
          {
            collection: name,
            read: async () => ({ ...raw, bytes: await readFile(path), fileType: null }),
            metadata: {},
            options: { password, ocrLanguages: ['en'] },
          },
          { signal, progress: () => {} },
        )
        const document = await store.readDocument(documentId)
        const scanned = new Set(document?.pages.filter(page => page.ocr).map(page => page.number))
        const asked = witness.filter((_, index) => !scanned.has(index + 1))
        const found = new Map<string, Passage>()
        const count = questionsPerHit * options.perFile
        for (const text of makeQuestions(asked, { seed: name, count })) {
          if (found.size >= options.perFile) break
          const answer = await engine.search(
            { collections: [name], text, limit: 1, mode: 'hybrid', filter: [], sort: 'relevance' },
            signal,
          )
          for (const { chunk, text } of answer.hits) {
            const pages = numbersOf(chunk.pages)
            found.set(chunk.id, { text, pages, ocr: pages.some(page => scanned.has(page)) })
          }
        }
        return [...found.values()]
      } catch (error) {
        if (error instanceof Failure) return `refused: ${error.code}: ${error.message}`
        throw error
      }
    },
    async close() {
      await engine.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Runs of a few words, each from a random page that has enough words. */
function makeQuestions(pages: readonly string[], { seed, count }: { seed: string; count: number }): string[] {
  const random = seededByText(seed)
  const pick = (below: number) => Math.floor(random() * below)
  const worded = pages
    .map(page => page.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)))
    .filter(words => words.length >= questionWords.least)
  if (worded.length === 0) return []
  return Array.from({ length: count }, () => {
    const words = worded[pick(worded.length)] ?? []
    const length = Math.min(
      words.length,
      questionWords.least + pick(questionWords.most - questionWords.least + 1),
    )
    const start = pick(words.length - length + 1)
    return words.slice(start, start + length).join(' ')
  })
}

function numbersOf(pages: { first: number; last: number } | null): number[] {
  if (!pages) return []
  return Array.from({ length: pages.last - pages.first + 1 }, (_, index) => pages.first + index)
}

/** Takes random chunks of the default policy without a store, which covers more text and is faster than searching. */
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
        const random = seededByText(name)
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

/** Skips OCR, because only text layers are checked. */
const withoutOcr: Ocr = {
  name: 'none',
  recognise: async () => ({ paragraphs: [], warnings: [] }),
  close: async () => {},
}
