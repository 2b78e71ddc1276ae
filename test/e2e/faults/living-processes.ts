import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** Whether processes can be listed on this platform. */
export const canSeeProcesses = process.platform === 'linux'

/** All descendants of a process. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    const parent = /^\d+$/.test(name) ? await parentOf(Number(name)) : null
    if (parent !== null) parents.set(Number(name), parent)
  }
  const below = (ancestor: number): number[] =>
    [...parents].filter(([, parent]) => parent === ancestor).flatMap(([child]) => [child, ...below(child)])
  return below(pid)
}

/** Resolves when all of them have ended; rejects when one lives longer than a process needs to end. */
export async function untilGone(pids: readonly number[]): Promise<void> {
  const giveUpAt = performance.now() + 600_000
  for (;;) {
    const parents = await Promise.all(pids.map(parentOf))
    const living = pids.filter((_, index) => parents[index] !== null)
    if (living.length === 0) return
    if (performance.now() > giveUpAt) throw new Error(`still alive: ${living.join(', ')}`)
    // Polling without a pause would slow down the processes that are to end.
    await pause(10)
  }
}

/** Null when the process has ended, or is a zombie. */
async function parentOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  // The name in parentheses may contain any character, so the fields after it are found from its end.
  const [state, parent] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  return state === undefined || state === 'Z' || state === 'X' ? null : Number(parent)
}
