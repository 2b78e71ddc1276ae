import type { Chunk } from '../model/chunk.ts'
import type { Collection } from '../model/collection.ts'
import type { Document } from '../model/document.ts'
import { throwIfAborted } from '../model/failure.ts'
import type { ReportProgress } from '../model/progress.ts'
import { headingBudget } from './cut-document.ts'
import type { Parts } from './parts.ts'

/** One vector per chunk, in order, made batch by batch so that progress shows and cancelling is quick. */
export async function embedChunks(
  document: Document,
  chunks: readonly Chunk[],
  collection: Collection,
  parts: Parts,
  context: {
    signal: AbortSignal
    progress: ReportProgress
    /** What to put before each chunk, in their order. */
    contexts?: readonly (string | null)[] | undefined
  },
): Promise<Float32Array[]> {
  const { embedder } = parts
  const texts = chunks.map((chunk, index) => {
    const text = textToEmbed(document, chunk, collection.policy.headingContext, embedder)
    return withContext(context.contexts?.[index] ?? null, text, embedder)
  })
  const vectors: Float32Array[] = []
  for (let from = 0; from < texts.length; from += embedder.maxBatch) {
    throwIfAborted(context.signal)
    const batch = texts.slice(from, from + embedder.maxBatch)
    vectors.push(...(await embedder.embedDocuments(batch, context.signal)))
    context.progress({ done: vectors.length, total: texts.length, message: `Embedding ${document.title}` })
  }
  return vectors
}

/** As much of the context as the model reads beside the whole chunk: the chunk itself is never cut for it. */
function withContext(context: string | null, text: string, embedder: Parts['embedder']): string {
  if (context === null) return text
  const room = embedder.maxTokens - embedder.countTokens(text) - 8
  const words = context.split(' ')
  while (words.length > 0 && embedder.countTokens(words.join(' ')) > room) words.pop()
  return words.length === 0 ? text : `${words.join(' ')}\n---\n${text}`
}

/** The chunk with the headings above it, which often name what the passage only calls "it". */
export function textToEmbed(
  document: Pick<Document, 'title' | 'markdown'>,
  chunk: Chunk,
  headingContext: number,
  embedder: { countTokens(text: string): number },
): string {
  const text = document.markdown.slice(chunk.start, chunk.end)
  if (headingContext === 0) return text
  const missing = headingsAbove(document.title, chunk)
    .slice(-headingContext)
    .filter(heading => !text.slice(0, 400).includes(heading))
  while (missing.length > 0 && embedder.countTokens(missing.join(' > ')) > headingBudget) missing.shift()
  return missing.length === 0 ? text : `${missing.join(' > ')}\n\n${text}`
}

export function headingsAbove(title: string, chunk: Pick<Chunk, 'sectionPath'>): string[] {
  return chunk.sectionPath.includes(title) ? chunk.sectionPath : [title, ...chunk.sectionPath]
}
