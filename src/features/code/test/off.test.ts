import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openWorld, surfacesUnderTest, type World } from '../../../../test/contract/world.ts'

for (const surface of surfacesUnderTest)
  describe(`graph over ${surface}, switched off`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface, { flags: ['--toolsets', 'graph'] })
    })
    after(() => world.close())

    test('G-FLAG-1 tools about code stay listed and say what to set', async () => {
      const calls: [string, object][] = [
        ['parse_github_repository', { repo_url: 'https://github.com/owner/name' }],
        ['query_knowledge_graph', { command: 'repos' }],
        ['check_ai_script_hallucinations', { script_content: 'import os' }],
        ['show_graph', { of: 'x' }],
      ]
      for (const [tool, input] of calls) {
        assert.ok(world.wired.table.find(tool))
        const { error } = await world.refuse(tool, input)
        assert.deepEqual(
          [error.code, error.status_code, error.details.reason],
          ['HTTP_ERROR', 400, 'FEATURE_DISABLED'],
        )
        assert.equal(
          error.message,
          'Knowledge graph functionality is disabled. Set USE_KNOWLEDGE_GRAPH=true in environment.',
        )
      }
    })
  })
