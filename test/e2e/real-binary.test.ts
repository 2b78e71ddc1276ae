import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launcher, spawnQuire, temporaryHome } from './cli/spawn-quire.ts'
import { canSeeProcesses, descendantsOf, untilGone } from './faults/living-processes.ts'
import { httpClients, type RealClient, stdioClients } from './real-clients.ts'

/** The installed program, used by third-party clients. */

const limited = { timeout: 900_000 }

for (const [name, connect] of Object.entries(stdioClients))
  test(`quire mcp serves ${name}`, limited, async t => {
    const home = await temporaryHome(t)
    const args = [launcher, 'mcp', '--home', home, '--embedder', 'hash', '--log-level', 'error']
    await useTools(await connect({ command: process.execPath, args }), name)
  })

test('quire serve --sse serves them all, and ends on a signal', limited, async t => {
  const home = await temporaryHome(t)
  const server = spawnQuire(t, ['serve', '--port', '0', '--sse', '--log-level', 'error'], { home })
  const [, url = ''] = await server.until(/listens on (\S+)/)
  for (const [name, connect] of Object.entries(httpClients))
    await t.test(name, limited, async () => useTools(await connect(url), name))
  server.child.kill('SIGTERM')
  assert.deepEqual(await server.ended, { exitCode: 0, signal: null }, server.stderr())
})

test(
  'no client leaves a process behind',
  { skip: !canSeeProcesses && 'processes are looked at through /proc' },
  async () => untilGone(await descendantsOf(process.pid)),
)

/** A typical first session: list, ingest, search. */
async function useTools(client: RealClient, library: string): Promise<void> {
  try {
    const names = (await client.listTools()).map(tool => tool.name)
    for (const name of ['search', 'ingest_content', 'list_documents']) assert.ok(names.includes(name), name)

    const content = 'Iron gall ink darkens as it dries.'
    const written = await ask(client, 'ingest_content', { content, source: 'inks.md', library })
    assert.deepEqual([written.status, written.chunk_count], ['indexed', 1])

    const found = await ask(client, 'search', { query: 'which ink darkens', library })
    assert.deepEqual(
      found.results.map((hit: { source: string; content: string }) => [hit.source, hit.content]),
      [['inks.md', content]],
    )
  } finally {
    await client.close()
  }
}

async function ask(client: RealClient, tool: string, input: Record<string, unknown>) {
  const { isError, content } = await client.callTool(tool, input)
  assert.ok(!isError, content[0]?.text)
  return JSON.parse(content[0]?.text ?? '')
}
