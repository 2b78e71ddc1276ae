import type { Chunk } from '../model/chunk.ts'
import type { Document } from '../model/document.ts'
import type { ChunkWrite } from '../ports/store.ts'
import { headingsAbove } from './embed-chunks.ts'
import type { Parts } from './parts.ts'

/** Each chunk with its vector and the terms it is found by. */
export function indexChunks(
  document: Document,
  chunks: readonly Chunk[],
  vectors: readonly Float32Array[],
  { analyzer }: Pick<Parts, 'analyzer'>,
): ChunkWrite[] {
  return chunks.map((chunk, index) => ({
    chunk,
    vector: vectors[index] ?? new Float32Array(),
    terms: {
      heading: analyzer.analyze(headingsAbove(document.title, chunk).join('\n'), document.language),
      body: analyzer.analyze(document.markdown.slice(chunk.start, chunk.end), document.language),
    },
  }))
}
