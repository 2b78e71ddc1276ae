import { after, before, describe } from 'node:test'
import { openWorld, surfacesUnderTest, type World } from '../../../../test/contract/world.ts'
import { testAsking } from './asking.ts'

for (const surface of surfacesUnderTest)
  describe(`knowledge over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface, { flags: ['--toolsets', 'knowledge', '--knowledge-agentic'] })
    })
    after(() => world.close())
    testAsking(() => world)
  })
