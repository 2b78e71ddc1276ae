import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { startHttpServer } from '../../src/surfaces/http/start-http-server.ts'
import { fixtureOptions } from '../contract/surfaces/fixture.ts'
import { inspect } from './inspector.ts'

/** Third-party programs that people use as MCP clients. */

const program = [process.execPath, join(import.meta.dirname, 'stdio-fixture.ts')]

let server: Awaited<ReturnType<typeof startHttpServer>>
before(async () => {
  const { guard: _guard, ...options } = fixtureOptions().options
  server = await startHttpServer({ ...options, port: 0, graceMs: 0 })
})
after(() => server.close())

const targets: Record<string, () => string[]> = {
  HTTP: () => [`${server.url}/mcp`],
  stdio: () => program,
}

for (const [name, target] of Object.entries(targets)) {
  test(`the inspector finds no fault with the schemas over ${name}`, async () => {
    const { code, stdout, stderr } = await inspect(target(), ['--method', 'tools/list', '--strict'])
    assert.equal(code, 0, stderr)
    assert.equal(JSON.parse(stdout).tools.length, 7)
  })

  test(`the inspector calls a tool over ${name}`, async () => {
    const flags = ['--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'text=hello', 'times=2']
    const { code, stdout, stderr } = await inspect(target(), flags)
    assert.equal(code, 0, stderr)
    assert.deepEqual(JSON.parse(stdout).structuredContent.said, ['hello', 'hello'])
  })
}

const connections = {
  HTTP: () => ({ transport: 'http' as const, url: `${server.url}/mcp` }),
  stdio: () => ({ transport: 'stdio' as const, command: program[0]!, args: program.slice(1) }),
}

for (const [name, connection] of Object.entries(connections))
  test(`LangChain's adapter lists and calls tools over ${name}`, async () => {
    const client = new MultiServerMCPClient({ mcpServers: { quire: connection() } })
    const tools = await client.getTools()
    assert.equal(tools.length, 7)
    const echo = tools.find(tool => tool.name === 'echo')!
    const answer = await echo.invoke({ text: 'hello' })
    assert.match(JSON.stringify(answer), /hello/)
    const fail = tools.find(tool => tool.name === 'fail')!
    await assert.rejects(fail.invoke({ kind: 'conflict' }), /ASKED_FOR/)
    await client.close()
  })
