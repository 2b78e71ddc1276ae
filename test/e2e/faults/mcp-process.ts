import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { type Quire, spawnQuire } from '../cli/spawn-quire.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are checked field by field by the tests that read them
export type Value = any

/** `quire mcp` as a child process, used over its pipes. */
export type McpProcess = {
  quire: Quire
  pid: number
  /** Returns the tool's value. Rejects when the tool fails, or when the process ends before it responds. */
  call(tool: string, input: object): Promise<Value>
  /** Kills the process like a power cut, and waits until it has ended. */
  crash(): Promise<void>
  /** Closes stdin as a client does, and waits for the end. */
  hangUp(): Quire['ended']
}

/** A call that returned a failure, as opposed to one without a response. */
export class ToolFailure extends Error {}

type Waiting = { resolve(message: Value): void; reject(reason: Error): void }

export async function openMcpProcess(
  t: TestContext,
  home: string,
  env: Record<string, string> = {},
  place: { cwd?: string } = {},
): Promise<McpProcess> {
  const quire = spawnQuire(t, ['mcp', '--log-level', 'error'], { home, env, ...place })
  const { stdin, stdout, pid = 0 } = quire.child
  const waiting = new Map<number, Waiting>()
  let nextId = 1

  // A killed process leaves half a line and a broken pipe; calls without a response are rejected below.
  stdin.on('error', () => {})
  createInterface({ input: stdout }).on('line', line => {
    const message = JSON.parse(line)
    waiting.get(message.id)?.resolve(message)
    waiting.delete(message.id)
  })
  quire.ended.then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`quire mcp ended: ${quire.stderr()}`))
  })

  function request(method: string, params: object): Promise<Value> {
    return new Promise((resolve, reject) => {
      const id = nextId++
      waiting.set(id, { resolve, reject })
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    })
  }

  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'quire-test', version: '1' },
  })
  stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)

  return {
    quire,
    pid,
    async call(tool, input) {
      const { result, error } = await request('tools/call', { name: tool, arguments: input })
      if (error !== undefined) throw new Error(`${tool}: ${JSON.stringify(error)}`)
      if (result.isError === true)
        throw new ToolFailure(`${tool}: ${result.content[0].text}\n${quire.stderr()}`)
      return result.structuredContent
    },
    async crash() {
      quire.child.kill('SIGKILL')
      await quire.ended
    },
    hangUp() {
      stdin.end()
      return quire.ended
    },
  }
}
