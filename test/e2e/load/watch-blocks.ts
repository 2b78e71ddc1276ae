import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded into the server before the program: writes to BLOCKS_FILE how much CPU time the main thread used between
 * two turns of a timer, if it is significant. CPU time is not affected by other programs.
 */
const noticeableMs = 10
const file = process.env.BLOCKS_FILE

if (isMainThread && file !== undefined) {
  let last = process.threadCpuUsage()
  const tick = (): void => {
    const now = process.threadCpuUsage()
    const ms = (now.user + now.system - last.user - last.system) / 1000
    last = now
    if (ms >= noticeableMs) appendFileSync(file, `${ms.toFixed(1)}\n`)
  }
  setInterval(tick, 2).unref()
  process.on('SIGUSR2', () => {
    tick()
    appendFileSync(file, 'mark\n')
  })
}
