import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { modern, type RpcMessage, reply } from '../../../../test/contract/surfaces/mcp-wire.ts'
import { openWorld } from '../../../../test/contract/world.ts'
import { jobTasks } from '../../../app/jobs-on-surfaces.ts'
import { defineToolset } from '../../../core/contract/define-toolset.ts'
import { toolTable } from '../../../core/contract/tool-table.ts'
import { Failure } from '../../../core/model/failure.ts'
import { createHttpApp } from '../../../surfaces/http/http-app.ts'
import type { Services } from '../services.ts'
import { defineTool } from '../services.ts'

const world = await openWorld('library')
after(() => world.close())

const ends = new Map<string, PromiseWithResolvers<{ status: string }>>()

/** A job that runs until the test ends it; callers do not wait for it. */
const dawdle = defineTool({
  name: 'dawdle',
  title: 'Dawdle',
  description: 'Takes its time.',
  access: 'write',
  timeoutMs: 60_000,
  outlives: true,
  failures: [],
  input: z.object({ name: z.string(), patient: z.boolean().default(false) }),
  output: z.object({ status: z.string(), job_id: z.string().optional() }),
  async run({ engine, signal, progress, caller, correlationId, patienceMs }, { name, patient }) {
    assert.ok(patienceMs <= 54_000)
    const end = ends.get(name) ?? Promise.withResolvers<{ status: string }>()
    ends.set(name, end)
    const result = await engine.jobs.run({
      key: name,
      kind: 'dawdle',
      title: `Dawdle ${name}`,
      collection: null,
      input: { name },
      isRepeatable: true,
      caller,
      correlationId,
      patienceMs: patient ? patienceMs : 1,
      signal,
      progress,
      work(job) {
        job.progress({ done: 1, total: 2, message: 'dawdling' })
        job.signal.addEventListener('abort', () => end.reject(new Error('stopped')))
        return end.promise
      },
    })
    return result.state === 'done' ? result.value : { status: 'running', job_id: result.id }
  },
})

const slow = defineToolset<Services>({
  name: 'slow',
  title: 'Slow',
  description: 'Takes its time.',
  tools: [dawdle],
  wordFailure: failure => ({ error: failure.message }),
})
const table = toolTable<Services>([slow])
const app = createHttpApp({
  table,
  toolsets: [slow],
  runtime: world.wired.runtime,
  info: { name: 'quire', version: '1' },
  tasks: jobTasks(world.wired.engine, table),
  guard: { isLoopback: true, allowedHosts: [], token: null },
})
after(() => app.close())

const knowing = {
  'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
}

async function send(method: string, params: Record<string, unknown>, _meta = {}): Promise<RpcMessage> {
  const { headers, ...rest } = modern(method, { ...params, _meta })
  const name = typeof params.taskId === 'string' ? { 'mcp-name': params.taskId } : {}
  const init = { ...rest, headers: { ...headers, host: '127.0.0.1', ...name } }
  return reply(await app.fetch(new Request('http://127.0.0.1/mcp', init)))
}

const start = (name: string, _meta: object = knowing) =>
  send('tools/call', { name: 'dawdle', arguments: { name } }, _meta)
const look = (taskId: string) => send('tasks/get', { taskId }, knowing)

/** Polls until the task has ended. */
async function endOf(taskId: string) {
  for (;;) {
    const { result } = await look(taskId)
    if (result.status !== 'working') return result
  }
}

test('S-JOB-7 the server says that it knows tasks', async () => {
  const { result } = await send('server/discover', {})
  assert.deepEqual(result.capabilities.extensions, { 'io.modelcontextprotocol/tasks': {} })
})

test('S-JOB-7 to a client that knows tasks, work that goes on is a task, and its result is the tool’s', async () => {
  const { result } = await start('done')
  assert.deepEqual([result.resultType, result.status, result.ttlMs], ['task', 'working', null])
  assert.ok(!('result' in result) && !('task' in result))
  const working = (await look(result.taskId)).result
  assert.deepEqual(
    [working.resultType, working.taskId, working.status],
    ['complete', result.taskId, 'working'],
  )
  ends.get('done')?.resolve({ status: 'done' })
  const ended = await endOf(result.taskId)
  assert.equal(ended.status, 'completed')
  assert.deepEqual(ended.result.structuredContent, { status: 'done' })
  assert.equal(ended.result.content[0].text, '{"status":"done"}')
})

test('S-JOB-7 a tool that fails has completed with an error in the words of its toolset', async () => {
  const { result } = await start('failing')
  ends.get('failing')?.reject(new Failure('invalid', 'NO', 'It cannot be done.'))
  const ended = await endOf(result.taskId)
  assert.equal(ended.status, 'completed')
  assert.equal(ended.result.isError, true)
  assert.equal(ended.result.content[0].text, '{"error":"It cannot be done."}')
})

test('S-JOB-7 a task is cancelled, once and again, with an empty answer', async () => {
  const { result } = await start('cancelled')
  for (let round = 0; round < 2; round++) {
    const { result: answer } = await send('tasks/cancel', { taskId: result.taskId }, knowing)
    assert.equal(answer.resultType, 'complete')
    assert.ok(!('taskId' in answer))
  }
  assert.equal((await endOf(result.taskId)).status, 'cancelled')
})

test('S-JOB-7 work that ends in time is answered at once', async () => {
  const end = Promise.withResolvers<{ status: string }>()
  ends.set('quick', end)
  end.resolve({ status: 'done' })
  const input = { name: 'quick', patient: true }
  const { result } = await send('tools/call', { name: 'dawdle', arguments: input }, knowing)
  assert.deepEqual([result.resultType, result.structuredContent], ['complete', { status: 'done' }])
})

test('S-JOB-7 a client that does not know tasks is never given one, and may not ask for one', async () => {
  const { result } = await start('plain', {})
  assert.deepEqual([result.resultType, result.structuredContent.status], ['complete', 'running'])
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const { error } = await send(method, { taskId: result.structuredContent.job_id })
    assert.equal(error?.code, -32_021, method)
  }
  ends.get('plain')?.resolve({ status: 'done' })
})

test('S-JOB-7 a task that is not there is an invalid parameter; what the extension dropped is no method', async () => {
  assert.equal((await look('none')).error?.code, -32_602)
  assert.equal((await send('tasks/cancel', { taskId: 'none' }, knowing)).error?.code, -32_602)
  assert.equal((await send('tasks/list', {}, knowing)).error?.code, -32_601)
})
