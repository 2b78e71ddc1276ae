import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { fromRoom } from '../../support/rooms.ts'

type FakeN8n = {
  url: string
  key: string
  workflows: Map<string, object>
  foreign: Set<string>
  close(): Promise<void>
}

const { startFakeN8n } = await fromRoom<{ startFakeN8n(options: { version: string }): Promise<FakeN8n> }>(
  'workflows',
  'test/fake-n8n.ts',
)
const { n8nVersions } = await fromRoom<{ n8nVersions: readonly string[] }>(
  'workflows',
  'test/fake-n8n-versions.ts',
)
const run = promisify(execFile)
const script = join(import.meta.dirname, '../../../scripts/try-n8n.ts')

for (const version of n8nVersions)
  test(`W-TEMPLATE-1 W-UPDATE-2 the script for a real n8n goes through against one that behaves like ${version}, and leaves nothing`, async t => {
    const n8n = await startFakeN8n({ version })
    t.after(() => n8n.close())
    n8n.workflows.set('theirs', { id: 'theirs', name: 'Theirs', nodes: [], connections: {} })
    n8n.foreign.add('theirs')
    const env = {
      ...process.env,
      N8N_API_URL: n8n.url,
      N8N_API_KEY: n8n.key,
      N8N_FOREIGN_WORKFLOW: 'theirs',
    }
    const { stdout, stderr } = await run(process.execPath, [script], { env })
    assert.match(stdout, /^ok {4}nothing is left behind$/m)
    assert.match(stdout, /^All other tests passed\.$/m)
    assert.ok(!`${stdout}${stderr}`.includes(n8n.key))
    assert.deepEqual([...n8n.workflows.keys()], ['theirs'])
    const skipped = [...stdout.matchAll(/^not tested: ([^:]*)/gm)].map(([, what]) => what)
    assert.deepEqual(skipped, [
      'running the templates',
      ...(version === '1.110.1' ? ['a draft beside the published version'] : []),
      'an n8n that is starting, or whose public API is disabled',
      'an n8n that stops answering after it has created a workflow',
    ])
  })

test('W-ERR-1 without a URL and a key the script says what it needs', async () => {
  for (const env of [{}, { N8N_API_KEY: 'k' }, { N8N_API_URL: 'http://127.0.0.1:1' }]) {
    const { code, stderr } = await run(process.execPath, [script], { env }).catch(error => error)
    assert.equal(code, 2)
    assert.match(stderr, /N8N_API_URL and N8N_API_KEY/)
  }
})
