import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const launcher = fileURLToPath(new URL('../../../../../bin/quire.js', import.meta.url))
/** Linux counts CPU time in hundredths of a second. */
const ticksPerSecond = 100

export type Server = {
  call(tool: string, input: object): Promise<{ ms: number; value: Record<string, unknown> }>
  /** CPU time the server has used, in milliseconds. */
  cpuMs(): number
  rssMb(): number
  stop(): Promise<void>
}

/** Starts the real program over HTTP, on a free port. */
export async function serve(home: string, flags: readonly string[]): Promise<Server> {
  const args = [
    launcher,
    'serve',
    '--home',
    home,
    '--port',
    '0',
    '--toolsets',
    'hansard,documents',
    '--log-level',
    'error',
    ...flags,
  ]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: home },
  })
  const ended = new Promise(resolve => child.once('close', resolve))
  let url = ''
  for await (const line of createInterface({ input: child.stdout })) {
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0] ?? ''
    if (url !== '') break
  }
  child.stdout.resume()
  if (url === '') throw new Error('The server did not start.')
  const stat = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return {
    async call(tool, input) {
      const startedAt = performance.now()
      const response = await fetch(
        `${url}/api/v1/${tool === 'server_info' ? 'documents' : 'hansard'}/${tool}`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(input),
        },
      )
      const body = await response.text()
      if (!response.ok) throw new Error(`${tool}: ${response.status} ${body.slice(0, 200)}`)
      return { ms: performance.now() - startedAt, value: JSON.parse(body) as Record<string, unknown> }
    },
    cpuMs: () => ((Number(stat()[11]) + Number(stat()[12])) * 1000) / ticksPerSecond,
    rssMb: () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
