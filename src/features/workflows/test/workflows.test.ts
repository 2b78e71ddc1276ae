import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openWorld, surfacesUnderTest, type Value, type World } from '../../../../test/contract/world.ts'
import { type FakeN8n, startFakeN8n } from './fake-n8n.ts'

const schedule = {
  name: 'Every day',
  type: 'n8n-nodes-base.scheduleTrigger',
  typeVersion: 1.2,
  parameters: { rule: {} },
}
const fetchPage = {
  name: 'Fetch',
  type: 'n8n-nodes-base.httpRequest',
  typeVersion: 4.2,
  parameters: { url: 'https://a.test/' },
}
const store = { name: 'Store', type: 'n8n-nodes-base.set', typeVersion: 3.4 }

for (const surface of surfacesUnderTest)
  describe(`workflows over ${surface}`, () => {
    let n8n: FakeN8n
    let world: World
    before(async () => {
      n8n = await startFakeN8n()
      const flags = ['--toolsets', 'all', '--n8n-url', n8n.url, '--n8n-key', n8n.key]
      world = await openWorld(surface, { flags })
    })
    after(async () => {
      await world.close()
      await n8n.close()
    })

    const lastOf = (method: string) => n8n.requests.findLast(request => request.method === method)
    const create = (more: object = {}) =>
      world.call('create_workflow', {
        name: 'Nightly',
        nodes: [schedule, fetchPage, store],
        connections: { 'Every day': 'Fetch', Fetch: ['Store'] },
        ...more,
      })

    test('W-CREATE-1 a workflow is created, inactive, and its id is returned', async () => {
      const answer = await create()
      assert.equal(answer.success, true)
      assert.equal(answer.message, `Workflow created successfully. ID: ${answer.workflow_id}`)
      assert.deepEqual([answer.active, answer.warnings, answer.data.id], [false, [], answer.workflow_id])
      assert.equal(n8n.workflows.get(answer.workflow_id).name, 'Nightly')
    })

    test('W-CREATE-2 the body holds only what n8n takes, and activation is a call of its own', async () => {
      const answer = await create({ active: true, settings: { timezone: 'Europe/Berlin', madeUp: 1 } })
      assert.equal(answer.active, true)
      assert.deepEqual(answer.warnings, [
        'Left out, because n8n’s API does not accept it: the setting madeUp.',
      ])
      const { path, body } = n8n.requests.findLast(request => request.path === '/workflows') ?? {}
      assert.equal(path, '/workflows')
      assert.deepEqual(Object.keys(body).sort(), ['connections', 'name', 'nodes', 'settings'])
      assert.deepEqual(body.settings, { timezone: 'Europe/Berlin' })
      assert.equal(n8n.requests.at(-1)?.path, `/workflows/${answer.workflow_id}/activate`)
    })

    test('W-CREATE-3 connections may be flat or as n8n has them, and nodes are laid out in columns', async () => {
      const flat = (await create()).data
      const whole = (
        await create({
          connections: {
            'Every day': { main: [[{ node: 'Fetch', type: 'main', index: 0 }]] },
            Fetch: { main: [[{ node: 'Store' }]] },
          },
        })
      ).data
      assert.deepEqual(whole.connections, flat.connections)
      assert.deepEqual(flat.connections.Fetch, { main: [[{ node: 'Store', type: 'main', index: 0 }]] })
      assert.deepEqual(
        flat.nodes.map((node: Value) => node.position),
        [
          [250, 300],
          [470, 300],
          [690, 300],
        ],
      )
      for (const node of flat.nodes) assert.match(node.id, /^[0-9a-f-]{36}$/)
    })

    test('W-CHECK-1 what cannot work is refused before n8n is asked', async () => {
      const asked = n8n.requests.length
      const refused = async (more: object) => (await refuseCreate(more)).error
      const unknown = await refused({ connections: { 'Every day': 'Fetsch', Nobody: 'Store' } })
      assert.deepEqual(
        [unknown.code, unknown.details.reason, unknown.status_code],
        ['VALIDATION_ERROR', 'WORKFLOW_INVALID', 400],
      )
      assert.match(unknown.message, /"Every day" leads to "Fetsch", which is not a node/)
      assert.match(unknown.message, /Connections start at "Nobody"/)
      assert.match(unknown.details.hint, /Every day, Fetch, Store/)
      const twice = await refused({ nodes: [schedule, fetchPage, fetchPage], connections: {} })
      assert.match(twice.message, /Two nodes are called "Fetch"/)
      const idle = await refused({ nodes: [fetchPage], connections: {}, active: true })
      assert.match(idle.message, /needs a trigger/)
      const odd = await refused({ connections: { Fetch: [{ to: 'Store' }] } })
      assert.match(odd.message, /connections\.Fetch\.main: expected the name of a node/)
      assert.equal(n8n.requests.length, asked)
    })

    test('W-CHECK-1 a type that names no package is warned of, and cannot be switched on', async () => {
      const bare = [schedule, { ...fetchPage, type: 'httpRequest' }]
      const given = { nodes: bare, connections: { 'Every day': 'Fetch' } }
      const { warnings } = await create(given)
      assert.match(
        warnings[0],
        /"httpRequest" of "Fetch" has no package name; .* n8n-nodes-base\.httpRequest\.$/,
      )
      const { error } = await world.refuse('create_workflow', { name: 'Bare', ...given, active: true })
      assert.match(error.message, /has no package name/)
    })

    test('W-CHECK-1 a draft without a trigger is saved with a warning', async () => {
      const { warnings } = await create({ nodes: [fetchPage, store], connections: { Fetch: 'Store' } })
      assert.equal(warnings.length, 1)
      assert.match(warnings[0], /no trigger/)
      const alone = await create({ connections: { 'Every day': 'Fetch' } })
      assert.deepEqual(alone.warnings, ['The node "Store" is not connected.'])
    })

    test('W-UPDATE-1 only what is given changes; nodes of the same name keep id and place', async () => {
      const { workflow_id, data } = await create({ settings: { timezone: 'Europe/Berlin' } })
      const renamed = await world.call('update_workflow', { workflow_id, name: 'Daily' })
      assert.equal(renamed.message, `Workflow updated successfully. ID: ${workflow_id}`)
      assert.deepEqual(renamed.data.nodes, data.nodes)
      assert.deepEqual(renamed.data.connections, data.connections)
      assert.deepEqual(lastOf('PUT')?.body.settings, {
        timezone: 'Europe/Berlin',
        callerPolicy: 'workflowsFromSameOwner',
        availableInMCP: false,
      })
      const mail = { name: 'Mail', type: 'n8n-nodes-base.emailSend' }
      const changed = await world.call('update_workflow', {
        workflow_id,
        nodes: [schedule, { ...fetchPage, parameters: { url: 'https://b.test/' } }, mail],
        connections: { 'Every day': 'Fetch', Fetch: 'Mail' },
        settings: { executionOrder: 'v1' },
        active: true,
      })
      assert.deepEqual([changed.active, changed.data.name], [true, 'Daily'])
      assert.equal(changed.data.nodes[1].id, data.nodes[1].id)
      assert.deepEqual(changed.data.nodes[1].position, data.nodes[1].position)
      assert.equal(changed.data.nodes[1].parameters.url, 'https://b.test/')
      assert.deepEqual(
        [lastOf('PUT')?.body.settings.timezone, lastOf('PUT')?.body.settings.executionOrder],
        ['Europe/Berlin', 'v1'],
      )
    })

    test('W-LIST-1 workflows are listed in pages', async () => {
      const first = await world.call('list_workflows', { limit: 2 })
      assert.deepEqual([first.success, first.count], [true, 2])
      assert.deepEqual(Object.keys(first.workflows[0]).sort(), [
        'active',
        'created_at',
        'name',
        'nodes',
        'tags',
        'updated_at',
        'workflow_id',
      ])
      const seen = [...first.workflows]
      for (let cursor = first.next_cursor; cursor !== null; ) {
        const page = await world.call('list_workflows', { limit: 2, cursor })
        seen.push(...page.workflows)
        cursor = page.next_cursor
      }
      assert.deepEqual(
        seen.map((row: Value) => row.workflow_id),
        [...n8n.workflows.keys()],
      )
    })

    test('W-LIST-1 Y-BUDGET-1 pages of n8n and pages that a budget makes are followed by one cursor', async () => {
      const seen: string[] = []
      let pages = 0
      for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
        const asked = { limit: 4, max_tokens: 260, ...(cursor === undefined ? {} : { cursor }) }
        const page = await world.call('list_workflows', asked)
        seen.push(...page.workflows.map((row: Value) => row.workflow_id))
        cursor = page.next_cursor
      }
      assert.deepEqual(seen, [...n8n.workflows.keys()])
      assert.ok(pages > seen.length / 4)
    })

    test('W-LIST-1 active workflows are listed alone on request', async () => {
      const active = await world.call('list_workflows', { active_only: true })
      assert.ok(active.count > 0 && active.workflows.every((row: Value) => row.active))
    })

    test('W-STATE-1 a workflow is shown, switched on and off, and removed', async () => {
      const { workflow_id } = await create()
      const shown = await world.call('get_workflow', { workflow_id })
      assert.deepEqual([shown.data.name, shown.message], ['Nightly', 'Nightly has 3 nodes.'])
      assert.equal((await world.call('activate_workflow', { workflow_id })).active, true)
      assert.equal((await world.call('deactivate_workflow', { workflow_id })).active, false)
      const gone = await world.call('delete_workflow', { workflow_id })
      assert.deepEqual(gone, {
        success: true,
        workflow_id,
        message: `Workflow deleted successfully. ID: ${workflow_id}`,
      })
      assert.equal(n8n.workflows.has(workflow_id), false)
      for (const tool of ['get_workflow', 'activate_workflow', 'delete_workflow', 'execute_workflow']) {
        const { error } = await world.refuse(tool, { workflow_id })
        assert.deepEqual(
          [error.code, error.details.reason, error.status_code],
          ['HTTP_ERROR', 'WORKFLOW_NOT_FOUND', 404],
        )
      }
    })

    test('W-EXEC-1 where n8n cannot start a workflow, its webhook is returned', async () => {
      const hook = {
        name: 'Hook',
        type: 'n8n-nodes-base.webhook',
        parameters: { path: 'go', httpMethod: 'POST' },
      }
      const { workflow_id } = await create({
        nodes: [hook, store],
        connections: { Hook: 'Store' },
        active: true,
      })
      const { error } = await world.refuse('execute_workflow', { workflow_id })
      assert.deepEqual([error.code, error.details.reason], ['NOT_IMPLEMENTED', 'EXECUTION_UNSUPPORTED'])
      assert.match(n8n.workflows.get(workflow_id).nodes[0].webhookId, /^[0-9a-f-]{36}$/)
      assert.ok(
        error.details.hint.endsWith(`send POST ${n8n.url.replace('/api/v1', '')}/webhook/go`),
        error.details.hint,
      )
    })

    test('W-ERR-1 n8n’s refusal is reported in its words', async () => {
      const { workflow_id } = await create({ nodes: [fetchPage], connections: {} })
      const { error } = await world.refuse('activate_workflow', { workflow_id })
      assert.deepEqual([error.code, error.details.reason], ['VALIDATION_ERROR', 'WORKFLOW_REJECTED'])
      assert.match(error.message, /no trigger node/)
    })

    async function refuseCreate(more: object): Promise<Value> {
      return world.refuse('create_workflow', {
        name: 'Nightly',
        nodes: [schedule, fetchPage, store],
        connections: {},
        ...more,
      })
    }
  })
