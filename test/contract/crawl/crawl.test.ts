import { after, before, describe } from 'node:test'
import { openWorld, type SurfaceName, surfaces, type World } from '../world.ts'
import { testCrawling } from './crawling.ts'
import { openSite, type Site } from './site.ts'

// SAFETY: Object.keys of a const object are its keys.
for (const surface of Object.keys(surfaces) as SurfaceName[])
  describe(`crawl over ${surface}`, () => {
    let world: World
    let site: Site
    before(async () => {
      site = await openSite()
      world = await openWorld(surface, {
        flags: ['--toolsets', 'crawl,documents', '--fetch-allow', '127.0.0.1'],
      })
    })
    after(async () => {
      await world.close()
      await site.close()
    })
    testCrawling(
      () => world,
      () => site,
    )
  })
