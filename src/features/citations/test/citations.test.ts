import { after, before, describe } from 'node:test'
import { openWorld, surfacesUnderTest, type World } from '../../../../test/contract/world.ts'
import { testAsking } from './ask.ts'
import { testCiting } from './cite.ts'
import { testIngesting } from './ingest.ts'
import { testInspecting } from './inspect.ts'
import { testStoring } from './store.ts'

for (const surface of surfacesUnderTest)
  describe(`citations over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface)
    })
    after(() => world.close())
    testAsking(() => world)
    testStoring(() => world)
    testIngesting(() => world)
    testInspecting(() => world)
    testCiting(() => world)
  })
