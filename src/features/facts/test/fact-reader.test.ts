import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld, type Value } from '../../../../test/contract/world.ts'
import { slow } from '../../../../test/support/slow.ts'
import { putText } from '../../../../test/support/stored.ts'

const text = `# Harlow Glass

Norton Optics was the brainchild of Peter Harlow, who opened its doors in 1923.
`
const facts = (value: Value): string[] => value.results.map((one: Value) => `${one.fact} ${one.valid_at}`)

test(
  'the bundled model reads what the rules have no wording for, and the setting does without it',
  slow,
  async () => {
    for (const [flags, found] of [
      [[], ['Peter Harlow founded Norton Optics. 1923-01-01T00:00:00Z']],
      [['--no-graph-fact-reader'], []],
    ] as const) {
      const world = await openWorld('library', { flags: ['--toolsets', 'all', '--graph-facts', ...flags] })
      await putText(world, { source: 'glass.md', text })
      assert.deepEqual(
        facts(await world.call('search_graphiti', { query: 'Who founded Norton Optics?' })),
        found,
      )
      await world.close()
    }
  },
)
