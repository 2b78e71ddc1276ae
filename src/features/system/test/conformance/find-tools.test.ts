import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '../../../../../test/contract/world.ts'
import { loadToolsets } from '../../../../app/load-features.ts'
import { toolTable } from '../../../../core/contract/tool-table.ts'
import type { Services } from '../../services.ts'
import { blindRequests } from './blind-requests.ts'
import { finalRequests } from './final-requests.ts'
import { freshRequests } from './fresh-requests.ts'
import { furtherRequests } from './further-requests.ts'
import { heldOutRequests } from './held-out-requests.ts'
import { lastRequests } from './last-requests.ts'
import { laterRequests, type ToolRequest, toolRequests } from './tool-requests.ts'
import { unseenRequests } from './unseen-requests.ts'

let world: World
before(async () => {
  world = await openWorld('library', { embedder: 'gte-small' })
  // Meaning ranks as soon as all tools have been embedded, which a busy machine may need several questions for.
  const isReady = async () => (await world.call('search_tools', { query: 'ready?' })).warnings === undefined
  while (!(await isReady()));
})
after(() => world.close())

async function missesOf(requests: readonly ToolRequest[]): Promise<string[]> {
  const misses: string[] = []
  for (const { says, expects } of requests) {
    const { tools } = await world.call('search_tools', { query: says, detail_level: 'name', limit: 3 })
    const names = tools.map((tool: { name: string }) => tool.name)
    if (!names.some((name: string) => expects.includes(name)))
      misses.push(`${says} → ${names.join(', ')} instead of ${expects.join(' or ')}`)
  }
  return misses
}

/** What this build does not have cannot be found. */
async function askable(requests: readonly ToolRequest[]): Promise<ToolRequest[]> {
  const names = (await loadToolsets()).flatMap(({ tools }) => tools.map(tool => tool.name))
  return requests.filter(({ expects }) => expects.some(name => names.includes(name)))
}

const sets = [
  { name: 'sixty, by which it was first chosen', set: toolRequests, share: 0.95 },
  { name: 'twenty written later', set: laterRequests, share: 0.95 },
  { name: 'sixty committed before it was chosen anew', set: unseenRequests, share: 0.95 },
  { name: 'sixty written before the last round', set: freshRequests, share: 0.95 },
  { name: 'sixty more, some vague and some misspelt', set: furtherRequests, share: 0.95 },
  { name: 'thirty written after them', set: lastRequests, share: 0.95 },
  { name: 'thirty written after those', set: blindRequests, share: 0.95 },
  // 56 of 60 when they were first run; their misses were looked at later, so they tell less than they did.
  { name: 'sixty that were held out', set: heldOutRequests, share: 0.9 },
  // What the figures above are worth: 30 of 30 when they were run, and nothing was changed for them.
  { name: 'thirty written when all was done', set: finalRequests, share: 0.9 },
]

test('no request uses the name of its tool', () => {
  for (const { says, expects } of sets.flatMap(({ set }) => set))
    for (const name of expects) {
      assert.ok(!says.includes(name) || !name.includes('_'), says)
      assert.ok(!new RegExp(`\\b${name}\\b`, 'i').test(says), says)
    }
})

for (const { name, set, share } of sets)
  test(`Y-FIND-3 the right tool is among the first three for ${100 * share} of 100 requests: ${name}`, async t => {
    const requests = await askable(set)
    const misses = await missesOf(requests)
    for (const miss of misses) t.diagnostic(miss)
    const found = requests.length - misses.length
    t.diagnostic(`${found} of ${requests.length}`)
    assert.ok(found >= share * requests.length, misses.join('\n'))
  })

test('every tool says in plain words what people ask who want it', async () => {
  const table = toolTable<Services>((await loadToolsets()).filter(toolset => toolset.isHidden !== true))
  for (const { tool } of table.rows)
    assert.ok(
      (tool.asks ?? []).length >= 2,
      `${tool.name}: add to its declaration, above access, asks: ['…', '…'] with some five short phrases of people who want it, none with the tool’s name`,
    )
  for (const { tool } of table.rows)
    for (const ask of tool.asks ?? []) assert.ok(!ask.includes('_'), `${tool.name}: ${ask}`)
})

const harmless = [
  'export my library as a backup',
  'back up all my documents',
  'how large is my library',
  'rename a library',
  'share my collection with a colleague',
  'what is in this library',
  'copy a library to another machine',
  'move a document to another library',
  'a summary of one library',
  'when was this document added',
]

test('a tool that removes is never first for a request that asks for nothing to be removed', async () => {
  for (const says of harmless) {
    const { tools } = await world.call('search_tools', { query: says, detail_level: 'full', limit: 1 })
    assert.doesNotMatch(tools[0].name, /^(?:delete|cancel)_/, says)
  }
})
