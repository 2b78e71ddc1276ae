import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld, type Value } from '../../../../test/contract/world.ts'
import { openHttp } from '../../../app/open-http.ts'
import { startFakeN8n } from './fake-n8n.ts'

const schedule = { name: 'Every day', type: 'n8n-nodes-base.scheduleTrigger', parameters: { rule: {} } }

test('W-EXEC-1 a webhook that was made without an id is found below its workflow', async t => {
  const n8n = await startFakeN8n()
  const world = await openWorld('library', {
    flags: ['--toolsets', 'workflows', '--n8n-url', n8n.url, '--n8n-key', n8n.key],
  })
  t.after(async () => {
    await world.close()
    await n8n.close()
  })
  const nodes = [{ name: 'My Hook', type: 'n8n-nodes-base.webhook', parameters: { path: 'go' } }]
  n8n.workflows.set('old', { id: 'old', name: 'Old', active: false, nodes, connections: {} })
  const { error } = await world.refuse('execute_workflow', { workflow_id: 'old' })
  assert.equal(
    error.details.hint,
    `Activate it with activate_workflow, then call its webhook: send GET ${n8n.url.replace('/api/v1', '')}/webhook/old/my%20hook/go`,
  )
})

test('W-CREATE-1 the paths of the contract reach the same tools', async t => {
  const n8n = await startFakeN8n()
  const world = await openWorld('library', {
    flags: ['--toolsets', 'workflows', '--n8n-url', n8n.url, '--n8n-key', n8n.key],
  })
  const server = await openHttp(world.wired)
  t.after(async () => {
    await server.close()
    await world.close()
    await n8n.close()
  })
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`${server.url}/api/v1/n8n/${path}`, init)).json()
  }
  const { workflow_id }: Value = await post('create', { name: 'Nightly', nodes: [schedule] })
  assert.equal(((await post('update', { workflow_id, name: 'Daily' })) as Value).data.name, 'Daily')
  assert.equal(((await post('activate', { workflow_id })) as Value).active, true)
  const listed: Value = await (await fetch(`${server.url}/api/v1/n8n/list?active_only=true`)).json()
  assert.equal(listed.count, 1)
  assert.equal(((await post('delete', { workflow_id })) as Value).success, true)
})

test('W-EXEC-1 where n8n can, a run is started', async t => {
  const n8n = await startFakeN8n({ canExecute: true })
  const world = await openWorld('library', {
    flags: ['--toolsets', 'workflows', '--n8n-url', n8n.url, '--n8n-key', n8n.key],
  })
  t.after(async () => {
    await world.close()
    await n8n.close()
  })
  const { workflow_id } = await world.call('create_workflow', { name: 'Now', nodes: [schedule] })
  const run = await world.call('execute_workflow', { workflow_id, data: { hello: 1 } })
  assert.deepEqual([run.execution_id, run.waiting], ['77', false])
  assert.deepEqual(n8n.requests.at(-1)?.body, { hello: 1 })
})

test('W-ERR-1 without a key, nothing is asked and the settings are named', async t => {
  const world = await openWorld('library', { flags: ['--toolsets', 'workflows'] })
  t.after(() => world.close())
  const { error } = await world.refuse('list_workflows', {})
  assert.deepEqual([error.code, error.details.reason], ['HTTP_ERROR', 'WORKFLOW_ENGINE_UNAVAILABLE'])
  assert.match(error.details.hint, /N8N_API_URL .* N8N_API_KEY/)
})
