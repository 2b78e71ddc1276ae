import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { type Command, connectV1Stdio, connectV2Stdio, type McpClient } from './clients.ts'

const program: Command = { command: process.execPath, args: [join(import.meta.dirname, 'stdio-fixture.ts')] }

const ways: Record<string, (command: Command) => Promise<McpClient>> = {
  'SDK v2 (2026-07-28)': connectV2Stdio,
  'SDK v1 (2025-11-25)': connectV1Stdio,
}

for (const [way, connect] of Object.entries(ways))
  test(`${way} lists, calls, reports progress and reads resources over stdio`, async () => {
    const client = await connect(program)
    assert.equal((await client.listTools()).length, 7)
    const { structuredContent } = await client.callTool('echo', { text: 'hello' })
    assert.deepEqual(structuredContent, { said: ['hello'], tags: [], filter: null, surface: 'stdio' })
    assert.equal((await client.callTool('echo', {})).isError, true)
    assert.equal((await client.readResource('note://1'))[0]?.text, 'Note 1 for stdio')
    await client.close()
  })

test('stdout carries protocol only, and the program ends when its client hangs up', async () => {
  const child = spawn(program.command, program.args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const output = text(child.stdout)
  child.stdin.write('this is not JSON-RPC\n')
  child.stdin.write(
    `${JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    })}\n`,
  )
  await once(child.stdout, 'data')
  child.stdin.end()
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
  const lines = (await output).trim().split('\n')
  assert.deepEqual(
    lines.map(line => JSON.parse(line).jsonrpc),
    lines.map(() => '2.0'),
  )
})
