import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { Failure } from '../model/failure.ts'
import { timeLeft } from '../model/time-left.ts'
import { type Tool, toolMaker } from './define-tool.ts'
import { invoke, type Runtime } from './invoke.ts'
import { toolTable } from './tool-table.ts'

type Services = { greeting: string }
const defineTool = toolMaker<Services>()
const caller = { surface: 'library', isLocal: true } as const

type Line = { level: string; event: string; fields: Record<string, unknown> }

/** A runtime whose clock runs out when the test says so. */
function testRuntime() {
  const lines: Line[] = []
  const limits: { ms: number; expire(): void }[] = []
  const runtime: Runtime<Services> = {
    services: () => ({ greeting: 'Hello' }),
    clock: {
      elapsed: () => 0,
      timeout(ms) {
        const controller = new AbortController()
        limits.push({ ms, expire: () => controller.abort(new DOMException('over', 'TimeoutError')) })
        return { signal: controller.signal, dispose() {} }
      },
    },
    log: { write: (level, event, fields = {}) => lines.push({ level, event, fields }) },
  }
  return { runtime, lines, limits }
}

function rowOf(tool: Tool<Services>) {
  const table = toolTable<Services>([
    {
      name: 'test',
      title: 'Test',
      description: 'For tests.',
      tools: [tool],
      wordFailure: failure => ({ code: failure.code, message: failure.message }),
    },
  ])
  const row = table.find(tool.name)
  assert.ok(row)
  return row
}

const base = {
  title: 'Greet',
  description: 'Greets.',
  access: 'read',
  timeoutMs: 8_000,
  failures: [],
  input: z.object({ name: z.string().min(1, 'name must not be empty'), times: z.int().default(1) }),
  output: z.object({ text: z.string() }),
} as const

test('a value is parsed, defaults are filled in, and one line is logged without the input', async () => {
  const { runtime, lines } = testRuntime()
  const tool = defineTool({
    ...base,
    name: 'greet',
    run: async ({ greeting }, { name, times }) => ({ text: `${greeting} ${name}`.repeat(times) }),
  })
  const outcome = await invoke(rowOf(tool), { input: { name: 'secret' }, caller }, runtime)
  assert.ok(outcome.ok)
  assert.deepEqual(outcome.value, { text: 'Hello secret' })
  assert.equal(lines.length, 1)
  assert.equal(lines[0]?.fields.outcome, 'ok')
  assert.ok(!JSON.stringify(lines).includes('secret'))
})

test('S-CORR-1 the correlation id given is the one answered and logged', async () => {
  const { runtime, lines } = testRuntime()
  const tool = defineTool({ ...base, name: 'greet', run: async () => ({ text: '' }) })
  const outcome = await invoke(rowOf(tool), { input: { name: 'x' }, caller, correlationId: 'abc' }, runtime)
  assert.equal(outcome.correlationId, 'abc')
  assert.equal(lines[0]?.fields.correlation_id, 'abc')
})

test('wrong input is a Failure that says what is wrong with which value', async () => {
  const { runtime } = testRuntime()
  const tool = defineTool({ ...base, name: 'greet', run: async () => ({ text: '' }) })
  const outcome = await invoke(rowOf(tool), { input: { name: '', times: 'x', extra: 1 }, caller }, runtime)
  assert.ok(!outcome.ok)
  assert.equal(outcome.failure.code, 'INVALID_INPUT')
  assert.match(outcome.failure.message, /name must not be empty\./)
  assert.match(outcome.failure.message, /times must be a number, not text/)
  assert.match(outcome.failure.message, /Unknown parameter: extra\./)
})

test('S-TIME-1 a call that outlasts its limit is a TIMEOUT and its work sees the signal', async () => {
  const { runtime, limits } = testRuntime()
  const work: { signal?: AbortSignal } = {}
  const tool = defineTool({
    ...base,
    name: 'slow',
    run({ signal }) {
      work.signal = signal
      queueMicrotask(() => limits[0]?.expire())
      return new Promise(() => {})
    },
  })
  const outcome = await invoke(rowOf(tool), { input: { name: 'x' }, caller }, runtime)
  assert.ok(!outcome.ok)
  assert.equal(outcome.failure.kind, 'timeout')
  assert.equal(limits[0]?.ms, 8_000)
  assert.equal(work.signal?.aborted, true)
})

test('the work of a call knows the time that is left, and what it leaves behind has no limit', async () => {
  const { runtime } = testRuntime()
  let now = 1_000
  const clock = {
    elapsed: () => now,
    timeout: (ms: number) => ({ signal: new AbortController().signal, ms, dispose() {} }),
  }
  const later = Promise.withResolvers<void>()
  const seen: (number | null)[] = []
  const rest: Promise<void>[] = []
  const tool = defineTool({
    ...base,
    name: 'timed',
    async run() {
      now += 3_000
      seen.push(timeLeft())
      rest.push(later.promise.then(() => void seen.push(timeLeft())))
      return { text: '' }
    },
  })
  await invoke(rowOf(tool), { input: { name: 'x' }, caller }, { ...runtime, clock })
  later.resolve()
  await Promise.all(rest)
  assert.deepEqual([timeLeft(), ...seen], [null, 5_000, null])
})

test('a tool that outlives its limit gets no clock but learns how long the caller waits', async () => {
  const { runtime, limits } = testRuntime()
  const patience: number[] = []
  const tool = defineTool({
    ...base,
    name: 'long',
    outlives: true,
    run: async ({ patienceMs }) => {
      patience.push(patienceMs)
      return { text: '' }
    },
  })
  await invoke(rowOf(tool), { input: { name: 'x' }, caller }, runtime)
  await invoke(rowOf(tool), { input: { name: 'x' }, caller: { surface: 'cli', isLocal: true } }, runtime)
  assert.deepEqual(patience, [7_200, Number.POSITIVE_INFINITY])
  assert.equal(limits.length, 0)
})

test('a caller that cancels is answered CANCELLED', async () => {
  const { runtime } = testRuntime()
  const controller = new AbortController()
  const tool = defineTool({
    ...base,
    name: 'slow',
    run() {
      queueMicrotask(() => controller.abort())
      return new Promise<never>(() => {})
    },
  })
  const outcome = await invoke(
    rowOf(tool),
    { input: { name: 'x' }, caller, signal: controller.signal },
    runtime,
  )
  assert.ok(!outcome.ok)
  assert.equal(outcome.failure.code, 'CANCELLED')
})

test('a surprise becomes INTERNAL_ERROR: its text is logged and never answered', async () => {
  const { runtime, lines } = testRuntime()
  const tool = defineTool({
    ...base,
    name: 'broken',
    run: async () => {
      throw new Error('SELECT password FROM users')
    },
  })
  const outcome = await invoke(rowOf(tool), { input: { name: 'x' }, caller }, runtime)
  assert.ok(!outcome.ok)
  assert.equal(outcome.failure.code, 'INTERNAL_ERROR')
  assert.ok(!JSON.stringify(outcome.worded).includes('SELECT'))
  assert.ok(
    lines.some(({ event, fields }) => event === 'surprise' && String(fields.error).includes('SELECT')),
  )
})

test('an answer that breaks the promise of the output schema is a surprise, not an answer', async () => {
  const { runtime } = testRuntime()
  const tool = defineTool({
    ...base,
    name: 'liar',
    // @ts-expect-error the point of the test
    run: async () => ({ text: 5 }),
  })
  const outcome = await invoke(rowOf(tool), { input: { name: 'x' }, caller }, runtime)
  assert.ok(!outcome.ok)
  assert.equal(outcome.failure.code, 'INTERNAL_ERROR')
})

test('a Failure thrown by the tool is worded by its toolset', async () => {
  const { runtime } = testRuntime()
  const tool = defineTool({
    ...base,
    name: 'refuse',
    run: async () => {
      throw new Failure('conflict', 'TAKEN', 'Somebody has it.')
    },
  })
  const outcome = await invoke(rowOf(tool), { input: { name: 'x' }, caller }, runtime)
  assert.ok(!outcome.ok)
  assert.deepEqual(outcome.worded, { code: 'TAKEN', message: 'Somebody has it.' })
})

test('thousands of unknown parameters are counted, not repeated', async () => {
  const { runtime } = testRuntime()
  const tool = defineTool({ ...base, name: 'greet', run: async () => ({ text: '' }) })
  const keys = Array.from({ length: 10_000 }, (_, at) => [`${'k'.repeat(500)}${at}`, 1])
  const outcome = await invoke(
    rowOf(tool),
    { input: { name: 'x', ...Object.fromEntries(keys) }, caller },
    runtime,
  )
  assert.ok(!outcome.ok)
  assert.match(outcome.failure.message, /^Unknown parameters: k.* and 9990 more\. The parameters are: /)
  assert.ok(JSON.stringify([outcome.failure.message, outcome.failure.details]).length < 3_000)
})

test('texts longer than others should wait for are refused before anything is done with them', async () => {
  const { runtime } = testRuntime()
  const ran: unknown[] = []
  const facts = z.record(z.string(), z.unknown()).default({})
  const tool = defineTool({
    ...base,
    name: 'greet',
    longInputs: ['body'],
    input: base.input.extend({ facts, body: z.unknown() }),
    run: async (_, input) => {
      ran.push(input)
      return { text: '' }
    },
  })
  const long = 'x'.repeat(100_001)
  const call = (input: object) => invoke(rowOf(tool), { input: { name: 'x', ...input }, caller }, runtime)
  const refused: [input: object, message: RegExp][] = [
    [{ name: long }, /^name must have at most 100000 characters, but has 100001\.$/],
    [{ facts: { deep: [{ er: long }] } }, /^facts must have at most 100000 characters/],
    [{ facts: { ['k'.repeat(1_001)]: 1 } }, /^The name k+…k+ must have at most 1000 characters/],
    [{ facts: { many: Array.from({ length: 11 }, () => long.slice(2)) } }, /^facts makes the input longer/],
    [
      { facts: Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => ['k'.repeat(900) + at, 1])) },
      /makes the input longer than 1000000 characters/,
    ],
  ]
  for (const [input, message] of refused) {
    const outcome = await call(input)
    assert.ok(!outcome.ok)
    assert.equal(outcome.failure.code, 'INVALID_INPUT')
    assert.match(outcome.failure.message, message)
    assert.ok(JSON.stringify(outcome.worded).length < 1_000)
  }
  assert.deepEqual(ran, [])
  const outcome = await call({ body: { parts: Array.from({ length: 20 }, () => long), [long]: 1 } })
  assert.ok(outcome.ok)
})

test('S-TIME-2 a timeout says what was reached, and what became of what it had begun', async () => {
  const cases = [
    [{ access: 'read' }, /Nothing was changed\. The last step was: Halfway \(1 of 2\)\./, /Try again/],
    [{ access: 'write', idempotent: true }, /Its changes were rolled back\./, /repeating it is safe/],
    [
      { access: 'write', openWorld: true },
      /The other server may still have carried it out/,
      /Check the current state/,
    ],
    [{ access: 'destroy' }, /Its changes were rolled back/, /with a smaller input/],
  ] as const
  for (const [changes, says, next] of cases) {
    const { runtime, limits } = testRuntime()
    const tool = defineTool({
      ...base,
      ...changes,
      name: 'slow',
      run({ progress }) {
        progress({ done: 1, total: 2, message: 'Halfway.' })
        limits[0]?.expire()
        return new Promise(() => {})
      },
    })
    const outcome = await invoke(rowOf(tool), { input: { name: 'x' }, caller }, runtime)
    assert.ok(!outcome.ok)
    assert.match(outcome.failure.message, /^slow did not finish within its limit of 8 s and was cancelled\./)
    assert.match(outcome.failure.message, says)
    assert.match(outcome.failure.hint ?? '', next)
    assert.equal(outcome.failure.details.limit_seconds, 8)
  }
})
