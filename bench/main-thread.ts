/**
 * Measures the longest time for which one input keeps the server's main thread busy, in ms of CPU time.
 *   npm run measure -- main-thread [--size 50] [--only csv] [--wait 120]
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type HostileInput, hostileInputs, send } from '../test/e2e/load/hostile-inputs.ts'
import { startWatchedServer } from '../test/e2e/load/watched-server.ts'

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '50' },
    only: { type: 'string', default: '' },
    wait: { type: 'string', default: '120' },
  },
})
const size = Number(values.size) * 1024 * 1024 - 4096

process.stdout.write('| input | MiB | longest block, ms CPU | ended after, s | answer |\n')
process.stdout.write('|---|---|---|---|---|\n')
for (const input of hostileInputs.filter(({ name }) => name.toLowerCase().includes(values.only)))
  process.stdout.write(`${await measure(input)}\n`)

/** Starts a new server for each input, so that an earlier input cannot affect the figure. */
async function measure(input: HostileInput): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'quire-main-thread-'))
  // Generated before the connection is opened: an idle connection would be closed meanwhile.
  const sent = input.make(size)
  const server = await startWatchedServer(home)
  try {
    await server.longestBlock()
    const started = performance.now()
    const outcome = await Promise.race([send(server.url, sent), later(Number(values.wait) * 1000)])
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const mebibytes = (sent.bytes.length / 1024 / 1024).toFixed(1)
    const longest = await server.longestBlock()
    return `| ${input.name} | ${mebibytes} | ${longest.toFixed(0)} | ${seconds} | ${outcome ?? 'still at work'} |`
  } finally {
    await server.stop()
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

function later(ms: number): Promise<null> {
  return new Promise(resolve => setTimeout(resolve, ms, null).unref())
}
