import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { loadToolsets } from '../../../src/app/load-features.ts'
import { toolTable } from '../../../src/core/contract/tool-table.ts'
import type { Host } from '../../../src/core/feature.ts'
import { openWorld, type World } from '../../contract/world.ts'
import {
  inOwnWords,
  nearDescriptions,
  notUsedForChoosing,
  type ToolRequest,
  usedWhileChoosing,
} from '../../corpus/tools/requests.ts'
import { until } from '../../support/until.ts'

let world: World
before(async () => {
  world = await openWorld('library', { embedder: 'gte-small' })
  // Tools are ranked by meaning as soon as all have been embedded, which may take several requests on a busy machine.
  const isReady = async () => (await world.call('search_tools', { query: 'ready?' })).warnings === undefined
  await until(isReady)
})
after(() => world.close())

async function missesOf(requests: readonly ToolRequest[]): Promise<ToolRequest[]> {
  const misses: ToolRequest[] = []
  for (const request of requests) {
    const { tools } = await world.call('search_tools', {
      query: request.says,
      detail_level: 'name',
      limit: 5,
    })
    const isFound = tools.some((tool: { name: string }) => request.expects.includes(tool.name))
    if (!isFound) misses.push(request)
  }
  return misses
}

/** Requests whose tools are in this build. */
async function askable(requests: readonly ToolRequest[]): Promise<ToolRequest[]> {
  const names = (await loadToolsets()).flatMap(({ tools }) => tools.map(tool => tool.name))
  return requests.filter(({ expects }) => expects.some(name => names.includes(name)))
}

const lists = [
  { name: 'used while choosing', requests: usedWhileChoosing },
  { name: 'not used, in own words', requests: inOwnWords },
  { name: 'not used, near the descriptions', requests: nearDescriptions },
]

/** `npm run measure -- tools` prints the figures. */
const leastShare = 0.9

test('no request uses the name of its tool', () => {
  for (const { says, expects } of lists.flatMap(({ requests }) => requests))
    for (const name of expects) {
      assert.ok(!says.includes(name) || !name.includes('_'), says)
      assert.ok(!new RegExp(`\\b${name}\\b`, 'i').test(says), says)
    }
})

test('no request is in both lists', () => {
  const used = new Set(usedWhileChoosing.map(({ says }) => says))
  assert.deepEqual(
    notUsedForChoosing.filter(({ says }) => used.has(says)),
    [],
  )
})

for (const { name, requests } of lists)
  test(`Y-FIND-3 a right tool is among the first five for nine requests in ten: ${name}`, async t => {
    const askableRequests = await askable(requests)
    const misses = await missesOf(askableRequests)
    t.diagnostic(`${askableRequests.length - misses.length} of ${askableRequests.length}`)
    assert.ok(misses.length <= (1 - leastShare) * askableRequests.length, `${misses.length} misses`)
  })

test('every tool has two to six asks, which describe it without naming it', async () => {
  const table = toolTable<Host>((await loadToolsets()).filter(toolset => toolset.isHidden !== true))
  for (const { tool } of table.rows) {
    const asks = tool.asks ?? []
    assert.ok(
      asks.length >= 2 && asks.length <= 6,
      `${tool.name} has ${asks.length} asks: declare, above access, two to six phrases of people who want it, each for a different use, none with the tool’s name`,
    )
    for (const ask of asks) assert.ok(!ask.includes('_'), `${tool.name}: ${ask}`)
  }
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
