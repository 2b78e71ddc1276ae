import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { seededRandom } from '../../../src/app/eval/seeded-random.ts'
import { invoke, type Outcome } from '../../../src/core/contract/invoke.ts'
import { putAt, readAt } from '../../../src/core/contract/page-fields.ts'
import { type CutText, resourceLinks } from '../../../src/core/contract/pages.ts'
import type { ToolRow } from '../../../src/core/contract/tool-table.ts'
import type { Host } from '../../../src/core/feature.ts'
import { estimateTokens } from '../../../src/core/text/estimate-tokens.ts'
import { openWorld, type Value, type World } from '../../contract/world.ts'
import { fromRoom } from '../../support/rooms.ts'
import { type BudgetCases, fillLibrary } from './budget-library.ts'

type FakeN8n = { url: string; key: string; close(): Promise<void> }

const { startFakeN8n } = await fromRoom<{ startFakeN8n(options?: object): Promise<FakeN8n> }>(
  'workflows',
  'test/fake-n8n.ts',
)

const budgetsPerCase = 3
const caller = { surface: 'library', isLocal: true } as const

let n8n: FakeN8n
let world: World
let cases: BudgetCases
before(async () => {
  n8n = await startFakeN8n()
  const flags = [
    '--toolsets',
    'all',
    '--knowledge-agentic',
    '--graph-code',
    '--graph-facts',
    '--n8n-url',
    n8n.url,
    '--n8n-key',
    n8n.key,
  ]
  world = await openWorld('library', { flags })
  cases = await fillLibrary(world)
})
after(async () => {
  await world.close()
  await n8n.close()
})

const reads = () => world.wired.table.rows.filter(({ tool }) => tool.access === 'read')

function costOf(page: Value): number {
  const links = resourceLinks(page).map(link => JSON.stringify(link))
  return estimateTokens(JSON.stringify(page)) + links.reduce((sum, link) => sum + 1 + estimateTokens(link), 0)
}

type Walk = { pages: Value[]; refusals: number }

/** Returns every page by its cursor. If the budget is too small for one, uses the minimum that the error names. */
async function walk(row: ToolRow<Host>, input: object, budget: number): Promise<Walk> {
  const pages: Value[] = []
  let refusals = 0
  let maxTokens = budget
  let cursor: string | null = null
  for (;;) {
    const asked: object = { ...input, max_tokens: maxTokens, ...(cursor === null ? {} : { cursor }) }
    const outcome: Outcome = await invoke(row, { input: asked, caller }, world.wired.runtime)
    if (!outcome.ok) {
      const { code, message, details } = outcome.failure
      assert.equal(code, 'INVALID_INPUT', message)
      assert.ok(Number(details.least_tokens) > maxTokens, message)
      maxTokens = Number(details.least_tokens)
      refusals += 1
      continue
    }
    assert.ok(costOf(outcome.value) <= maxTokens, `${row.tool.name}: ${costOf(outcome.value)} > ${maxTokens}`)
    pages.push(outcome.value)
    cursor = outcome.value.next_cursor as string | null
    if (cursor === null) return { pages, refusals }
    // If max_tokens is the tool's own input, the pages of one answer must all be asked for with the same value.
    if (row.tool.pages?.added.includes('max_tokens')) maxTokens = budget
    assert.ok(pages.length < 2_000, `${row.tool.name} does not end`)
  }
}

/** Joins the pages; checks shortened texts and replaces them by those of the whole result. */
function join(row: ToolRow<Host>, pages: readonly Value[], whole: Value): Value {
  const last = pageless(pages.at(-1))
  return (row.tool.pages?.of ?? []).reduce((joined, name) => {
    const path = name.split('.')
    if (readAt(whole, path) === undefined) return joined
    if (typeof readAt(whole, path) === 'string')
      return putAt(joined, path, pages.map(page => readAt(page, path)).join(''))
    let given = 0
    const items = pages.flatMap(page => {
      const part = readAt(page, path) as Value[]
      const wholes = part.map((item, place) =>
        lengthen(item, `${name}.${place}.`, page.cut, (readAt(whole, path) as Value[])[given + place]),
      )
      given += part.length
      return wholes
    })
    return putAt(joined, path, items)
  }, last)
}

/** Returns all results of a tool with its own cursor. */
async function follow(row: ToolRow<Host>, input: object): Promise<Value[]> {
  const answers: Value[] = [await world.call(row.tool.name, input)]
  while (answers.at(-1).next_cursor !== null)
    answers.push(await world.call(row.tool.name, { ...input, cursor: answers.at(-1).next_cursor }))
  return answers
}

/** Returns the ids of the items of pages, in order; their texts may be cut. */
function itemsOf(row: ToolRow<Host>, pages: readonly Value[]): Value[] {
  const { of = [], by = [] } = row.tool.pages ?? {}
  return of.flatMap(name =>
    pages.flatMap(page => (readAt(page, name.split('.')) as Value[]).map(item => by.map(key => item[key]))),
  )
}

function pageless({ next_cursor: _, cut: __, ...value }: Value): Value {
  return value
}

function lengthen(item: Value, place: string, cuts: readonly CutText[] = [], original: Value): Value {
  return cuts
    .filter(({ field }) => field.startsWith(place))
    .reduce((longer, { field, characters }) => {
      const path = field.slice(place.length).split('.')
      const short = String(readAt(item, path))
      const full = String(readAt(original, path))
      assert.match(short, / \[…\]$/)
      assert.ok(full.startsWith(short.slice(0, -' […]'.length)), field)
      assert.equal(characters, full.length)
      return putAt(longer, path, full)
    }, item)
}

/** Removes what differs between two calls. */
function steady(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (key, part) => (/_ms$|^ms$|^correlation_id$|^cache$/.test(key) ? null : part)),
  )
}

test('Y-BUDGET-5 every tool that reads has pages, and a case here', () => {
  const missing = reads().filter(({ tool }) => tool.pages === undefined || !(tool.name in cases))
  assert.deepEqual(
    missing.map(({ tool }) => tool.name),
    [],
    'Declare `pages` (docs/decisions/011-budgets.md) and add inputs to fillLibrary in budget-library.ts.',
  )
})

describe('Y-BUDGET-5 for random budgets no reply exceeds max_tokens, and its pages are the whole answer', () => {
  test('of every tool that reads', async t => {
    const random = seededRandom(3687541537).next
    let replies = 0
    let shortened = 0
    let refused = 0
    for (const row of reads())
      for (const input of cases[row.tool.name] ?? []) {
        const whole = await world.call(row.tool.name, input)
        const most = costOf(whole)
        for (let round = 0; round < budgetsPerCase; round++) {
          const budget = Math.ceil(100 * Math.max(2, most / 80) ** random())
          const { pages, refusals } = await walk(row, input, budget)
          replies += pages.length
          refused += refusals
          shortened += pages.filter(page => page.cut !== undefined).length
          // If max_tokens is the tool’s own input, another value produces another result.
          if (!row.tool.pages?.added.includes('max_tokens')) continue
          const about = `${row.tool.name} ${JSON.stringify(input)} ${budget}`
          // A tool with its own cursor continues where its result ends: its pages are those of all its results.
          if (row.tool.pages.added.includes('cursor'))
            assert.deepEqual(steady(join(row, pages, whole)), steady(pageless(whole)), about)
          else {
            const answers = await follow(row, input)
            assert.deepEqual(itemsOf(row, pages), itemsOf(row, answers), about)
          }
        }
      }
    t.diagnostic(`${replies} replies, ${shortened} with a text cut, ${refused} budgets too small for a page`)
    assert.ok(replies > 500)
  })
})

/** Budgets for small pages. */
async function smallestPages(row: ToolRow<Host>, input: object, most: number): Promise<Value[]> {
  const pages: Value[] = []
  let asked: Value = { ...input, max_tokens: 1 }
  while (pages.length < most) {
    const outcome: Outcome = await invoke(row, { input: asked, caller }, world.wired.runtime)
    if (!outcome.ok) {
      const { details, message } = outcome.failure
      assert.ok(Number(details.least_tokens) > asked.max_tokens, message)
      asked = { ...asked, max_tokens: details.least_tokens }
      continue
    }
    pages.push(outcome.value)
    if (outcome.value.next_cursor === null) break
    asked = { ...asked, max_tokens: 1, cursor: outcome.value.next_cursor }
  }
  return pages
}

/** Returns the whole text of a field that was cut. */
function wholeOf(row: ToolRow<Host>, { field }: CutText, page: Value, whole: Value): string {
  const list = row.tool.pages?.of.find(name => field.startsWith(`${name}.0.`))
  if (list === undefined) return readAt(whole, field.split('.')) as string
  const path = field.slice(`${list}.0.`.length).split('.')
  const start = String(readAt(readAt(page, [...list.split('.'), '0']), path)).slice(0, -' […]'.length)
  const items = readAt(whole, list.split('.')) as Value[]
  return items.map(item => String(readAt(item, path))).find(text => text.startsWith(start)) ?? ''
}

test('Y-BUDGET-6 whatever is cut, in any answer, can be read in full by its address', async t => {
  const { resources } = world.wired
  const context = { caller, signal: new AbortController().signal }
  const cutting = new Set<string>()
  let texts = 0
  for (const row of reads())
    for (const input of cases[row.tool.name] ?? []) {
      // If max_tokens is also the tool’s own input, the tool chooses another text by it.
      const isOwn = row.tool.pages?.added.includes('max_tokens') === false
      const pages = await smallestPages(row, input, isOwn ? 1 : 40)
      const whole = isOwn ? null : await world.call(row.tool.name, input)
      for (const page of pages)
        for (const cut of (page.cut ?? []) as CutText[]) {
          cutting.add(row.tool.name)
          texts += 1
          const original = whole && wholeOf(row, cut, page, whole)
          const contents = await resources.read(cut.uri, context)
          assert.ok(contents !== null && 'text' in contents, `${row.tool.name} ${cut.uri}`)
          const told = `${row.tool.name} ${cut.field} ${cut.uri}`
          if (original === null) assert.equal(contents.text.length, cut.characters, told)
          // The contract trims passages of a project; the address has the whole passage.
          else if (original.endsWith('...') && cut.field.endsWith('_text'))
            assert.ok(contents.text.startsWith(original.slice(0, -3)), told)
          else if (/context_(before|after)$/.test(cut.field))
            assert.equal(contents.text.trim(), original, told)
          else assert.equal(contents.text, original, told)
        }
    }
  t.diagnostic(`${texts} texts of ${cutting.size} tools`)
  const mayCut = reads().filter(({ tool }) => 'cut' in tool.output.shape)
  assert.deepEqual(
    mayCut.map(({ tool }) => tool.name).filter(name => !cutting.has(name)),
    [],
    'Give each a case in budget-library.ts that has a long text.',
  )
})
