import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, before, describe, test } from 'node:test'
import { openWorld, surfacesUnderTest, testProcess, type World } from '../../../../test/contract/world.ts'
import { readConfig } from '../../../app/config/read-config.ts'
import { testFacts } from './search-graphiti.ts'

for (const surface of surfacesUnderTest)
  describe(`facts with time over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface, { flags: ['--toolsets', 'all', '--graph-facts'] })
    })
    after(() => world.close())
    testFacts(() => world)
  })

describe('facts with time, switched off', () => {
  test('G-FACT-12 USE_GRAPHITI switches them on', async () => {
    const set = async (env: Record<string, string>) => {
      const { all } = await readConfig({ ...testProcess(tmpdir(), []), env })
      return all['graph.facts']
    }
    assert.deepEqual([await set({}), await set({ USE_GRAPHITI: 'true' })], [false, true])
  })

  for (const surface of surfacesUnderTest)
    test(`G-FACT-12 the tool is listed and answers with the contract’s message over ${surface}`, async () => {
      const world = await openWorld(surface, { flags: ['--toolsets', 'graph'] })
      const { error } = await world.refuse('search_graphiti', { query: 'anything' })
      assert.deepEqual(
        [error.message, error.details.reason, error.status_code],
        ['Graphiti is not enabled. Set USE_GRAPHITI=true in environment variables.', 'FEATURE_DISABLED', 400],
      )
      await world.close()
    })
})
