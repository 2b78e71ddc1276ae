import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const launcher = join(import.meta.dirname, '../../bin/quire.js')

export type ColdStart = { listMs: number; searchMs: number }

/** From starting `quire mcp` to the first tools/list reply, and to the first search reply. */
export async function coldStart(home: string): Promise<ColdStart> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [launcher, 'mcp', '--home', home, '--log-level', 'error'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const reply = async (id: number) => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('quire mcp ended before it answered')
      const message = JSON.parse(value)
      if (message.id === id) return message
    }
  }
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  })
  await reply(1)
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/list' })
  await reply(2)
  const listMs = performance.now() - startedAt
  send({
    id: 3,
    method: 'tools/call',
    params: { name: 'search', arguments: { query: 'How is paper made?' } },
  })
  const answer = await reply(3)
  if (answer.result?.isError !== false && answer.result?.isError !== undefined)
    throw new Error(JSON.stringify(answer))
  const searchMs = performance.now() - startedAt
  child.stdin.end()
  await new Promise(resolve => child.once('exit', resolve))
  return { listMs, searchMs }
}
