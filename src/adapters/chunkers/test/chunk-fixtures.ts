import type { ChunkPolicy } from '../../../core/model/collection.ts'
import type { OutlineEntry, Page } from '../../../core/model/document.ts'
import type { ChunkDraft, Chunker, ChunkRequest } from '../../../core/ports/chunker.ts'
import { outlineFromHeadings } from '../../../core/text/outline.ts'

export const policy: ChunkPolicy = { maxTokens: 512, overlapTokens: 64, minTokens: 50, headingContext: 3 }

/** One token for each run of letters and digits and one for each other mark: additive and predictable. */
export function countWords(text: string): number {
  return text.match(/[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu)?.length ?? 0
}

export function requestFor(
  markdown: string,
  given: { policy?: Partial<ChunkPolicy>; pages?: Page[]; outline?: OutlineEntry[] } = {},
): ChunkRequest {
  return {
    markdown,
    pages: given.pages ?? [],
    outline: given.outline ?? outlineFromHeadings(markdown),
    policy: { ...policy, ...given.policy },
    countTokens: countWords,
  }
}

export function textsOf(chunker: Chunker, request: ChunkRequest): string[] {
  return chunker.chunk(request).map(draft => request.markdown.slice(draft.start, draft.end))
}

/** Returns the violations of what the port guarantees for every request. */
export function brokenPromises(request: ChunkRequest, drafts: readonly ChunkDraft[]): string[] {
  const { markdown, policy } = request
  const broken: string[] = []
  const covered = new Uint8Array(markdown.length)
  drafts.forEach((draft, index) => {
    const text = markdown.slice(draft.start, draft.end)
    const previous = drafts[index - 1]
    if (draft.ordinal !== index) broken.push(`ordinal ${draft.ordinal} at ${index}`)
    if (text !== text.trim() || text === '') broken.push(`chunk ${index} is not trimmed`)
    if (draft.tokens !== request.countTokens(text)) broken.push(`chunk ${index} miscounts`)
    if (draft.tokens > policy.maxTokens && [...graphemes.segment(text)].length > 1)
      broken.push(`chunk ${index} has ${draft.tokens} of ${policy.maxTokens} tokens: ${JSON.stringify(text)}`)
    if (previous && (draft.start <= previous.start || draft.end <= previous.end))
      broken.push(`chunk ${index} makes no progress`)
    if (!/[\p{L}\p{N}]/u.test(text)) broken.push(`chunk ${index} has neither letter nor digit`)
    if (/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(text) && markdown.isWellFormed())
      broken.push(`chunk ${index} is cut inside a surrogate pair`)
    covered.fill(1, draft.start, draft.end)
  })
  for (const { index } of markdown.matchAll(/[\p{L}\p{N}]/gu))
    if (!covered[index]) broken.push(`lost ${JSON.stringify(markdown.slice(index, index + 12))} at ${index}`)
  return broken
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
