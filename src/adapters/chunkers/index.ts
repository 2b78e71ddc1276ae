import type { Chunker } from '../../core/ports/chunker.ts'
import { markdownChunker } from './markdown-chunker.ts'

/** The ways to cut documents, by the word a setting picks them with. */
export const chunkers = {
  markdown: markdownChunker,
} satisfies Record<string, () => Chunker>
