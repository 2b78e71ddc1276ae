import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { until } from '../../support/until.ts'
import { spawnQuire, temporaryHome } from '../cli/spawn-quire.ts'
import { canSeeProcesses, descendantsOf, untilGone } from './living-processes.ts'
import { openMcpProcess, type Value } from './mcp-process.ts'
import { readHome } from './read-home.ts'

const sample = new URL('../../../samples/field-guide.pdf', import.meta.url)
const files = 80

/** Different PDF files: read one at a time, they take longer than a server waits for running calls. */
async function writeFolder(home: string): Promise<string> {
  const folder = join(home, 'many')
  await mkdir(folder)
  const bytes = await readFile(sample)
  for (let number = 0; number < files; number++)
    await writeFile(join(folder, `${number}.pdf`), Buffer.concat([bytes, Buffer.from(`\n%${number}\n`)]))
  return folder
}

async function requireSound(home: string): Promise<number> {
  const texts = await readHome(home)
  assert.ok(texts.size > 0 && texts.size < files, `${texts.size} of ${files} were stored`)
  assert.equal(new Set(texts.values()).size, 1, 'every copy gives the same text')
  return texts.size
}

const watched = { skip: !canSeeProcesses && 'processes are looked at through /proc' }

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`quire serve ends in good order on ${signal} while it ingests`, watched, async t => {
    const { home, url, server } = await startServer(t)
    const folder = await writeFolder(home)
    const ingesting = post(url, 'ingest_folder', { folder, max_concurrency: 1 })
    await untilStored(() => post(url, 'list_documents', {}))
    const children = await descendantsOf(server.child.pid ?? 0)
    assert.ok(children.length > 0, 'PDF files are read by child processes')
    server.child.kill(signal)
    assert.deepEqual(await server.ended, { exitCode: 0, signal: null })
    assert.match((await ingesting).error, /The server is shutting down\. Try again later\./)
    await untilGone(children)
    t.diagnostic(`${await requireSound(home)} of ${files} files were stored`)
  })

test(
  'quire mcp ends when its client hangs up while it ingests, and leaves no process behind',
  watched,
  async t => {
    const { home, server, children, unanswered } = await ingestOverStdio(t)
    assert.ok(children.length > 0, 'PDF files are read by child processes')
    assert.deepEqual(await server.hangUp(), { exitCode: 0, signal: null })
    await unanswered
    await untilGone(children)
    await requireSound(home)
  },
)

test('the children of a killed process end by themselves', watched, async t => {
  const { home, server, children, unanswered } = await ingestOverStdio(t)
  await server.crash()
  await unanswered
  await untilGone(children)
  await requireSound(home)
})

test('a server that is left while the model is at work ends in good order', async t => {
  const home = await temporaryHome(t)
  const server = await openMcpProcess(t, home, { QUIRE_EMBEDDER: 'gte-small' })
  await server.call('ingest_content', { source: 'short.md', content: 'The model is loaded now.' })
  const content = Array.from({ length: 20_000 }, (_, index) => `word${index}`).join(' ')
  const unanswered = assert.rejects(
    server.call('ingest_content', { source: 'long.md', content }),
    /quire mcp ended/,
  )
  // Responds after the long text was cut and handed to the model, which needs minutes for it.
  await server.call('search', { query: 'anything' })
  assert.deepEqual(await server.hangUp(), { exitCode: 0, signal: null }, server.quire.stderr())
  await unanswered
  const stored = await readHome(home)
  assert.ok(stored.has('short.md'))
  // Stored whole, with its vectors still to be made, or not at all.
  assert.ok([undefined, content].includes(stored.get('long.md')?.trimEnd()))
})

/** A server that is ingesting a folder; the call never gets a response. */
async function ingestOverStdio(t: TestContext) {
  const home = await temporaryHome(t)
  const folder = await writeFolder(home)
  const server = await openMcpProcess(t, home)
  const unanswered = assert.rejects(
    server.call('ingest_folder', { folder, max_concurrency: 1 }),
    /quire mcp ended/,
  )
  await untilStored(() => server.call('list_documents', {}))
  return { home, server, unanswered, children: await descendantsOf(server.pid) }
}

async function startServer(t: TestContext) {
  const home = await temporaryHome(t)
  const server = spawnQuire(t, ['serve', '--port', '0', '--root', home], { home })
  const [, url = ''] = await server.until(/listens on (\S+)/)
  return { home, url, server }
}

async function post(url: string, tool: string, input: object): Promise<Value> {
  const response = await fetch(`${url}/api/v1/documents/${tool}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return response.json()
}

async function untilStored(list: () => Promise<Value>): Promise<void> {
  await until(async () => (await list()).documents.length > 0)
}
