import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { estimateTokens } from '../text/estimate-tokens.ts'
import { toolMaker } from './define-tool.ts'
import { invoke, type Runtime } from './invoke.ts'
import type { Pages } from './pages.ts'
import { toolTable } from './tool-table.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are checked field by field
type Value = any
type Item = { id: string; text: string }

const caller = { surface: 'library', isLocal: true } as const
const runtime: Runtime<object> = {
  services: () => ({}),
  clock: { elapsed: () => 0, timeout: () => ({ signal: new AbortController().signal, dispose() {} }) },
  log: { write() {} },
}

/** A tool that answers whatever `world` holds now. */
function listing(world: { items: Item[]; text?: string }, pages: Pick<Pages, 'by'> = {}) {
  const tool = toolMaker<object>()({
    name: 'list_things',
    title: 'List things',
    description: 'Lists things.',
    access: 'read',
    pages: {
      of: ['items', 'inner.text'],
      by: ['id'],
      texts: ['text'],
      linkItem: ({ id }) => `quire://x/${id}`,
      linkAnswer: ({ id }) => `quire://x/${id}`,
      ...pages,
    },
    timeoutMs: 60_000,
    failures: [],
    input: z.object({ word: z.string().default('a'), filter: z.record(z.string(), z.unknown()).default({}) }),
    output: z.object({
      items: z.array(z.object({ id: z.string(), text: z.string() })),
      inner: z.object({ text: z.string() }),
      count: z.int(),
      id: z.string(),
    }),
    run: async () => ({
      items: world.items,
      inner: { text: world.text ?? '' },
      count: world.items.length,
      id: 'whole',
    }),
  })
  const table = toolTable<object>([
    { name: 't', title: 'T', description: 'T.', tools: [tool], wordFailure: failure => failure.message },
  ])
  const row = table.find('list_things')
  assert.ok(row)
  const ask = (input: object) => invoke(row, { input, caller }, runtime)
  return {
    row,
    async page(input: object): Promise<Value> {
      const outcome = await ask(input)
      assert.ok(outcome.ok, outcome.ok ? '' : outcome.failure.message)
      return outcome.value
    },
    async refusal(input: object) {
      const outcome = await ask(input)
      assert.ok(!outcome.ok, 'it should have been refused')
      return outcome.failure
    },
  }
}

const things = (count: number): Item[] =>
  Array.from({ length: count }, (_, place) => ({
    id: `thing-${place}`,
    text: `About thing number ${place}.`,
  }))

const idsOf = (page: Value): string[] => page.items.map((item: Item) => item.id)

test('Y-BUDGET-1 without max_tokens the answer is as it always was', async () => {
  const { page } = listing({ items: things(3) })
  assert.deepEqual(Object.keys(await page({})), ['items', 'inner', 'count', 'id'])
})

test('Y-BUDGET-1 whole items come, as many as fit, and the cursor gets the others', async () => {
  const { page } = listing({ items: things(20), text: 'The end.' })
  const first = await page({ max_tokens: 150 })
  assert.ok(first.items.length > 1 && first.items.length < 20)
  assert.ok(estimateTokens(JSON.stringify(first)) <= 150)
  assert.deepEqual([first.count, first.id, first.inner.text], [20, 'whole', ''])
  const rest = await page({ cursor: first.next_cursor })
  assert.deepEqual([...idsOf(first), ...idsOf(rest)], idsOf({ items: things(20) }))
  assert.deepEqual([rest.inner.text, rest.next_cursor], ['The end.', null])
})

test('Y-BUDGET-1 a text goes on where it was cut, between words, and is linked when it begins', async () => {
  const text = Array.from({ length: 400 }, (_, place) => `word${place}`).join(' ')
  const { page } = listing({ items: [], text })
  let cursor: string | undefined
  const parts: string[] = []
  do {
    const part = await page({ max_tokens: 200, ...(cursor === undefined ? {} : { cursor }) })
    assert.deepEqual(
      part.cut,
      parts.length === 0
        ? [{ field: 'inner.text', characters: text.length, uri: 'quire://x/whole' }]
        : undefined,
    )
    parts.push(part.inner.text)
    cursor = part.next_cursor ?? undefined
  } while (cursor !== undefined)
  assert.ok(parts.length > 3)
  assert.equal(parts.join(''), text)
  for (const part of parts.slice(0, -1)) assert.match(part, /word\d+ $/)
})

test('Y-BUDGET-1 an item too long for a page of its own is shortened at a word and linked', async () => {
  const long = { id: 'long', text: 'Many words indeed. '.repeat(500).trimEnd() }
  const { page } = listing({ items: [...things(1), long, ...things(2).slice(1)] })
  const first = await page({ max_tokens: 240 })
  const second = await page({ max_tokens: 240, cursor: first.next_cursor })
  const third = await page({ max_tokens: 240, cursor: second.next_cursor })
  assert.deepEqual([first, second, third].flatMap(idsOf), ['thing-0', 'long', 'thing-1'])
  assert.match(second.items[0].text, /^Many words .*\w+\.? \[…\]$/)
  assert.deepEqual(second.cut, [
    { field: 'items.0.text', characters: long.text.length, uri: 'quire://x/long' },
  ])
  assert.equal(third.next_cursor, null)
})

test('Y-BUDGET-2 too small a budget is refused with the least that will do, which does', async () => {
  const long = { id: 'long', text: 'Many words indeed. '.repeat(500) }
  const { page, refusal } = listing({ items: [long], text: 'More. '.repeat(100) })
  const { code, message, details } = await refusal({ max_tokens: 20 })
  assert.equal(code, 'INVALID_INPUT')
  assert.match(message, /max_tokens 20 is too little.* at least \d+/)
  const { next_cursor } = await page({ max_tokens: Number(details.least_tokens) })
  const later = await refusal({ max_tokens: 30, cursor: next_cursor })
  await page({ max_tokens: Number(later.details.least_tokens), cursor: next_cursor })
  await refusal({ max_tokens: Number(details.least_tokens) - 1 })
})

test('Y-BUDGET-3 a cursor is refused for other arguments, and taken for the same in another order', async () => {
  const { page, refusal } = listing({ items: things(20) })
  const filter = { a: 1, b: { c: 2, d: 3 } }
  const { next_cursor: cursor } = await page({ max_tokens: 150, word: 'x', filter })
  const failure = await refusal({ cursor, word: 'y', filter })
  assert.equal(failure.code, 'INVALID_INPUT')
  assert.match(failure.message, /another tool or to other arguments/)
  const turned = { b: { d: 3, c: 2 }, a: 1 }
  assert.ok((await page({ cursor, word: 'x', filter: turned, max_tokens: 5_000 })).items.length > 1)
})

test('Y-BUDGET-3 what is no cursor is refused', async () => {
  const { page, refusal } = listing({ items: things(20) })
  const { next_cursor: cursor } = await page({ max_tokens: 150 })
  for (const wrong of [
    'nonsense',
    `${cursor}AAAA`.slice(1),
    cursor.slice(0, 10),
    Buffer.from('{"a":1}').toString('base64'),
  ])
    assert.match((await refusal({ cursor: wrong })).message, /cursor/, wrong)
})

test('Y-BUDGET-4 when the answer has changed, nothing comes twice and what is new comes too', async () => {
  const world = { items: things(12) }
  const { page } = listing(world)
  const first = await page({ max_tokens: 150 })
  const given = idsOf(first)
  const [moved, ...others] = world.items
  assert.ok(moved)
  world.items = [{ id: 'new', text: 'It came in between.' }, ...others.slice(1), moved]
  const rest = idsOf(await page({ cursor: first.next_cursor }))
  assert.deepEqual(rest, ['new', ...idsOf({ items: things(12) }).slice(given.length)])
})

test('Y-BUDGET-4 a text that has changed, or a long list, has to be read anew', async () => {
  const world = { items: things(200), text: '' }
  const { page, refusal } = listing(world)
  const { next_cursor: cursor } = await page({ max_tokens: 3_000 })
  world.items = world.items.slice(1)
  assert.match((await refusal({ cursor })).message, /has changed/)
  world.items = []
  world.text = 'All these words. '.repeat(100)
  const begun = await page({ max_tokens: 200 })
  world.text = `Not ${world.text}`
  assert.match((await refusal({ cursor: begun.next_cursor })).message, /has changed/)
})

test('Y-BUDGET-1 schemas show what pages take and give', () => {
  const { row } = listing({ items: [] })
  assert.deepEqual(Object.keys(row.inputSchema.properties ?? {}), ['word', 'filter', 'max_tokens', 'cursor'])
  assert.deepEqual(Object.keys(row.outputSchema.properties ?? {}).slice(-2), ['next_cursor', 'cut'])
  assert.deepEqual(row.outputSchema.required, ['items', 'inner', 'count', 'id'])
})
