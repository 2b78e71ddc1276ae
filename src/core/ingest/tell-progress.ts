import type { Progress, ReportProgress } from '../model/progress.ts'
import type { Clock } from '../ports/clock.ts'

/** Reports the progress of many documents as one message that surfaces show unchanged. */
export type ProgressTeller = {
  /** Reports every second until the returned function is called, so that elapsed time is shown during a long page. */
  tick(): () => void
  /** A step inside one document, as its converter or the embedding reports it. */
  step(name: string, step: Progress): void
  /** The document is done; `pages` is how many pages of it were read. */
  end(name: string, pages: number): void
  /** The document was skipped: it does not count for the estimate of the remaining time. */
  skip(name: string): void
}

type Telling = { total: number; clock: Pick<Clock, 'elapsed' | 'timeout'>; report: ReportProgress }

/** Assumed shares of a document's work; storing is the rest. */
const convertingShare = 0.5
const embeddingShare = 0.45

/**
 * Reports after every document and every step inside one:
 * "12/40 documents, 310 pages, 1 min 20 s, about 3 min left: page 7 of 45 in report.pdf".
 */
export function tellProgress({ total, clock, report }: Telling): ProgressTeller {
  const startedAt = clock.elapsed()
  const underWay = new Map<string, number>()
  let done = 0
  let skipped = 0
  let pages = 0
  let current = ''

  function tell(): void {
    const part = [...underWay.values()].reduce((sum, share) => sum + share, 0)
    const elapsedMs = clock.elapsed() - startedAt
    const counts = [`${done}/${total} ${total === 1 ? 'document' : 'documents'}`]
    if (pages > 0) counts.push(`${pages} ${pages === 1 ? 'page' : 'pages'}`)
    const times = timesOf({ elapsedMs, done: done - skipped + part, total: total - skipped })
    report({
      done,
      total,
      ...(part === 0 ? {} : { part: Math.round(part * 1000) / 1000 }),
      message: `${[...counts, ...times].join(', ')}${current === '' ? '' : `: ${current}`}`,
    })
  }

  function end(name: string, read: number): void {
    underWay.delete(name)
    done += 1
    pages += read
    current = shortName(name)
    tell()
  }

  return {
    tick() {
      let dispose = () => {}
      const wait = () => {
        const second = clock.timeout(tickMs)
        dispose = second.dispose
        const again = () => {
          tell()
          wait()
        }
        second.signal.addEventListener('abort', again, { once: true })
      }
      wait()
      return () => dispose()
    },
    step(name, step) {
      const isEmbedding = step.message.startsWith('Embedding')
      // Never 0 and never 1: the first step counts, and the document is done only when it is stored.
      const within = step.total === null ? 0 : Math.min(1, (step.done + 1) / (step.total + 1))
      const share = isEmbedding ? convertingShare + within * embeddingShare : within * convertingShare
      underWay.set(name, Math.max(underWay.get(name) ?? 0, share))
      current = `${isEmbedding ? 'embedding ' : pageOf(step)}${shortName(name)}`
      tell()
    },
    end,
    skip(name) {
      skipped += 1
      end(name, 0)
    },
  }
}

const tickMs = 1_000

/** Before this, an estimate of the remaining time would change too much. */
const leastElapsedMs = 3_000

/** "1 min 20 s", and "about 3 min 5 s left" once it can be estimated. */
export function timesOf({
  elapsedMs,
  done,
  total,
}: {
  elapsedMs: number
  done: number
  total: number
}): string[] {
  const elapsed = formatDuration(elapsedMs)
  if (elapsedMs < leastElapsedMs || done <= 0 || done >= total) return [elapsed]
  return [elapsed, `about ${formatDuration(roughly((elapsedMs / done) * (total - done)))} left`]
}

/** Rounds to ten seconds below two minutes, and to minutes above. */
function roughly(ms: number): number {
  const unit = ms < 120_000 ? 10_000 : 60_000
  return Math.max(unit, Math.round(ms / unit) * unit)
}

/** "42 s", "3 min 5 s", "2 h 10 min". */
export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** "page 7 of 45 in " where the converter names a page. */
function pageOf({ message, total }: Progress): string {
  const page = /\bpage (\d+)/i.exec(message)?.[1]
  if (page === undefined) return ''
  return total === null ? `page ${page} in ` : `page ${page} of ${total} in `
}

const longestName = 40

/** Cuts the middle out of a long path: its ends identify it. */
function shortName(name: string): string {
  if (name.length <= longestName) return name
  return `${name.slice(0, longestName / 2 - 1)}…${name.slice(-longestName / 2)}`
}
