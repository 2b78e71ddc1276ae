import { after, before, describe } from 'node:test'
import { openWorld, surfacesUnderTest, type World } from '../../../../test/contract/world.ts'
import { openSite, type Site } from '../../../../test/support/site.ts'
import { testCrawling } from './crawling.ts'

for (const surface of surfacesUnderTest)
  describe(`crawl over ${surface}`, () => {
    let world: World
    let site: Site
    before(async () => {
      site = await openSite()
      world = await openWorld(surface, {
        flags: ['--toolsets', 'crawl', '--fetch-allow', '127.0.0.1', '--crawl-browser', '/nowhere/chromium'],
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
