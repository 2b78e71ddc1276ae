import { abortFailure, Failure } from '../model/failure.ts'
import type { Progress, ReportProgress } from '../model/progress.ts'
import { ingest } from './ingest.ts'
import type { IngestReport, IngestRequest, Parts } from './ingest-request.ts'
import { tellProgress } from './tell-progress.ts'

/** One source of many. Its outcome is reported under `name`. */
export type IngestItem = { name: string; request: IngestRequest }

export type ItemOutcome =
  | { name: string; ok: true; report: IngestReport }
  | { name: string; ok: false; failure: Failure }

/**
 * Ingests every item, `concurrency` at a time; a source that fails does not stop the rest. Outcomes are in the order of
 * the items; `onOutcome` is called with each as soon as it is known. When the signal aborts, it throws: documents that
 * are stored stay stored, and the same call skips them.
 */
export async function ingestMany(
  items: readonly IngestItem[],
  parts: Parts,
  context: {
    signal: AbortSignal
    progress: ReportProgress
    concurrency: number
    onOutcome(outcome: ItemOutcome): void
    /** Called with every step inside an item. */
    onStep?(name: string, step: Progress): void
  },
): Promise<ItemOutcome[]> {
  const outcomes: ItemOutcome[] = new Array(items.length)
  const teller = tellProgress({ total: items.length, clock: parts.clock, report: context.progress })
  let next = 0
  async function work(): Promise<void> {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index]
      if (item === undefined || context.signal.aborted) return
      const progress = (step: Progress) => {
        teller.step(item.name, step)
        context.onStep?.(item.name, step)
      }
      progress({ done: 0, total: null, message: '' })
      const outcome = await ingestItem(item, parts, { signal: context.signal, progress })
      outcomes[index] = outcome
      context.onOutcome(outcome)
      if (outcome.ok && outcome.report.outcome === 'skipped') teller.skip(item.name)
      else teller.end(item.name, outcome.ok ? outcome.report.pagesRead : 0)
    }
  }
  const stopTicking = teller.tick()
  await Promise.all(Array.from({ length: Math.min(context.concurrency, items.length) }, work)).finally(
    stopTicking,
  )
  if (context.signal.aborted) throw abortFailure(context.signal)
  return outcomes
}

async function ingestItem(
  item: IngestItem,
  parts: Parts,
  context: { signal: AbortSignal; progress: ReportProgress },
): Promise<ItemOutcome> {
  try {
    const report = await ingest(item.request, parts, context)
    return { name: item.name, ok: true, report }
  } catch (error) {
    return { name: item.name, ok: false, failure: toFailure(error) }
  }
}

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  return new Failure('internal', 'INTERNAL_ERROR', 'Something went wrong inside the server.', {
    cause: error,
  })
}
