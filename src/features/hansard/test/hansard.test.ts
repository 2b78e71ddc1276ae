import { after, before, describe } from 'node:test'
import { openWorld, surfacesUnderTest, type World } from '../../../../test/contract/world.ts'
import { testSpeaking } from './speaking.ts'

for (const surface of surfacesUnderTest)
  describe(`hansard over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface, { flags: ['--toolsets', 'hansard'] })
    })
    after(() => world.close())
    testSpeaking(() => world)
  })
