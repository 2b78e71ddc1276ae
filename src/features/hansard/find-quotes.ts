import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { Filter } from '../../core/model/filter.ts'
import type { Hit } from '../../core/model/hit.ts'
import type { SearchMode } from '../../core/search/search-request.ts'
import { chooseQuotes, type Quote } from './choose-quotes.ts'
import { collectionName } from './fields.ts'
import type { Services } from './services.ts'

/** Passages looked at: several may be of one speech, or of somebody who cut in. */
const mostPassages = 100

export type FoundQuotes = { quotes: Quote[]; foundBy: 'words' | 'meaning' | null; warnings: string[] }

/**
 * The passages nearest to the topic among those that hold a word of it. Only when there is none, the nearest in
 * meaning: a ranking always has a first, and whoever never spoke of a thing must not seem to have done.
 */
export async function findQuotes(
  { topic, filter, limit }: { topic: string; filter: Filter; limit: number },
  { engine, signal, meaningBy }: Pick<ToolContext<Services>, 'engine' | 'signal' | 'meaningBy'>,
): Promise<FoundQuotes> {
  const search = (mode: SearchMode) =>
    engine.search(
      {
        collections: [collectionName],
        text: topic,
        limit: mostPassages,
        mode,
        filter,
        sort: 'relevance',
        meaningBy,
      },
      signal,
    )
  const { hits, explanation, warnings } = await search('hybrid')
  const byWords = new Set(explanation.hits.filter(hit => hit.lexical_rank !== null).map(hit => hit.chunk_id))
  const choose = (passages: readonly Hit[]) => chooseQuotes(passages, topic, limit)
  const near = choose(hits.filter(hit => byWords.has(hit.chunk.id)))
  const literal = near.length > 0 ? near : choose((await search('lexical')).hits)
  if (literal.length > 0) return { quotes: literal, foundBy: 'words', warnings }
  const meant = choose(hits)
  return { quotes: meant, foundBy: meant.length === 0 ? null : 'meaning', warnings }
}
