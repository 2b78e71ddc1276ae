import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { toolMaker } from './define-tool.ts'
import { invoke } from './invoke.ts'
import { toolTable } from './tool-table.ts'

const input = z.object({
  query: z.string().trim().min(1, 'query must not be empty').describe('A question or keywords'),
  top_k: z.int('top_k must be a whole number').min(1, 'top_k must be at least 1').default(5),
  depth: z.int('must be a whole number').describe('How deep; 1 is the first level'),
  api_key: z.string().optional().describe('API key'),
  page: z.union([z.int(), z.string().min(1)]).optional(),
  style: z.enum(['apa', 'bibtex']).default('apa'),
  tags: z.array(z.string()).max(2).optional(),
  options: z.strictObject({ force: z.boolean().default(false), retries: z.int().max(9) }).optional(),
})

const tool = toolMaker<object>()({
  name: 'look',
  title: 'Look',
  description: 'Looks.',
  access: 'read',
  timeoutMs: 1000,
  failures: [],
  input,
  output: z.object({}),
  run: async () => ({}),
})
const [row] = toolTable<object>([
  {
    name: 'test',
    title: '',
    description: '',
    tools: [tool],
    wordFailure: failure => ({ message: failure.message }),
  },
]).rows

async function messageFor(given: unknown): Promise<string> {
  assert.ok(row)
  const runtime = {
    services: () => ({}),
    clock: { elapsed: () => 0, timeout: () => ({ signal: new AbortController().signal, dispose() {} }) },
    log: { write() {} },
  }
  const caller = { surface: 'library', isLocal: true } as const
  const outcome = await invoke(row, { input: given, caller }, runtime)
  assert.ok(!outcome.ok)
  return outcome.failure.message
}

const sound = { query: 'tides', depth: 1 }

test('a missing argument is called missing, with what it is', async () => {
  assert.equal(await messageFor({}), 'query is missing: a question or keywords. depth is missing: how deep.')
  assert.equal(await messageFor({ ...sound, options: {} }), 'options.retries is missing.')
})

test('no sentence of the schema library reaches a caller', async () => {
  const cases: [object, string][] = [
    [{ ...sound, query: 3 }, 'query must be text, not a number.'],
    [{ ...sound, query: null }, 'query must be text, not null.'],
    [{ ...sound, page: true }, 'page must be a number or text, not true.'],
    [{ ...sound, page: '' }, 'page must not be empty.'],
    [{ ...sound, style: 'chicago' }, 'style must be one of "apa", "bibtex", not "chicago".'],
    [{ ...sound, tags: ['a', 'b', 'c'] }, 'tags must have at most 2 items.'],
    [{ ...sound, tags: ['a', 3] }, 'tags.1 must be text, not a number.'],
    [{ ...sound, options: { retries: 10 } }, 'options.retries must be at most 9.'],
    [{ ...sound, options: { retries: 1.5 } }, 'options.retries must be a whole number, not a fraction.'],
    [{ ...sound, options: [] }, 'options must be an object, not a list.'],
    [{ ...sound, depth: 'x' }, 'depth: must be a whole number.'],
    [{ ...sound, query: ' ' }, 'query must not be empty.'],
  ]
  for (const [given, message] of cases) assert.equal(await messageFor(given), message)
  assert.equal(await messageFor([]), 'The input must be an object, not a list.')
})

test('an unknown parameter is answered with the ones there are, the most similar first', async () => {
  const message = await messageFor({ ...sound, topk: 3 })
  assert.match(message, /^Unknown parameter: topk\. The parameters are: top_k, /)
  for (const name of Object.keys(input.shape)) assert.ok(message.includes(name), name)
  assert.match(
    await messageFor({ ...sound, options: { retries: 1, forced: true } }),
    /^Unknown parameter: options\.forced\. The parameters are: force, retries\.$/,
  )
})

test('a flood of wrong fields is answered with few of them, each on one line', async () => {
  const flood = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`k${index}\n${'x'.repeat(999)}`, 1]),
  )
  const message = await messageFor({ ...sound, ...flood })
  assert.ok(message.length < 1500, message)
  assert.match(message, / and 990 more\. The parameters are: /)
  assert.ok(!message.includes('\n'))
  assert.ok((await messageFor({ ...sound, style: `${'y'.repeat(500)}\nz` })).length < 200)
})
