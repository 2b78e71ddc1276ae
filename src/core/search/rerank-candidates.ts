import { type Failure, throwIfAborted } from '../model/failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Reranker } from '../ports/reranker.ts'
import { askModel, isAvoidable, type ModelWait } from './ask-model.ts'
import type { FoundHit } from './load-hits.ts'
import type { SearchPlan } from './plan-search.ts'

/** How many of the best candidates are scored again: each costs as much as embedding it. */
export const rerankReach = 40

/** How long to wait when the caller has set no deadline. */
const patienceMs = 5_000

export type RerankedHits = {
  hits: FoundHit[]
  warnings: string[]
  /** How many hits were scored in time. */
  scored: number
  /** Set when some of those that were to be scored were not. */
  isCut?: true
}

/**
 * Orders the best hits by the reranker's scores. Hits that were not scored before the deadline keep their places, and the
 * others are ordered among the places that they had. The scores of the places stay, so that they never rise.
 */
export async function rerankCandidates(
  { question, hits, by }: { question: string; hits: readonly FoundHit[]; by: SearchPlan['meaningBy'] },
  { reranker, clock }: { reranker: Reranker; clock: Clock },
  signal: AbortSignal,
): Promise<RerankedHits> {
  const best = hits.slice(0, rerankReach)
  if (best.length < 2) return { hits: [...hits], warnings: [], scored: 0 }
  const timer = by === undefined ? clock.timeout(patienceMs) : null
  const wait = { model: reranker.id, by: by ?? { signal: timer?.signal ?? signal, ms: patienceMs }, signal }
  const { scores, failure } = await scoreInTime({ question, texts: best.map(textOf) }, reranker, wait)
  timer?.dispose()
  const ordered = [...orderByScores(best, scores), ...hits.slice(rerankReach)]
  if (failure === null) return { hits: ordered, warnings: [], scored: scores.size }
  return {
    hits: ordered,
    warnings: [sayCut(failure, scores.size, best.length)],
    scored: scores.size,
    isCut: true,
  }
}

/** The scores that are known before the deadline, by index, and why the others are not. */
async function scoreInTime(
  request: { question: string; texts: readonly string[] },
  reranker: Reranker,
  wait: ModelWait,
): Promise<{ scores: ReadonlyMap<number, number>; failure: Failure | null }> {
  const scores = new Map<number, number>()
  let isOpen = true
  const onScore = (index: number, score: number) => {
    if (isOpen) scores.set(index, score)
  }
  try {
    await askModel(until => reranker.scorePairs({ ...request, onScore }, until), wait)
    return { scores, failure: null }
  } catch (error) {
    throwIfAborted(wait.signal)
    if (!isAvoidable(error, wait.signal)) throw error
    return { scores, failure: error }
  } finally {
    isOpen = false
  }
}

function orderByScores(hits: readonly FoundHit[], scores: ReadonlyMap<number, number>): FoundHit[] {
  const places = hits.map((_, place) => place).filter(place => scores.has(place))
  const ranked = places.toSorted(
    (one, other) => (scores.get(other) ?? 0) - (scores.get(one) ?? 0) || one - other,
  )
  const ordered = [...hits]
  places.forEach((place, rank) => {
    const hit = hits[ranked[rank] ?? place]
    if (hit !== undefined) ordered[place] = { ...hit, score: hits[place]?.score ?? hit.score }
  })
  return ordered
}

/** The passage below the headings above it. */
function textOf({ text, document, chunk }: FoundHit): string {
  const above = [document.title, ...chunk.sectionPath].slice(-2).filter(heading => !text.includes(heading))
  return above.length === 0 ? text : `${above.join(' > ')}\n\n${text}`
}

function sayCut({ kind, message }: Failure, scored: number, of: number): string {
  const reason = kind === 'timeout' ? 'the time was over' : message
  return scored === 0
    ? `The passages were not reranked: ${reason}`
    : `Only ${scored} of ${of} passages were reranked, and the others keep their places: ${reason}`
}
