import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { launcher, spawnQuire, temporaryHome } from '../cli/spawn-quire.ts'
import { connectV2Stdio } from '../clients.ts'

const run = promisify(execFile)
const python = await run('python3', ['--version']).then(
  () => 'python3',
  () => null,
)

/** Uses the modules as the contract's agents do: by its folder names, and by its function that calls a tool by name. */
const script = `
import asyncio, json
from servers.mongo_rag import search_knowledge_base
from servers.mongo_rag.ingest_documents import ingest_documents
from servers.crawl4ai_rag import crawl_single_page, crawl_deep
from servers.client import call_mcp_tool

async def main():
    results = await search_knowledge_base(query="How do I connect?", match_count=5)
    same = await call_mcp_tool("search_knowledge_base", {"query": "How do I connect?", "match_count": 5, "search_type": "hybrid"})
    print(json.dumps([results, same]))

asyncio.run(main())
`

test('Y-CODE-5 a server writes its modules to servers in its home, for its user alone', async t => {
  const home = await temporaryHome(t)
  const server = spawnQuire(t, ['serve', '--port', '0', '--json'], { home })
  const [, url = ''] = await server.until(/"url":"([^"]+)"/)
  await server.until(/generated/, 'stderr')
  for (const path of [
    'README.md',
    '__init__.py',
    'client.py',
    'mongo_rag/__init__.py',
    'mongo_rag/search_knowledge_base.py',
    'mongo_rag/ingest_documents.py',
    'mongo_rag/agent_query.py',
    'crawl4ai_rag/crawl_single_page.py',
    'crawl4ai_rag/crawl_deep.py',
    'python/mongo_rag/agent_query.py',
    'typescript/mongo_rag/agent_query.ts',
    'typescript/client.ts',
  ])
    assert.equal((await stat(join(home, 'servers', path))).mode & 0o777, 0o600, path)
  for (const folder of ['.', 'mongo_rag', 'python/documents'])
    assert.equal((await stat(join(home, 'servers', folder))).mode & 0o777, 0o700, folder)
  assert.deepEqual(globSync('servers/**/*.tmp', { cwd: home }), [])
  if (python === null) return t.diagnostic('there is no python3 here')
  const env = { ...process.env, PYTHONPATH: home, PYTHONDONTWRITEBYTECODE: '1', QUIRE_URL: url }
  const { stdout } = await run(python, ['-c', script], { env })
  const [results, same] = JSON.parse(stdout)
  assert.deepEqual(results, same)
  assert.deepEqual([results.query, results.count], ['How do I connect?', 0])
})

test('Y-CODE-5 what is current stays untouched, and what is gone is removed', async t => {
  const home = await temporaryHome(t)
  const serve = async () => {
    const server = spawnQuire(t, ['serve', '--port', '0', '--json'], { home })
    await server.until(/generated/, 'stderr')
    server.child.kill('SIGTERM')
    await server.ended
  }
  await serve()
  const kept = join(home, 'servers/python/documents/search.py')
  const before = await stat(kept)
  const text = await readFile(kept, 'utf8')
  const gone = join(home, 'servers/python/documents/gone_tool.py')
  await writeFile(gone, text)
  await writeFile(join(home, 'servers/typescript/client.ts'), `${text}\nchanged`)
  await writeFile(join(home, 'servers/notes.txt'), 'mine')
  await serve()
  const after = await stat(kept)
  assert.deepEqual([after.ino, after.mtimeMs], [before.ino, before.mtimeMs])
  await assert.rejects(stat(gone), { code: 'ENOENT' })
  assert.doesNotMatch(await readFile(join(home, 'servers/typescript/client.ts'), 'utf8'), /changed$/)
  assert.equal(await readFile(join(home, 'servers/notes.txt'), 'utf8'), 'mine')
})

test('Y-CODE-5 a place that cannot be written to costs a warning; several servers at once write whole files', async t => {
  const home = await temporaryHome(t)
  await writeFile(join(home, 'servers'), 'in the way')
  const blocked = spawnQuire(t, ['serve', '--port', '0', '--json'], { home })
  const [, url = ''] = await blocked.until(/"url":"([^"]+)"/)
  await blocked.until(/generated.*cannot be written/, 'stderr')
  assert.equal((await fetch(`${url}/healthz`)).status, 200)

  const shared = await temporaryHome(t)
  const argv = ['serve', '--port', '0', '--json', '--log-level', 'debug']
  const servers = [1, 2, 3].map(() => spawnQuire(t, argv, { home: shared }))
  await Promise.all(servers.map(server => server.until(/generated/, 'stderr')))
  for (const server of servers) {
    server.child.kill('SIGTERM')
    await server.ended
    assert.doesNotMatch(server.stderr(), /generated.*problem/)
  }
  assert.deepEqual(globSync('servers/**/*.tmp', { cwd: shared }), [])
  const fresh = spawnQuire(t, argv, { home: shared })
  const [line] = await fresh.until(/[^\n]*generated[^\n]*/, 'stderr')
  assert.match(line, /written\W+0/)
})

test('Y-CODE-5 quire mcp writes them too', async t => {
  const home = await temporaryHome(t)
  const client = await connectV2Stdio({
    command: process.execPath,
    args: [launcher, 'mcp', '--home', home, '--embedder', 'hash', '--log-level', 'error'],
    cwd: home,
  })
  t.after(() => client.close())
  const path = join(home, 'servers', '.version')
  // The stamp is written last; over stdio nothing else shows that the files are complete.
  while (!(await stat(path).catch(() => null))) await client.callTool('list_jobs', {})
  assert.ok((await stat(join(home, 'servers/mongo_rag/agent_query.py'))).isFile())
})
