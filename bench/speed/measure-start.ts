import { spawn, spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { percentile } from '../../src/app/eval/metrics.ts'

const launcher = fileURLToPath(new URL('../../bin/quire.js', import.meta.url))
const starts = 5

/** Time from the start of the process to the response, and the memory of the process afterwards; medians. */
export type StartFigures = { toolsListMs: number; searchMs: number; rssMb: number }

/** Starts `quire mcp` on a home as a client would: initializes, lists the tools, then searches. */
export async function measureStart(home: string, query: string): Promise<StartFigures> {
  const runs: StartFigures[] = []
  for (let run = 0; run < starts; run++) runs.push(await startOnce(home, query))
  const median = (figure: keyof StartFigures) =>
    percentile(
      runs.map(run => run[figure]),
      0.5,
    )
  return { toolsListMs: median('toolsListMs'), searchMs: median('searchMs'), rssMb: median('rssMb') }
}

async function startOnce(home: string, query: string): Promise<StartFigures> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [launcher, 'mcp', '--home', home, '--log-level', 'error'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: home },
  })
  const ended = new Promise(resolve => child.once('close', resolve))
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let id = 0
  const ask = async (method: string, params: object) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: id++, method, params })}\n`)
    const { value = '' } = await answers.next()
    const { result, error } = JSON.parse(value)
    if (error !== undefined || result.isError === true) throw new Error(`${method} failed: ${value}`)
    return result
  }
  const clientInfo = { name: 'quire-bench', version: '1' }
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  await ask('tools/list', {})
  const toolsListMs = performance.now() - startedAt
  const { structuredContent } = await ask('tools/call', { name: 'search', arguments: { query } })
  const searchMs = performance.now() - startedAt
  if (structuredContent.results.length === 0) throw new Error('The search found nothing.')
  const rssMb = residentMegabytes(child.pid ?? 0)
  child.stdin.end()
  await ended
  return { toolsListMs, searchMs, rssMb }
}

function residentMegabytes(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(stdout?.trim() ?? 0) / 1024
}
