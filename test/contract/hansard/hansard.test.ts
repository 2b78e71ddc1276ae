import { after, before, describe } from 'node:test'
import { openWorld, type SurfaceName, surfaces, type World } from '../world.ts'
import { testSpeaking } from './speaking.ts'

// SAFETY: Object.keys of a const object are its keys.
for (const surface of Object.keys(surfaces) as SurfaceName[])
  describe(`hansard over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface, { flags: ['--toolsets', 'hansard,system'] })
    })
    after(() => world.close())
    testSpeaking(() => world)
  })
