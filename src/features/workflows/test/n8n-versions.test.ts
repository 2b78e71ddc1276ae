import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { openWorld, type Value, type World } from '../../../../test/contract/world.ts'
import { slow } from '../../../../test/support/slow.ts'
import { invoke } from '../../../core/contract/invoke.ts'
import { type FakeN8n, startFakeN8n } from './fake-n8n.ts'
import { n8nVersions } from './fake-n8n-versions.ts'

const hookAt = (path: string) => ({
  name: 'Hook',
  type: 'n8n-nodes-base.webhook',
  typeVersion: 2,
  parameters: { path, httpMethod: 'POST' },
})
const idle = { name: 'Idle', type: 'n8n-nodes-base.noOp', typeVersion: 1 }
const scheduleOf = (expression: string) => ({
  name: 'Clock',
  type: 'n8n-nodes-base.scheduleTrigger',
  typeVersion: 1.2,
  parameters: { rule: { interval: [{ field: 'cronExpression', expression }] } },
})
const feedAt = (feedUrl: string) => ({
  name: 'Feed',
  type: 'n8n-nodes-base.rssFeedReadTrigger',
  typeVersion: 1,
  parameters: { feedUrl },
})

for (const version of n8nVersions)
  describe(`workflows in n8n ${version}`, slow, () => {
    let n8n: FakeN8n
    let world: World
    let paths = 0
    const freshPath = () => `path-${paths++}`
    before(async () => {
      n8n = await startFakeN8n({ version })
      const flags = ['--toolsets', 'all', '--n8n-url', n8n.url, '--n8n-key', n8n.key]
      world = await openWorld('library', { flags })
    })
    after(async () => {
      await world.close()
      await n8n.close()
    })
    beforeEach(() => {
      n8n.silent = null
    })

    async function createActive(path = freshPath()): Promise<string> {
      const nodes = [hookAt(path), idle]
      const input = { name: 'Live', nodes, connections: { Hook: 'Idle' }, active: true }
      const made = await world.call('create_workflow', input)
      assert.deepEqual([made.active, made.warnings], [true, []])
      return made.workflow_id
    }

    /** Paths with a webhook. */
    function listening(id: string): string[] {
      const nodes = n8n.running(id)?.nodes ?? []
      return nodes.map(node => node.parameters.path).filter(path => path !== undefined)
    }

    /** A call with a short time limit. */
    async function callWithPatience(tool: string, input: object, patienceMs: number): Promise<Value> {
      const row = world.wired.table.find(tool)
      assert.ok(row)
      const caller = { surface: 'library', isLocal: true } as const
      return invoke(row, { input, caller, patienceMs }, world.wired.runtime)
    }

    /** With a clock that advances by seconds per call, so that timeouts are reached quickly. */
    async function callInHaste(tool: string, input: object): Promise<Value> {
      const row = world.wired.table.find(tool)
      assert.ok(row)
      const { runtime } = world.wired
      let elapsed = 0
      const services = await runtime.services(row.tool)
      const clock = { ...services.clock, elapsed: () => (elapsed += 2_000) }
      const caller = { surface: 'library', isLocal: true } as const
      return invoke(row, { input, caller }, { ...runtime, services: () => ({ ...services, clock }) })
    }

    test('W-STATE-2 active means that its triggers have started', async () => {
      const id = await createActive('started')
      assert.deepEqual(listening(id), ['started'])
    })

    test('W-UPDATE-2 an active workflow that n8n saves and cannot publish goes on as before', async () => {
      const id = await createActive('kept')
      const other = await createActive('taken')
      const isTakenOver = version === '1.110.1'
      const changes = [
        { nodes: [feedAt('http://dead.test/feed'), idle], connections: { Feed: 'Idle' } },
        { nodes: [hookAt('taken'), idle], connections: { Hook: 'Idle' } },
      ]
      for (const change of changes) {
        const wasTold = await world
          .refuse('update_workflow', { workflow_id: id, name: 'Other', ...change })
          .catch(() => null)
        // n8n 1 reassigns webhooks, and 2.41 does not report that a trigger failed to start.
        if (wasTold === null) {
          assert.ok(isTakenOver || version === '2.41.1')
          await world.call('update_workflow', {
            workflow_id: id,
            name: 'Live',
            nodes: [hookAt('kept'), idle],
            connections: { Hook: 'Idle' },
          })
          continue
        }
        assert.equal(wasTold.error.details.reason, 'WORKFLOW_REJECTED')
        assert.match(wasTold.error.message, /the earlier version was restored and is running again\.$/)
        const { data, active } = await world.call('get_workflow', { workflow_id: id })
        assert.deepEqual([active, data.name, data.nodes[0].parameters.path], [true, 'Live', 'kept'])
        assert.deepEqual(listening(id), ['kept'])
      }
      await world.call('delete_workflow', { workflow_id: other })
    })

    test('W-UPDATE-2 a change that cannot be undone is reported as saved and not published', async () => {
      const nodes = [feedAt('http://dying.test/'), idle]
      const made = { name: 'Feed', nodes, connections: { Feed: 'Idle' }, active: true }
      const { workflow_id } = await world.call('create_workflow', made)
      n8n.dead.add('dying.test')
      const change = { nodes: [feedAt('http://dead.test/'), idle], connections: { Feed: 'Idle' } }
      if (version === '2.41.1') {
        // This version does not report that a trigger failed to restart; the result has a warning.
        const { warnings } = await world.call('update_workflow', { workflow_id, ...change })
        assert.match(warnings.join(), /n8n may start "Feed" in the background/)
        return
      }
      const { error } = await world.refuse('update_workflow', { workflow_id, ...change })
      assert.match(
        error.message,
        /saved, not published, and the earlier version could not be restored: the workflow is not running now\.$/,
      )
      assert.equal(n8n.running(workflow_id), null)
    })

    if (version !== '2.41.1')
      test('W-UPDATE-2 a rename that n8n saves and that stops the workflow is reported', async () => {
        const nodes = [feedAt('http://failing.test/'), idle]
        const made = { name: 'Feed', nodes, connections: { Feed: 'Idle' }, active: true }
        const { workflow_id } = await world.call('create_workflow', made)
        n8n.dead.add('failing.test')
        const { error } = await world.refuse('update_workflow', { workflow_id, name: 'Renamed' })
        assert.match(error.message, /could not be restored: the workflow is not running now\.$/)
        assert.equal(n8n.running(workflow_id), null)
      })

    test('W-UPDATE-2 a body that n8n does not even save changes nothing', async () => {
      const id = await createActive()
      const before = n8n.workflows.get(id).versionId
      const bad = { ...idle, name: 'Idle', parameters: {}, position: [0, 0] }
      n8n.requests.length = 0
      const { error } = await world.refuse('update_workflow', {
        workflow_id: id,
        nodes: [{ ...hookAt(freshPath()), type: 'n8n-nodes-base.noOp' }, bad],
      })
      assert.equal(error.details.reason, 'WORKFLOW_INVALID')
      assert.equal(n8n.workflows.get(id).versionId, before)
      assert.ok(!n8n.requests.some(({ method }) => method === 'PUT'))
    })

    test('W-STATE-3 active: false comes before the change, so that the change never runs', async () => {
      const id = await createActive()
      n8n.requests.length = 0
      const answer = await world.call('update_workflow', {
        workflow_id: id,
        active: false,
        nodes: [idle],
        connections: {},
      })
      assert.deepEqual([answer.active, answer.data.nodes.length], [false, 1])
      assert.equal(n8n.running(id), null)
      const writes = n8n.requests.filter(({ method }) => method !== 'GET')
      assert.deepEqual(
        writes.map(({ method, path }) => [method, path.replace(id, 'it')]),
        [
          ['POST', '/workflows/it/deactivate'],
          ['PUT', '/workflows/it'],
        ],
      )
    })

    test('W-STATE-3 an active workflow is deleted, however long n8n takes to unpublish it', async () => {
      const id = await createActive()
      const gone = await world.call('delete_workflow', { workflow_id: id })
      assert.equal(gone.success, true)
      assert.equal(n8n.workflows.has(id), false)
    })

    test('W-STATE-2 a schedule that can never run is not switched on', async () => {
      const bad = { name: 'Bad', nodes: [scheduleOf('61 * * * *'), idle], connections: { Clock: 'Idle' } }
      const { error } = await world.refuse('create_workflow', { ...bad, active: true })
      assert.deepEqual([error.details.reason, error.status_code], ['WORKFLOW_INVALID', 400])
      assert.match(error.message, /"61 \* \* \* \*" of "Clock" is not a valid cron expression/)
      const { workflow_id, warnings } = await world.call('create_workflow', bad)
      assert.match(warnings.join(), /is not a valid cron expression/)
      const refused = await world.refuse('activate_workflow', { workflow_id })
      assert.equal(refused.error.details.reason, 'WORKFLOW_INVALID')
      assert.equal(n8n.workflows.get(workflow_id).active, false)
    })

    test(
      'W-STATE-2 a trigger that does not start is reported, and the workflow is off again',
      slow,
      async () => {
        const dead = {
          name: 'Dead',
          nodes: [feedAt('http://dead.test/'), idle],
          connections: { Feed: 'Idle' },
        }
        const created = await callInHaste('create_workflow', { ...dead, active: true })
        assert.ok(created.ok)
        const { workflow_id, active, warnings } = created.value
        assert.equal(active, false)
        assert.match(
          warnings.join(),
          /saved but was not activated: .*(connect to the URL|did not start "Feed")/,
        )
        assert.equal(n8n.workflows.get(workflow_id).active, false)
        const activated = await callInHaste('activate_workflow', { workflow_id })
        assert.equal(activated.ok, false)
        const code = version === '2.41.1' ? 'WORKFLOW_NOT_STARTED' : 'WORKFLOW_REJECTED'
        assert.equal(activated.failure.code, code)
      },
    )

    test('W-STATE-2 a timeout after creation keeps the new id', slow, async () => {
      n8n.silent = /\/activate$/
      const input = { name: 'Slow', nodes: [hookAt(freshPath()), idle], connections: { Hook: 'Idle' } }
      const created = await callWithPatience('create_workflow', { ...input, active: true }, 2_000)
      assert.ok(created.ok, JSON.stringify(created))
      assert.ok(n8n.workflows.has(created.value.workflow_id))
      assert.equal(created.value.active, false)
      assert.match(
        created.value.warnings.join(),
        /is saved, but n8n did not respond to the activation in time/,
      )
    })

    test('W-SETTINGS-1 settings that this n8n refuses are left out and reported', async () => {
      const settings = {
        timezone: 'Europe/Berlin',
        callerPolicy: 'any',
        callerIds: '1',
        timeSavedPerExecution: 3,
        availableInMCP: true,
        timeSavedMode: 'fixed',
      }
      const nodes = [hookAt(freshPath()), idle]
      const { workflow_id, warnings } = await world.call('create_workflow', {
        name: 'Set',
        nodes,
        connections: { Hook: 'Idle' },
        settings,
      })
      const refused: string[] = {
        '1.110.1': ['callerPolicy', 'callerIds', 'timeSavedPerExecution', 'availableInMCP', 'timeSavedMode'],
        '2.8.4': ['timeSavedMode'],
        '2.41.1': [],
      }[version]
      assert.deepEqual(
        warnings,
        refused.map(name => `Left out, because this version of n8n rejects it: the setting ${name}.`),
      )
      const kept = Object.entries(settings).filter(([name]) => !refused.includes(name))
      const stored = n8n.workflows.get(workflow_id).settings
      for (const [name, value] of kept) assert.equal(stored[name], value)
      const renamed = await world.call('update_workflow', { workflow_id, name: 'Set again' })
      assert.deepEqual(renamed.warnings, [])
    })

    test('W-UPDATE-3 nodes of the same name keep credentials, notes and retry settings', async () => {
      const { workflow_id } = await world.call('create_workflow', {
        name: 'Rich',
        nodes: [
          hookAt(freshPath()),
          {
            ...idle,
            credentials: { httpHeaderAuth: { id: '1', name: 'Quire' } },
            notes: 'mind the gap',
            retryOnFail: true,
            maxTries: 5,
          },
        ],
        connections: { Hook: 'Idle' },
      })
      const [hook] = n8n.workflows.get(workflow_id).nodes
      const { data } = await world.call('update_workflow', {
        workflow_id,
        nodes: [hookAt(freshPath()), { ...idle, maxTries: 2, notes: null }],
      })
      assert.equal(data.nodes[0].webhookId, hook.webhookId)
      const { credentials, notes, retryOnFail, maxTries } = data.nodes[1]
      assert.deepEqual(credentials, { httpHeaderAuth: { id: '1', name: 'Quire' } })
      assert.deepEqual([notes, retryOnFail, maxTries], [undefined, true, 2])
      const other = { ...idle, type: 'n8n-nodes-base.limit' }
      const retyped = await world.call('update_workflow', {
        workflow_id,
        nodes: [hookAt(freshPath()), other],
      })
      assert.deepEqual(
        [retyped.data.nodes[1].credentials, retyped.data.nodes[1].retryOnFail],
        [undefined, true],
      )
    })

    test('W-NODE-1 a missing typeVersion becomes a current one, with a note; webhook ids are random', async () => {
      const bare = ({ typeVersion: _, ...node }: ReturnType<typeof hookAt>) => node
      const make = async () => {
        const nodes = [bare(hookAt(freshPath())), { name: 'Get', type: 'n8n-nodes-base.httpRequest' }]
        return world.call('create_workflow', { name: 'Same', nodes, connections: { Hook: 'Get' } })
      }
      const [one, two] = [await make(), await make()]
      assert.deepEqual(one.warnings, ['No typeVersion was given for "Hook" (using 2.1), "Get" (using 4.2).'])
      assert.deepEqual(
        one.data.nodes.map((node: Value) => node.typeVersion),
        [2.1, 4.2],
      )
      assert.match(one.data.nodes[0].webhookId, /^[0-9a-f-]{36}$/)
      assert.notEqual(one.data.nodes[0].webhookId, two.data.nodes[0].webhookId)
      assert.equal(one.data.nodes[0].id, two.data.nodes[0].id)
    })

    test('W-NODE-1 answers leave out other versions and people', async () => {
      const id = await createActive()
      const answers = [
        await world.call('get_workflow', { workflow_id: id }),
        await world.call('update_workflow', { workflow_id: id, name: 'Renamed' }),
        await world.call('deactivate_workflow', { workflow_id: id }),
        await world.call('activate_workflow', { workflow_id: id }),
      ]
      for (const { data } of answers) {
        assert.ok(!('activeVersion' in data) && !('shared' in data))
        assert.doesNotMatch(JSON.stringify(data), /@example\.com/)
      }
    })

    test('W-EXEC-1 the addresses of webhooks are those where n8n listens', async () => {
      const cases = [
        [{ httpMethod: 'GET' }, 'ID'],
        [{ httpMethod: 'GET', path: '/with/slashes/' }, 'with/slashes'],
        [{ httpMethod: 'GET', path: 'user/:id' }, 'ID/user/:id'],
        [{ path: 'plain' }, 'plain'],
      ] as const
      for (const [parameters, expected] of cases) {
        const nodes = [{ ...hookAt(''), parameters }, idle]
        const input = { name: 'Address', nodes, connections: { Hook: 'Idle' }, active: true }
        const { workflow_id, data } = await world.call('create_workflow', input)
        const { error } = await world.refuse('execute_workflow', { workflow_id })
        const [{ method, url }] = error.details.webhooks
        const path = expected.replace('ID', data.nodes[0].webhookId)
        assert.deepEqual([method, url], ['GET', `${n8n.url.replace('/api/v1', '')}/webhook/${path}`])
        assert.equal((await fetch(url)).status, 200)
      }
    })

    if (version !== '1.110.1')
      test('W-UPDATE-2 a rename publishes no draft that somebody has begun', async () => {
        const id = await createActive('published')
        n8n.edit(id, [{ ...hookAt('half-done'), id: 'h', position: [0, 0] }])
        n8n.workflows.get(id).connections = {}
        const shown = await world.call('get_workflow', { workflow_id: id })
        assert.match(shown.warnings.join(), /draft.*differs from the published version/)
        const renamed = await world.call('update_workflow', { workflow_id: id, name: 'Renamed' })
        assert.match(
          renamed.warnings.join(),
          /^Saved, not published: .*versionId differs from activeVersionId/,
        )
        assert.deepEqual([renamed.active, n8n.workflows.get(id).name], [true, 'Renamed'])
        await world.call('get_workflow', { workflow_id: id })
        await world.call('get_workflow', { workflow_id: id })
        assert.deepEqual(listening(id), ['published'])
        // activate_workflow publishes the draft.
        await world.call('activate_workflow', { workflow_id: id })
        await world.call('get_workflow', { workflow_id: id })
        await world.call('get_workflow', { workflow_id: id })
        assert.deepEqual(listening(id), ['half-done'])
      })

    // Other versions keep no drafts, or save them without deactivating.
    if (version === '2.8.4')
      test('W-UPDATE-2 a rename whose workflow does not start again is reported as saved and off', async () => {
        const nodes = [feedAt('http://brittle.test/feed'), idle]
        const input = { name: 'Live', nodes, connections: { Feed: 'Idle' }, active: true }
        const { workflow_id } = await world.call('create_workflow', input)
        n8n.edit(workflow_id, [{ ...hookAt('draft'), id: 'h', position: [0, 0] }])
        n8n.dead.add('brittle.test')
        const renamed = await world.call('update_workflow', { workflow_id, name: 'Renamed' })
        assert.match(renamed.warnings.join(), /^Saved, not published: .* the workflow is off now/)
        assert.deepEqual([renamed.active, n8n.workflows.get(workflow_id).name], [false, 'Renamed'])
      })

    test('W-ERR-2 what is no answer of n8n’s API is never an unknown or rejected workflow', async () => {
      const page = '<!DOCTYPE html><pre>Cannot GET /api/v1/workflows</pre>'
      const troubles = [
        { status: 404, body: page, type: 'text/html' },
        { status: 200, body: 'n8n is starting up. Please wait', type: 'text/html' },
      ]
      for (const trouble of troubles) {
        n8n.trouble = trouble
        const refusals = [
          await world.refuse('list_workflows', {}),
          await world.refuse('get_workflow', { workflow_id: 'x' }),
          await world.refuse('execute_workflow', { workflow_id: 'x' }),
        ]
        n8n.trouble = null
        for (const { error } of refusals) {
          assert.deepEqual([error.details.reason, error.status_code], ['WORKFLOW_ENGINE_UNAVAILABLE', 503])
          assert.match(error.message, /still starting/)
        }
      }
      const lost = await world.refuse('list_workflows', { cursor: 'nonsense' })
      assert.deepEqual([lost.error.details.reason, lost.error.status_code], ['INVALID_CURSOR', 400])
      const id = await createActive()
      n8n.foreign.add(id)
      const theirs = await world.refuse('get_workflow', { workflow_id: id })
      assert.deepEqual([theirs.error.details.reason, theirs.error.status_code], ['WORKFLOW_FORBIDDEN', 403])
      const unknown = await world.refuse('activate_workflow', { workflow_id: 'nobody' })
      assert.deepEqual([unknown.error.details.reason, unknown.error.status_code], ['WORKFLOW_NOT_FOUND', 404])
    })
  })
