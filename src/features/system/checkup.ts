import type { ProgramFacts } from '../../core/feature.ts'
import type { Finding } from '../../core/model/finding.ts'
import type { Clock } from '../../core/ports/clock.ts'

export type Checkup = (
  isForced: boolean,
  signal: AbortSignal,
) => Promise<{ at: string; findings: readonly Finding[] }>

/** How long findings are returned again. The checks start programs and read the whole store. */
const freshMs = 60_000

/** Runs the checks of the program; callers at the same time share one run. */
export function createCheckup({
  examine,
  clock,
}: Pick<ProgramFacts, 'examine'> & { clock: Pick<Clock, 'now' | 'elapsed'> }): Checkup {
  let last: { startedAt: number; run: ReturnType<Checkup> } | null = null
  return (isForced, signal) => {
    const now = clock.elapsed()
    if (last !== null && !isForced && now - last.startedAt < freshMs) return last.run
    const run = examine(signal).then(findings => ({ at: clock.now(), findings }))
    const started = { startedAt: now, run }
    last = started
    run.catch(() => {
      if (last === started) last = null
    })
    return run
  }
}
