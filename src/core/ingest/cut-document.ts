import type { Chunk } from '../model/chunk.ts'
import type { ChunkPolicy, Collection } from '../model/collection.ts'
import type { Document } from '../model/document.ts'
import { chunkIdOf } from '../model/identity.ts'
import type { ChunkDraft } from '../ports/chunker.ts'
import type { Embedder } from '../ports/embedder.ts'
import type { Parts } from './parts.ts'

/** Tokens kept free for the heading chain that is embedded with each chunk. */
export const headingBudget = 40

/** What models put around a text: [CLS] and [SEP] or their like. */
const specialTokens = 2

/** Chunks with ids derived from what they name. */
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
    id: chunkIdOf(document.id, locationOf(draft), collection.model, draft.ordinal),
  }))
}

/** No chunk is longer than what its model reads together with its headings, so nothing is cut off unseen. */
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
