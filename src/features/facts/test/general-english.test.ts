import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type Value, type World } from '../../../../test/contract/world.ts'
import { servicesOf } from '../../../../test/support/services-of.ts'
import { putText } from '../../../../test/support/stored.ts'
import type { Services } from '../services.ts'

const texts = {
  'plain.md': `Texaco was acquired by Chevron in 2001.

Barack Obama was President of the United States from 2009 to 2017.

Microsoft is headquartered in Redmond.

Isaac Newton was born on 25 December 1642.

Larry Ellison founded Oracle in 1977.

Jane Holt was appointed mayor of Ashby on 3 June 2001. She was succeeded by Tom Reed on 5 May 2009.`,
  'life.md': `# Clara Voss

Clara Voss (3 May 1901 – 9 June 1984) was a German chemist.

## Career

She studied at the University of Bonn and joined the staff of the Lenz Institute in 1930, becoming director of the Lenz
Institute in 1948.`,
  'firm.md': `# Harlow Glass

Harlow Glass is a glass maker based in Leeds. Founded in 1920 by Peter Harlow, it bought Dale Mirrors in 1950 and Kent Lamps in
1961. The company merged with Norton Optics in 1970.`,
}

let world: World
before(async () => {
  world = await openWorld('library', { flags: ['--toolsets', 'all', '--graph-facts'] })
  for (const [source, text] of Object.entries(texts)) await putText(world, { source, text })
  const facts = await (await servicesOf<Services>(world.wired, 'facts')).facts.open()
  await facts.build(
    { collections: null },
    { signal: new AbortController().signal, progress: () => undefined },
  )
})
after(() => world.close())

const questions: readonly (readonly [
  question: string,
  fact: string,
  from: string | null,
  to: string | null,
])[] = [
  ['Who acquired Texaco?', 'Chevron acquired Texaco.', '2001-01-01', null],
  [
    'Who was President of the United States in 2012?',
    'Barack Obama held the office of President of the United States.',
    '2009-01-01',
    '2017-12-31',
  ],
  ['Where is Microsoft headquartered?', 'Microsoft is in Redmond.', null, null],
  ['When was Isaac Newton born?', 'Isaac Newton was born on 25 December 1642.', '1642-12-25', null],
  ['Who founded Oracle?', 'Larry Ellison founded Oracle.', '1977-01-01', null],
  ['When did Clara Voss die?', 'Clara Voss died on 9 June 1984.', '1984-06-09', null],
  ['Where did Clara Voss study?', 'Clara Voss was educated at University of Bonn.', null, null],
  ['Who founded Harlow Glass?', 'Peter Harlow founded Harlow Glass.', '1920-01-01', null],
  ['Who bought Kent Lamps?', 'Harlow Glass acquired Kent Lamps.', '1961-01-01', null],
  ['What did Harlow Glass merge with?', 'Harlow Glass merged with Norton Optics.', '1970-01-01', null],
]

for (const [question, fact, from, to] of questions)
  test(`“${question}” is answered by one sentence`, async () => {
    const [best]: Value[] = (await world.call('search_graphiti', { query: question })).results
    assert.deepEqual(
      [best?.fact, best?.valid_at?.slice(0, 10) ?? null, best?.invalid_at?.slice(0, 10) ?? null],
      [fact, from, to],
    )
  })

test('a founder of another company is no answer; what is known of the company is said', async () => {
  const answer: Value = await world.call('search_graphiti', { query: 'Who founded Microsoft?' })
  assert.deepEqual([answer.nothing_fits, answer.results], [true, []])
  assert.match(answer.warnings.join(), /Known of Microsoft: Microsoft is in Redmond/)
})

test('a successor closes the office of the predecessor', async () => {
  const holders = async (at: string) =>
    (await world.call('search_graphiti', { query: 'Who was mayor of Ashby?', at })).results
      .filter((one: Value) => one.name === 'HOLDS_OFFICE')
      .map((one: Value) => one.source_node.name)
  assert.deepEqual([await holders('2005-01-01'), await holders('2012-01-01')], [['Jane Holt'], ['Tom Reed']])
})

test('death closes an office that nothing else ends', async () => {
  const { results }: Value = await world.call('search_graphiti', {
    query: 'Who was director of the Lenz Institute?',
  })
  assert.deepEqual(
    [results[0]?.source_node.name, results[0]?.valid_at, results[0]?.invalid_at],
    ['Clara Voss', '1948-01-01T00:00:00Z', '1984-06-09T00:00:00Z'],
  )
})
