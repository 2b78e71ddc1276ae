import { after, before, describe } from 'node:test'
import { openWorld, surfacesUnderTest, type World } from '../../../../test/contract/world.ts'
import { testCatalog } from './catalog.ts'
import { testCorrections } from './corrections.ts'
import { testIngest } from './ingest.ts'
import { testSearch } from './search.ts'

for (const surface of surfacesUnderTest)
  describe(`documents over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface)
    })
    after(() => world.close())
    testIngest(() => world)
    testSearch(() => world)
    testCatalog(() => world)
    testCorrections(() => world)
  })
