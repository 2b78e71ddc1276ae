import { after, before, describe } from 'node:test'
import { openWorld, type SurfaceName, surfaces, type World } from '../world.ts'
import { testCatalog } from './catalog.ts'
import { testIngest } from './ingest.ts'
import { testSearch } from './search.ts'

// SAFETY: Object.keys of a const object are its keys.
for (const surface of Object.keys(surfaces) as SurfaceName[])
  describe(`documents over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface)
    })
    after(() => world.close())
    testIngest(() => world)
    testSearch(() => world)
    testCatalog(() => world)
  })
