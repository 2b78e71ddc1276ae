import type { Chunk } from '../model/chunk.ts'
import type { ChunkPolicy, Collection } from '../model/collection.ts'
import type { Document } from '../model/document.ts'
import { throwIfAborted } from '../model/failure.ts'
import { chunkIdOf } from '../model/identity.ts'
import type { ReportProgress } from '../model/progress.ts'
import type { ChunkDraft } from '../ports/chunker.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { ChunkWrite } from '../ports/store.ts'
import type { Parts } from './ingest-request.ts'

/** Tokens that are kept free for the headings that are embedded with each chunk. */
export const headingBudget = 40

/** Tokens that models add around a text, such as [CLS] and [SEP]. */
const specialTokens = 2

/** Cuts a document into chunks, with ids derived from what they name. */
export function cutDocument(document: Document, collection: Collection, parts: Parts): Chunk[] {
  const countTokens = (text: string) => parts.embedder.countTokens(text)
  const isByCharacters = collection.policy.unit === 'characters'
  const drafts = parts.chunker.chunk({
    markdown: document.markdown,
    pages: document.pages,
    outline: document.outline,
    policy: isByCharacters ? collection.policy : fitPolicy(collection.policy, parts.embedder),
    countTokens: isByCharacters ? text => text.length : countTokens,
  })
  return drafts.map(draft => ({
    ...draft,
    ...(isByCharacters ? { tokens: countTokens(document.markdown.slice(draft.start, draft.end)) } : {}),
    id: idOf({ document, draft, collection }),
  }))
}

function idOf({
  document,
  draft,
  collection,
}: {
  document: Document
  draft: ChunkDraft
  collection: Collection
}): string {
  return chunkIdOf({
    documentId: document.id,
    location: locationOf(draft),
    model: collection.model,
    ordinal: draft.ordinal,
  })
}

/** The same chunks as chunks of another model: with its ids, and their length in its tokens. */
export function nameChunks(
  { document, chunks, collection }: Cut,
  { embedder }: Pick<Parts, 'embedder'>,
): Chunk[] {
  return chunks.map(chunk => ({
    ...chunk,
    tokens: embedder.countTokens(document.markdown.slice(chunk.start, chunk.end)),
    id: idOf({ document, draft: chunk, collection }),
  }))
}

/** Whether the model reads every chunk to its end, together with its headings. */
export function isReadWhole(
  { document, chunks }: Pick<Cut, 'document' | 'chunks'>,
  { embedder }: Pick<Parts, 'embedder'>,
): boolean {
  const room = embedder.maxTokens - specialTokens - headingBudget
  return chunks.every(({ start, end }) => embedder.countTokens(document.markdown.slice(start, end)) <= room)
}

/** Lowers the policy's limits so that the model reads every chunk together with its headings. */
export function fitPolicy(policy: ChunkPolicy, embedder: Pick<Embedder, 'maxTokens'>): ChunkPolicy {
  const room = embedder.maxTokens - specialTokens - (policy.headingContext > 0 ? headingBudget : 0)
  const maxTokens = Math.max(1, Math.min(policy.maxTokens, room))
  return {
    ...policy,
    maxTokens,
    overlapTokens: Math.min(policy.overlapTokens, maxTokens - 1),
    minTokens: Math.min(policy.minTokens, maxTokens),
  }
}

function locationOf(draft: ChunkDraft): string {
  if (draft.sectionPath.length > 0) return draft.sectionPath.join('|')
  return draft.pages ? `p${draft.pages.first}-${draft.pages.last}` : ''
}

type Cut = {
  document: Document
  chunks: readonly Chunk[]
  collection: Collection
  /** A text to embed before each chunk, in the order of the chunks. */
  contexts?: readonly (string | null)[] | undefined
}

/** The vector of a chunk, with the bits of its tokens where the model gives them. */
export type ChunkVector = Pick<ChunkWrite, 'tokenBits'> & { vector: Float32Array }

/**
 * Returns one vector per chunk, in order. Works in batches, so that it reports progress and stops soon when aborted.
 */
export async function embedChunks(
  cut: Cut,
  { embedder }: Pick<Parts, 'embedder'>,
  { signal, progress }: { signal: AbortSignal; progress: ReportProgress },
): Promise<ChunkVector[]> {
  const texts = textsToEmbed(cut, embedder)
  const vectors: ChunkVector[] = []
  for (let from = 0; from < texts.length; from += embedder.maxBatch) {
    throwIfAborted(signal)
    const batch = texts.slice(from, from + embedder.maxBatch)
    vectors.push(...(await embedTexts(batch, embedder, signal)))
    progress({ done: vectors.length, total: texts.length, message: `Embedding ${cut.document.title}` })
  }
  return vectors
}

/** Embeds texts with the bits of their tokens, where the model gives them. */
export async function embedTexts(
  texts: readonly string[],
  embedder: Pick<Embedder, 'tokens' | 'embedDocuments'>,
  signal: AbortSignal,
): Promise<ChunkVector[]> {
  if (embedder.tokens === null)
    return (await embedder.embedDocuments(texts, signal)).map(vector => ({ vector }))
  const made = await embedder.tokens.embedDocuments(texts, signal)
  return made.map(({ vector, tokenBits }) => (tokenBits === null ? { vector } : { vector, tokenBits }))
}

/** What the model reads of each chunk, in order. */
export function textsToEmbed(
  { document, chunks, collection, contexts }: Cut,
  embedder: Parts['embedder'],
): string[] {
  const { headingContext } = collection.policy
  return chunks.map((chunk, index) => {
    const text = textToEmbed({ document, chunk, headingContext }, embedder)
    return withContext(contexts?.[index] ?? null, text, embedder)
  })
}

/** The text of the chunk below the headings above it: a heading often names what the passage only calls "it". */
export function textToEmbed(
  {
    document,
    chunk,
    headingContext,
  }: { document: Pick<Document, 'title' | 'markdown'>; chunk: Chunk; headingContext: number },
  embedder: Pick<Embedder, 'countTokens'>,
): string {
  const text = document.markdown.slice(chunk.start, chunk.end)
  if (headingContext === 0) return text
  const missing = headingsAbove(document.title, chunk)
    .slice(-headingContext)
    .filter(heading => !text.slice(0, 400).includes(heading))
  while (missing.length > 0 && embedder.countTokens(missing.join(' > ')) > headingBudget) missing.shift()
  return missing.length === 0 ? text : `${missing.join(' > ')}\n\n${text}`
}

/** Puts as much of the context before the text as the model reads. The text itself is never shortened for it. */
function withContext(context: string | null, text: string, embedder: Parts['embedder']): string {
  if (context === null) return text
  const room = embedder.maxTokens - embedder.countTokens(text) - 8
  const words = context.split(' ')
  while (words.length > 0 && embedder.countTokens(words.join(' ')) > room) words.pop()
  return words.length === 0 ? text : `${words.join(' ')}\n---\n${text}`
}

/** Each chunk with its vector and the terms it is found by. */
export function indexChunks(
  {
    document,
    chunks,
    vectors,
  }: {
    document: Document
    chunks: readonly Chunk[]
    vectors: readonly (ChunkWrite['vector'] | ChunkVector)[]
  },
  { analyzer }: Pick<Parts, 'analyzer'>,
): ChunkWrite[] {
  return chunks.map((chunk, index) => ({
    chunk,
    ...withTokens(vectors[index] ?? new Float32Array()),
    terms: {
      heading: analyzer.analyze(headingsAbove(document.title, chunk).join('\n'), document.language),
      body: analyzer.analyze(document.markdown.slice(chunk.start, chunk.end), document.language),
    },
  }))
}

function withTokens(vector: ChunkWrite['vector'] | ChunkVector): Pick<ChunkWrite, 'vector' | 'tokenBits'> {
  return 'vector' in vector ? vector : { vector }
}

/** The headings above a chunk, beginning with the title if there is one: the name of a source may say nothing. */
export function headingsAbove(title: string, chunk: Pick<Chunk, 'sectionPath'>): string[] {
  if (chunk.sectionPath.includes(title) || isIdentifier(title)) return chunk.sectionPath
  return [title, ...chunk.sectionPath]
}

/** Whether a title is a number or a numbered name, such as "1417", "MED-10.md" or "IMG_2041.jpg". */
function isIdentifier(title: string): boolean {
  const words = title.replace(/\.\w{1,5}$/, '').match(/\p{L}{3,}/gu) ?? []
  return /^\S*\d\S*$/.test(title) && words.length < 2
}
