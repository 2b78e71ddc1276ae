import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openWorld, type Value, type World } from '../../../../test/contract/world.ts'
import { servicesOf } from '../../../../test/support/services-of.ts'
import { putText } from '../../../../test/support/stored.ts'
import type { Facts } from '../facts.ts'
import type { Services } from '../services.ts'

const { signal } = new AbortController()

async function open(
  t: TestContext,
): Promise<{ world: World; facts: Facts; ask: (query: string, more?: object) => Promise<Value> }> {
  const world = await openWorld('library', { flags: ['--toolsets', 'all', '--graph-facts'] })
  t.after(() => world.close())
  const facts = await (await servicesOf<Services>(world.wired, 'facts')).facts.open()
  return { world, facts, ask: (query, more = {}) => world.call('search_graphiti', { query, ...more }) }
}

const lines = ({ results }: Value): string[] => results.map((result: Value) => result.fact)

test('one fact of three libraries is one fact with three places', async t => {
  const { world, ask } = await open(t)
  for (const library of ['one', 'two', 'three'])
    await putText(world, {
      source: `${library}.md`,
      text: 'Texaco was acquired by Chevron in 2001.',
      library,
    })
  const answer = await ask('Who acquired Texaco?')
  assert.deepEqual(lines(answer), ['Chevron acquired Texaco.'])
  const { support_count, also, source } = answer.results[0].metadata
  assert.deepEqual(
    [support_count, [source, ...also.map((place: Value) => place.source)].sort()],
    [3, ['one.md', 'three.md', 'two.md']],
  )
})

test('a successor, a stated end and a death close what was open; contradictions are shown', async t => {
  const { world, ask } = await open(t)
  await putText(world, {
    source: 'a.md',
    text: 'Karin Falk was appointed director of the Maritime Museum in 1999. She was succeeded by Jon Dahl on 5 May 2009.\n\nIda Lind has been president of the Chess Union since 1990. Ida Lind died on 3 May 2005. Ida Lind was born on 1 June 1950.',
  })
  await putText(world, { source: 'b.md', text: 'Ida Lind was born on 2 July 1951 in Oslo.' })
  const holders = async (at: string) =>
    (await ask('Who is director of the Maritime Museum?', { at })).results
      .filter((one: Value) => one.name === 'HOLDS_OFFICE')
      .map((one: Value) => one.source_node.name)
  assert.deepEqual([await holders('2005-01-01'), await holders('2010-01-01')], [['Karin Falk'], ['Jon Dahl']])
  const [union] = (await ask('Who was president of the Chess Union?')).results
  assert.deepEqual([union.valid_at, union.invalid_at], ['1990-01-01T00:00:00Z', '2005-05-03T00:00:00Z'])
  assert.deepEqual((await ask('Who is president of the Chess Union?', { at: '2010-01-01' })).results, [])
  const born = await ask('When was Ida Lind born?')
  assert.match(born.warnings.join(), /contradict each other: “Ida Lind was born on .*”/)
})

test('spellings are one person when a fact of both agrees, and the reason is given; else they stay apart', async t => {
  const { world, ask } = await open(t)
  await putText(world, {
    source: 'a.md',
    text: 'Peter Morris was director of the Port Museum in 1990. Ann Morris founded Zeta.',
  })
  await putText(world, {
    source: 'b.md',
    text: 'Dr P.F. Morris was director of the Port Museum in 1991. Dr P.F. Morris founded Omega.',
  })
  const answer = await ask('What did Peter Morris found?')
  assert.deepEqual(lines(answer), ['Peter Morris founded Omega.'])
  assert.match(
    answer.warnings.join(),
    /“P.F. Morris” is taken to be Peter Morris: same surname, given names fit, and both/,
  )
  assert.deepEqual((await ask('What did Ann Morris found?')).count, 1)
})

test('corrections hold after facts were built again, and can be withdrawn', async t => {
  const { world, facts, ask } = await open(t)
  const text =
    'Melitta Bentz founded Melitta in 1908. Mel Bentz founded Filterwerk. Gustav Ohm was born in Erlangen.'
  await putText(world, { source: 'a.md', text })
  await putText(world, { source: 'b.md', text: 'Gustav Ohm was born in Munich.' })
  await facts.correct(
    [
      { kind: 'merge', name: 'Mel Bentz', other: 'Melitta Bentz' },
      { kind: 'split', name: 'Gustav Ohm', other: 'b.md' },
      { kind: 'wrong', name: 'Melitta Bentz', relation: 'FOUNDED', other: 'Melitta' },
    ],
    signal,
  )
  await putText(world, { source: 'a.md', text: `${text} This is new.` })
  await putText(world, { source: 'c.md', text, library: 'moved' })
  assert.deepEqual(lines(await ask('What did Melitta Bentz found?')), ['Melitta Bentz founded Filterwerk.'])
  const born = (await ask('Where was Gustav Ohm born?')).results
  assert.equal(new Set(born.map((one: Value) => one.source_node_uuid)).size, 2)
  assert.equal((await facts.listCorrections()).length, 3)
  await facts.withdraw(
    { kind: 'wrong', name: 'Melitta Bentz', relation: 'FOUNDED', other: 'Melitta' },
    signal,
  )
  assert.equal((await ask('What did Melitta Bentz found?')).count, 2)
})
