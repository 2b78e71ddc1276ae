import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startFakeN8n } from '../../contract/workflows/fake-n8n.ts'

const run = promisify(execFile)
const script = join(import.meta.dirname, '../../../scripts/try-n8n.ts')

test('W-TEMPLATE-1 the script for a real n8n goes through against one that answers like it, and leaves nothing', async t => {
  const n8n = await startFakeN8n()
  t.after(() => n8n.close())
  const env = { ...process.env, N8N_API_URL: n8n.url, N8N_API_KEY: n8n.key }
  const { stdout, stderr } = await run(process.execPath, [script], { env })
  assert.equal(stdout.match(/^ok /gm)?.length, 29)
  assert.match(stdout, /nothing is left behind/)
  assert.ok(!`${stdout}${stderr}`.includes(n8n.key))
  assert.equal(n8n.workflows.size, 0)
})

test('W-ERR-1 without a URL and a key the script says what it needs', async () => {
  for (const env of [{}, { N8N_API_KEY: 'k' }, { N8N_API_URL: 'http://127.0.0.1:1' }]) {
    const { code, stderr } = await run(process.execPath, [script], { env }).catch(error => error)
    assert.equal(code, 2)
    assert.match(stderr, /N8N_API_URL and N8N_API_KEY/)
  }
})
