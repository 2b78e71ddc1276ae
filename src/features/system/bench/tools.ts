/**
 * Measures how often search_tools returns a right tool first (Hit@1), among the first three (Hit@3) and among the five that
 * it returns by default (Hit@5), for both lists of requests in test/corpus/tools.
 * Options: --misses prints the requests of the list used while choosing that have no right tool among the first three.
 * Those of the other list are never printed: once its misses have been read, a list is no longer an unbiased test.
 */

import { parseArgs } from 'node:util'
import { openWorld } from '../../../../test/contract/world.ts'
import {
  inOwnWords,
  nearDescriptions,
  type ToolRequest,
  usedWhileChoosing,
} from '../../../../test/corpus/tools/requests.ts'

const { values } = parseArgs({ options: { misses: { type: 'boolean', default: false } } })

const world = await openWorld('library', { embedder: 'gte-small' })
try {
  // Tools are ranked by words alone until all of them have been embedded.
  while ((await world.call('search_tools', { query: 'ready?' })).warnings !== undefined);
  console.log('requests | Hit@1 | Hit@3 | Hit@5')
  const misses = await report('used while choosing', usedWhileChoosing)
  await report('not used, in own words', inOwnWords)
  await report('not used, near the descriptions', nearDescriptions)
  if (values.misses) for (const miss of misses) console.log(miss)
} finally {
  await world.close()
}

async function report(name: string, requests: readonly ToolRequest[]): Promise<string[]> {
  const hits = { 1: 0, 3: 0, 5: 0 }
  const misses: string[] = []
  for (const { says, expects } of requests) {
    const { tools } = await world.call('search_tools', { query: says, detail_level: 'name', limit: 5 })
    const names: string[] = tools.map((tool: { name: string }) => tool.name)
    const place = names.findIndex(found => expects.includes(found))
    if (place === 0) hits[1] += 1
    if (place >= 0 && place < 3) hits[3] += 1
    else misses.push(`${says} → ${names.join(', ')}`)
    if (place >= 0) hits[5] += 1
  }
  const share = (count: number) =>
    `${count} of ${requests.length} (${((100 * count) / requests.length).toFixed(1)} %)`
  console.log([name, share(hits[1]), share(hits[3]), share(hits[5])].join(' | '))
  return misses
}
