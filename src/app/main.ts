import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run-program.ts'

/** This file is two levels below the root of the package, in src/ and in dist/. */
const packageFolder = fileURLToPath(new URL('../../', import.meta.url))

/** A launcher and the terminal may both send a signal for one Ctrl-C. A signal after this time is a second Ctrl-C. */
const impatienceMs = 500

const stopping = new AbortController()
let stoppedAt = Number.POSITIVE_INFINITY
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (performance.now() - stoppedAt > impatienceMs) endAtOnce(signal)
    stoppedAt = Math.min(stoppedAt, performance.now())
    stopping.abort()
  })

// The reader of the output may exit early (`quire list | head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

const exitCode = await runProgram({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  homedir: homedir(),
  streams: process,
  signal: stopping.signal,
  packageFolder,
  version: readVersion(),
})
await new Promise(resolve => process.stdout.write('', resolve))
process.exit(exitCode)

/** Ends the process with the signal itself: `exit` would stop threads during native work, which aborts the process. */
function endAtOnce(signal: NodeJS.Signals): void {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  const hasVersion = manifest !== null && typeof manifest === 'object' && 'version' in manifest
  return hasVersion ? String(manifest.version) : 'unknown'
}
