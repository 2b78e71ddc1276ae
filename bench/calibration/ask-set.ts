import type { BeirSet } from '../../src/app/eval/read-beir.ts'
import { createEngine, type Engine, type Parts } from '../../src/core/engine.ts'
import type { Candidate, Store } from '../../src/core/ports/store.ts'
import type { SearchAnswer, SearchMode } from '../../src/core/search/search-request.ts'

/** One question and what the search made of it. */
export type Asked = {
  kind: 'answerable' | 'left out' | 'nonsense'
  text: string
  nothingFits: boolean
  /** The scores of the hits, best first, and whether each was judged relevant. */
  hits: { score: number; isRelevant: boolean }[]
}

const shownHits = 10

/** Asks questions that the library answers, by its judgements. */
export async function askAnswerable(
  parts: Parts,
  { library, set, mode, most }: { library: string; set: BeirSet; mode: SearchMode; most: number },
): Promise<Asked[]> {
  const engine = createEngine(parts)
  const asked: Asked[] = []
  for (const { id, text } of spread(set.queries, most)) {
    const grades = set.judgements.get(id) ?? new Map<string, number>()
    const answer = await ask(engine, { library, text, mode })
    asked.push(read({ kind: 'answerable', text, answer }, source => (grades.get(source) ?? 0) > 0))
  }
  return asked
}

/** Asks the same questions of a library without the documents that answer them. */
export async function askLeftOut(
  parts: Parts,
  { library, set, mode, most }: { library: string; set: BeirSet; mode: SearchMode; most: number },
): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const { id, text } of spread(set.queries, most)) {
    const grades = set.judgements.get(id) ?? new Map<string, number>()
    const gone = new Set([...grades].flatMap(([source, grade]) => (grade > 0 ? [source] : [])))
    const engine = createEngine({ ...parts, store: await without(parts.store, library, gone) })
    const answer = await ask(engine, { library, text, mode })
    asked.push(read({ kind: 'left out', text, answer }, () => false))
  }
  return asked
}

/** Asks questions that nothing answers. */
export async function askNonsense(
  parts: Parts,
  { library, texts, mode }: { library: string; texts: readonly string[]; mode: SearchMode },
): Promise<Asked[]> {
  const engine = createEngine(parts)
  const asked: Asked[] = []
  for (const text of texts) {
    const answer = await ask(engine, { library, text, mode })
    asked.push(read({ kind: 'nonsense', text, answer }, () => false))
  }
  return asked
}

function ask(
  engine: Engine,
  { library, text, mode }: { library: string; text: string; mode: SearchMode },
): Promise<SearchAnswer> {
  return engine.search(
    { collections: [library], text, mode, limit: shownHits, filter: [], sort: 'relevance' },
    new AbortController().signal,
  )
}

function read(
  { kind, text, answer }: Pick<Asked, 'kind' | 'text'> & { answer: SearchAnswer },
  isRelevant: (source: string) => boolean,
): Asked {
  return {
    kind,
    text,
    nothingFits: answer.nothingFits,
    hits: answer.hits.map(({ relevance, document }) => ({
      score: relevance,
      isRelevant: isRelevant(document.source),
    })),
  }
}

/** At most so many, from all over the list. */
function spread<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, items.length / most)
  return Array.from(
    { length: Math.min(most, items.length) },
    (_, index) => items[Math.floor(index * step)],
  ).flatMap(item => item ?? [])
}

/** The same store, whose rankings lack the chunks of these sources. */
async function without(store: Store, library: string, sources: ReadonlySet<string>): Promise<Store> {
  const found = await Promise.all([...sources].map(source => store.findDocument(library, source)))
  const ids = new Set(found.flatMap(document => document?.id ?? []))
  const isKept = ({ documentId }: Candidate) => !ids.has(documentId)
  return {
    ...store,
    async rank(query, signal) {
      const ranking = await store.rank(query, signal)
      return { ...ranking, candidates: ranking.candidates.filter(isKept) }
    },
  }
}
