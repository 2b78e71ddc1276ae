import { after, before, describe } from 'node:test'
import { openWorld, surfacesUnderTest, type World } from '../../../../test/contract/world.ts'
import { type GitServer, openGitServer } from '../git/test/git-server.ts'
import { testChecking, testLanguages } from './checking.ts'
import { testCoding } from './coding.ts'

for (const surface of surfacesUnderTest)
  describe(`graph over ${surface}`, () => {
    let world: World
    let server: GitServer
    before(async () => {
      server = await openGitServer()
      world = await openWorld(surface, {
        flags: ['--toolsets', 'graph', '--graph-code', '--fetch-allow', server.host],
      })
    })
    after(async () => {
      await world.close()
      await server.close()
    })
    testCoding(
      () => world,
      () => server,
    )
    testChecking(() => world)
    if (surface === surfacesUnderTest[0]) testLanguages(() => world)
  })
