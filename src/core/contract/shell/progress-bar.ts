import type { Progress, ReportProgress } from '../../model/progress.ts'
import { oneLine } from '../../text/shown-text.ts'
import { cutTo } from './style.ts'
import type { Terminal } from './terminal.ts'

export type ProgressBar = { report: ReportProgress; close(): void }

/** Shortest time between two drawings, so that many reports cost little. */
const frameMs = 80
/** Without a terminal: a line for the first report, then one for every tenth of the work, */
const stepsWithoutTerminal = 10
/** and one after this time without a line. */
const quietMs = 30_000

/** Shows the progress of long work: one line that is redrawn on a terminal, a few lines elsewhere. */
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

/** On a narrow terminal the bar is shorter, to leave room for the message. */
function barLine(progress: Progress, terminal: Terminal): string {
  const { accent, dim } = terminal.noteStyle
  const message = oneLine(progress.message, 500)
  // A line that wraps cannot be redrawn. The terminal adds ^C to it when the work is stopped.
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
      // The next piece of work has started.
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
