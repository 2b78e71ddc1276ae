import { setImmediate as others } from 'node:timers/promises'
import type { DocumentSummary } from '../../model/document.ts'
import type { Services } from '../services.ts'

/** A document of one id never changes, so its words are counted once. */
const counted = new WeakMap<object, Map<string, number>>()

/** Reading is quick and never waits: without this nobody else would be served before all words are counted. */
const longestTurnMs = 10

/** Words of each document by its id. What was counted stays known, also when the caller's time ends first. */
export async function countWords(
  { catalog }: Pick<Services['engine'], 'catalog'>,
  documents: readonly DocumentSummary[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const known = counted.get(catalog) ?? new Map<string, number>()
  counted.set(catalog, known)
  let turnEnds = performance.now() + longestTurnMs
  for (const document of documents) {
    if (known.has(document.id)) continue
    if (performance.now() > turnEnds) {
      await others()
      signal.throwIfAborted()
      turnEnds = performance.now() + longestTurnMs
    }
    const words = wordsNoted(document) ?? wordsIn((await catalog.readText(document.id)) ?? '')
    known.set(document.id, words)
  }
  return known
}

/** A crawl has counted them when it stored the page. */
function wordsNoted({ metadata }: DocumentSummary): number | null {
  const { _crawl: crawl, word_count: words } = metadata
  return crawl !== undefined && typeof words === 'number' ? words : null
}

function wordsIn(text: string): number {
  return text.match(/\S+/g)?.length ?? 0
}
