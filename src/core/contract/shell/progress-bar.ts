import type { Progress, ReportProgress } from '../../model/progress.ts'
import { oneLine } from '../../text/shown-text.ts'
import { cutTo } from './style.ts'
import type { Terminal } from './terminal.ts'

export type ProgressBar = { report: ReportProgress; close(): void }

/** Drawn no more often than a person can see; a long queue of reports must not cost more than the work. */
const frameMs = 80
/** Lines for a log file: the first report, then one for every tenth of the way, */
const stepsWithoutTerminal = 10
/** and one after so long without any. */
const quietMs = 30_000

/** Shows how far long work is: one line drawn over on a terminal, a line now and then elsewhere. */
export function openProgressBar(
  terminal: Terminal,
  now: () => number = () => performance.now(),
): ProgressBar {
  return terminal.isInteractive ? drawnBar(terminal, now) : sparseLines(terminal, now)
}

function drawnBar(terminal: Terminal, now: () => number): ProgressBar {
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    report(progress) {
      const isComplete = progress.total !== null && progress.done >= progress.total
      if (!isComplete && now() - drawnAt < frameMs) return
      drawnAt = now()
      terminal.draw(`\r\u001b[2K${barLine(progress, terminal)}`)
    },
    close() {
      if (drawnAt !== Number.NEGATIVE_INFINITY) terminal.draw('\r\u001b[2K')
    },
  }
}

/** The message says more than the bar: on a narrow terminal the bar gives way. */
function barLine(progress: Progress, terminal: Terminal): string {
  const { accent, dim } = terminal.noteStyle
  const message = oneLine(progress.message, 500)
  // A line that wraps cannot be drawn over; a terminal adds ^C to it when the work is stopped.
  const columns = terminal.noteColumns - 3
  const share = shareOf(progress)
  if (share === null) return `${dim('…')} ${cutTo(message, columns - 2)}`
  const cells = columns < 60 ? 6 : columns < 120 ? 10 : 20
  const filled = Math.round(share * cells)
  const bar = accent('█'.repeat(filled)) + dim('░'.repeat(cells - filled))
  const percent = `${Math.floor(share * 100)}`.padStart(3)
  return `${bar} ${percent} %  ${cutTo(message, Math.max(10, columns - cells - 8))}`
}

function shareOf({ done, part = 0, total }: Progress): number | null {
  return total === null || total === 0 ? null : Math.min(1, (done + part) / total)
}

function sparseLines(terminal: Terminal, now: () => number): ProgressBar {
  let lastStep = -1
  let lastDone = 0
  let lastAt = now()
  return {
    report(progress) {
      const { done, total } = progress
      const share = shareOf(progress) ?? 0
      // Another piece of work has begun.
      if (done < lastDone) lastStep = -1
      lastDone = done
      const isWorthSteps = total !== null && total >= stepsWithoutTerminal
      const step = Math.floor(share * stepsWithoutTerminal)
      const isDue = (isWorthSteps && step > lastStep) || now() - lastAt >= quietMs
      if (!isDue) return
      lastStep = Math.max(step, lastStep)
      lastAt = now()
      const percent = total === null ? '' : `${Math.floor(share * 100)} %  `
      terminal.note(`${percent}${oneLine(progress.message, 500)}`)
    },
    close() {},
  }
}
