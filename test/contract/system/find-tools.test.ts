import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type World } from '../world.ts'
import { laterRequests, type ToolRequest, toolRequests } from './tool-requests.ts'

let world: World
before(async () => {
  world = await openWorld('library', { embedder: 'gte-small' })
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

/** A contract whose toolset this build does not have yet cannot be found. */
function askable(requests: readonly ToolRequest[]): ToolRequest[] {
  const { tools } = world.wired.runtime.services
  return requests.filter(({ expects }) => expects.some(name => tools.find(name) !== undefined))
}

test('no request uses the name of its tool', () => {
  assert.equal(toolRequests.length, 60)
  for (const { says, expects } of [...toolRequests, ...laterRequests])
    for (const name of expects) {
      assert.ok(!says.includes(name) || !name.includes('_'), says)
      assert.ok(!new RegExp(`\\b${name}\\b`, 'i').test(says), says)
    }
})

test('Y-FIND-3 the right tool is among the first three for 95 of 100 requests', async t => {
  const requests = askable(toolRequests)
  const misses = await missesOf(requests)
  for (const miss of misses) t.diagnostic(miss)
  t.diagnostic(`${requests.length - misses.length} of ${requests.length}`)
  assert.ok(misses.length <= 0.05 * requests.length, misses.join('\n'))
})

test('Y-FIND-3 requests written after the ranking was settled do nearly as well: four of five', async t => {
  const requests = askable(laterRequests)
  const misses = await missesOf(requests)
  for (const miss of misses) t.diagnostic(miss)
  t.diagnostic(`${requests.length - misses.length} of ${requests.length}`)
  assert.ok(misses.length <= 0.2 * requests.length, misses.join('\n'))
})
