import { after, before, describe } from 'node:test'
import { openWorld, type SurfaceName, surfaces, type World } from '../world.ts'
import { testAsking } from './ask.ts'
import { testCiting } from './cite.ts'
import { testIngesting } from './ingest.ts'
import { testInspecting } from './inspect.ts'
import { testStoring } from './store.ts'

// SAFETY: Object.keys of a const object are its keys.
for (const surface of Object.keys(surfaces) as SurfaceName[])
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
