import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const launcher = fileURLToPath(new URL('../../../bin/quire.js', import.meta.url))
const patienceMs = 5_000
const preload = new URL('./watch-blocks.ts', import.meta.url).href

export type WatchedServer = {
  url: string
  pid: number
  /**
   * Longest CPU time of one turn of the main thread since the last call, in ms. A turn that has not ended after some seconds
   * counts with the time used so far.
   */
  longestBlock(): Promise<number>
  stderr(): string
  stop(): Promise<void>
}

/**
 * Starts the real program, watches its main thread, and lets `prepare` make it load what it loads once. The program ends
 * when that fails.
 */
export async function startWatchedServer(
  home: string,
  argv: readonly string[] = [],
  prepare: (url: string) => Promise<void> = ingestFirst,
): Promise<WatchedServer> {
  const blocks = join(home, 'blocks.txt')
  await writeFile(blocks, '')
  const child = spawn(process.execPath, ['--import', preload, launcher, 'serve', '--port', '0', ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: home,
      QUIRE_HOME: home,
      QUIRE_EMBEDDER: 'hash',
      BLOCKS_FILE: blocks,
    },
  })
  const ended = new Promise<void>(resolve => child.on('close', () => resolve()))
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', text => (stderr += text))
  const url = await addressOf(child, () => stderr)
  const start = async () => {
    await prepare(url)
    // In the first seconds a server loads code in the background.
    const isOver = () => ['"event":"warm"', '"event":"generated"'].every(event => stderr.includes(event))
    while (!isOver() && child.exitCode === null) await pause(20)
  }
  await start().catch(async error => {
    child.kill('SIGKILL')
    await ended
    throw error
  })
  let seen = 0
  let settledMs: number | null = null
  return {
    url,
    pid: child.pid ?? 0,
    stderr: () => stderr,
    async longestBlock() {
      const before = await mainThreadMs(child.pid)
      child.kill('SIGUSR2')
      const isMarked = (lines: string[]) => lines.slice(seen).includes('mark')
      const givesUpAt = performance.now() + patienceMs
      let lines = await linesOf(blocks)
      for (; !isMarked(lines) && child.exitCode === null; lines = await linesOf(blocks)) {
        if (performance.now() > givesUpAt) return (await mainThreadMs(child.pid)) - (settledMs ?? before)
        await pause(5)
      }
      const fresh = lines.slice(seen).filter(line => line !== 'mark')
      seen = lines.length
      settledMs = await mainThreadMs(child.pid)
      return Math.max(0, ...fresh.map(Number))
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function addressOf(
  child: ChildProcessByStdio<null, Readable, Readable>,
  stderr: () => string,
): Promise<string> {
  let stdout = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    stdout += text
    const url = /listens on (\S+)/.exec(stdout)?.[1]
    if (url !== undefined) {
      child.stdout.resume()
      return url
    }
  }
  throw new Error(`The server ended before it listened:\n${stdout}\n${stderr()}`)
}

async function ingestFirst(url: string): Promise<void> {
  const body = JSON.stringify({ source: 'first.md', content: '# First\n\nA note.', library: 'first' })
  const headers = { 'Content-Type': 'application/json', Connection: 'close' }
  const response = await fetch(`${url}/api/v1/documents/ingest_content`, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(await response.text())
  await response.text()
}

/** CPU time of the main thread so far; Linux reports it even for a thread that does not respond. */
async function mainThreadMs(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => '0')
  return Number(stat.split(' ')[0]) / 1_000_000
}

async function linesOf(file: string): Promise<string[]> {
  return (await readFile(file, 'utf8')).split('\n').filter(line => line !== '')
}
