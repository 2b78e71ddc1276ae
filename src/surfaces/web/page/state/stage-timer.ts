import type { Progress } from './event-stream.ts'

/** Before this, an estimate would change too much. */
const leastMs = 2_000

/**
 * Returns a function that estimates how many seconds a stage of the work still takes, such as reading the pages of a file;
 * null while that is not known. Each stage is timed by itself, because a page is not read as fast as it is embedded.
 */
export function stageTimer(): (progress: Progress, now: number) => number | null {
  let stage = { name: '', from: 0, done: 0 }
  return ({ message, done, total }, now) => {
    const [name = ''] = message.split(' ')
    if (name !== stage.name) stage = { name, from: now, done }
    const ms = now - stage.from
    const ended = done - stage.done
    if (total === null || ended <= 0 || ms < leastMs) return null
    return Math.max(1, Math.round(((ms / ended) * (total - done)) / 1000))
  }
}
