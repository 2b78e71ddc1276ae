import type { Progress, ReportProgress } from '../../model/progress.ts'
import { oneLine } from '../../model/shown-text.ts'
import { cutTo } from './style.ts'
import type { Terminal } from './terminal.ts'

export type ProgressBar = { report: ReportProgress; close(): void }

const barCells = 24
/** Drawn no more often than a person can see; a long queue of reports must not cost more than the work. */
const frameMs = 80
/** Lines for a log file: the first report, then one for every tenth of the way. */
const stepsWithoutTerminal = 10

/** Shows how far long work is: one line drawn over on a terminal, a line now and then elsewhere. */
export function openProgressBar(
  terminal: Terminal,
  now: () => number = () => performance.now(),
): ProgressBar {
  return terminal.isInteractive ? drawnBar(terminal, now) : sparseLines(terminal)
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

function barLine({ done, total, message }: Progress, terminal: Terminal): string {
  const { accent, dim } = terminal.noteStyle
  const room = terminal.columns - barCells - 14
  if (total === null || total === 0)
    return `${dim('…')} ${cutTo(oneLine(message, 500), terminal.columns - 4)}`
  const share = Math.min(1, done / total)
  const filled = Math.round(share * barCells)
  const bar = accent('█'.repeat(filled)) + dim('░'.repeat(barCells - filled))
  return `${bar} ${`${Math.floor(share * 100)}`.padStart(3)} %  ${cutTo(oneLine(message, 500), Math.max(10, room))}`
}

function sparseLines(terminal: Terminal): ProgressBar {
  let lastStep = -1
  let lastTotal: number | null = null
  return {
    report({ done, total, message }) {
      if (total === null || total < stepsWithoutTerminal) return
      if (total !== lastTotal) lastStep = -1
      lastTotal = total
      const step = Math.floor((done / total) * stepsWithoutTerminal)
      if (step <= lastStep) return
      lastStep = step
      terminal.note(`${done}/${total}  ${oneLine(message, 500)}`)
    },
    close() {},
  }
}
