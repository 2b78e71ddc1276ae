import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openWorld, type Value } from '../contract/world.ts'

const speech = (party: string, date: string) => ({
  full_text: `Ms RIVERS (Kingston): I thank the house. This is what was said on ${date}.`,
  speaker: 'Alma Rivers',
  party,
  chamber: 'House of Representatives',
  electorate: 'Kingston',
  state: 'SA',
  date,
  title: `Adjournment of ${date}`,
  hansard_reference: `House of Representatives Hansard, ${date}`,
})

test('G-FACT-9 a change of party in the record shows two intervals, and only a caller that names the library sees them', async t => {
  const world = await openWorld('library', { flags: ['--toolsets', 'all', '--graph-facts'] })
  t.after(() => world.close())
  await world.call('ingest_speech', speech('Labor', '2001-02-06'))
  const open = await world.call('search_graphiti', { query: 'Alma Rivers', match_count: 50 })
  assert.ok(open.results.every((result: Value) => result.group_id !== 'hansard'))
  await world.call('ingest_speech', speech('Labor', '2001-03-08'))
  await world.call('ingest_speech', speech('Independent', '2003-05-15'))
  const { results } = await world.call('search_graphiti', {
    query: 'party of Alma Rivers',
    library: 'hansard',
    match_count: 50,
  })
  assert.deepEqual(
    results
      .filter((result: Value) => result.name === 'MEMBER_OF_PARTY')
      .toSorted((one: Value, other: Value) => (one.valid_at < other.valid_at ? -1 : 1))
      .map((result: Value) => [
        result.target_node.name,
        result.valid_at,
        result.invalid_at,
        result.metadata.support_count,
      ]),
    [
      ['Labor', '2001-02-06T00:00:00Z', '2003-05-15T00:00:00Z', 2],
      ['Independent', '2003-05-15T00:00:00Z', null, 1],
    ],
  )
})
