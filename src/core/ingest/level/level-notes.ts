import { type Failure, sayFailure } from '../../model/failure.ts'
import type { Progress } from '../../model/progress.ts'
import type { Clock } from '../../ports/clock.ts'
import type { LeftOut } from '../../ports/source-reader.ts'
import { emptyReason } from '../sort-listing.ts'
import { tellProgress } from '../tell-progress.ts'
import type { LevelContext, LevelItem, LevelReport } from './level-request.ts'

/** Records the outcome of each file: calls the listener, writes the audit, and collects the report. */
export type LevelNotes = {
  /** Files that were read and are stored now: name → id of the document. */
  stored: ReadonlyMap<string, string>
  /** Files that failed in this walk, or were found to be empty: name → message. */
  failures: ReadonlyMap<string, string>
  unchanged(name: string, documentId: string): void
  written(
    name: string,
    outcome: 'added' | 'changed' | 'moved',
    facts: {
      documentId: string | null
      chunks: number
      pages?: number
      from?: string
      message?: string | null
    },
  ): void
  /** Reports elapsed time every second until the returned function is called. */
  tick(): () => void
  /** A step inside a document that is being read. */
  underWay(name: string, step: Progress): void
  removed(name: string, documentId: string): void
  failed(name: string, failure: Failure): void
  /** It has nothing but white space. */
  empty(name: string): void
  /** It failed before and was not tried again. */
  resting(name: string, message: string): void
  waiting(name: string): void
  unreachable(name: string): void
  /** `leftOut`: what was found to be empty. */
  report(): LevelReport
}

export function takeNotes(
  { files, unchanged, steps }: { files: number; unchanged: number; steps: number },
  { onItem, progress, audit, clock }: LevelContext & { clock: Clock },
): LevelNotes {
  const items: LevelItem[] = []
  const leftOut: LeftOut[] = []
  const stored = new Map<string, string>()
  const failures = new Map<string, string>()
  const teller = tellProgress({ total: steps, clock, report: progress })
  let same = unchanged
  function note(name: string, outcome: LevelItem['outcome'], more: Partial<LevelItem> = {}): void {
    const item = { name, outcome, from: null, documentId: null, chunks: 0, message: null, ...more }
    items.push(item)
    onItem(item)
  }
  function record(name: string, documentId: string | null, warning: string): void {
    const none = { written: 0, added: 0, updated: 0, skipped: 0, filtered: 0 }
    audit?.open()({ source: name, documentId, chunks: none, warnings: [warning], errors: [] })
  }
  return {
    stored,
    failures,
    unchanged(name, documentId) {
      same += 1
      stored.set(name, documentId)
      teller.skip(name)
    },
    tick: teller.tick,
    underWay: teller.step,
    written(name, outcome, { pages = 0, ...facts }) {
      if (facts.documentId !== null) stored.set(name, facts.documentId)
      note(name, outcome, facts)
      if (facts.from !== undefined) record(name, facts.documentId, `moved from ${facts.from}`)
      teller.end(name, pages)
    },
    removed(name, documentId) {
      note(name, 'removed', { documentId })
      record(name, documentId, 'removed: its file is gone')
      teller.end(name, 0)
    },
    failed(name, failure) {
      const message = sayFailure(failure)
      failures.set(name, message)
      note(name, 'failed', { message })
      teller.end(name, 0)
    },
    empty(name) {
      failures.set(name, emptyReason)
      leftOut.push({ path: name, reason: emptyReason })
      teller.end(name, 0)
    },
    resting(name, message) {
      if (message === emptyReason) leftOut.push({ path: name, reason: emptyReason })
      else note(name, 'failed', { message })
    },
    waiting: name => note(name, 'waiting', { message: 'It is being written right now.' }),
    unreachable: name =>
      note(name, 'unreachable', { message: 'Its folder or drive is missing; the document is kept.' }),
    report() {
      items.sort((one, other) => (one.name < other.name ? -1 : 1))
      return { files, unchanged: same, items, leftOut }
    },
  }
}
