import type { Chunker } from '../../core/ports/chunker.ts'
import { markdownChunker } from './markdown-chunker.ts'

/** Chunkers by the name that the settings use. */
export const chunkers = {
  markdown: markdownChunker,
} satisfies Record<string, () => Chunker>
