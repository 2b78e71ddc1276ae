import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Value, World } from '../../../../test/contract/world.ts'
import { servicesOf } from '../../../../test/support/services-of.ts'
import { putText } from '../../../../test/support/stored.ts'
import type { Services as FactsServices } from '../services.ts'

const annual = `# Acme Corporation

Jane Doe was appointed chief executive of Acme Corporation on 12 June 2014. If Peter Smith was the chief executive of
Acme Corporation, nobody knew. Acme Corporation acquired Roadrunner Industries in 2016.

John Roe became the chief executive of Acme Corporation on 1 March 2019.
`

const history = `# Mills

The Springfield Museum was founded in 1921. Mary Major, the director of the Springfield Museum, retired.
`

/** The results of one relation, oldest first. */
const ofKind = (results: Value[], name: string): Value[] =>
  results
    .filter(result => result.name === name)
    .toSorted((one, other) => ((one.valid_at ?? '') < (other.valid_at ?? '') ? -1 : 1))

/** Tests of facts with time. They share one world, and later tests use what earlier ones stored. */
export function testFacts(world: () => World): void {
  const ask = async (input: object): Promise<Value> => world().call('search_graphiti', input)

  test('G-FACT-1 before anything is stored the answer is empty', async () => {
    const { warnings: _none, ...answer } = await ask({ query: 'Jane Doe' })
    assert.deepEqual(answer, { success: true, query: 'Jane Doe', results: [], count: 0, nothing_fits: false })
  })

  test('G-FACT-1 G-FACT-2 a stored document is asked for its facts at once, each with the passage it rests on', async () => {
    await putText(world(), { source: 'acme.md', text: annual })
    const answer = await ask({ query: 'chief executive of Acme Corporation' })
    assert.deepEqual([answer.success, answer.count, answer.warnings], [true, answer.results.length, []])
    const [jane, john, ...others] = ofKind(answer.results, 'HOLDS_OFFICE')
    assert.deepEqual(others, [])
    assert.equal(jane.fact, 'Jane Doe holds the office of Chief Executive of Acme Corporation.')
    assert.deepEqual(Object.keys(jane).slice(0, 4), ['uuid', 'fact', 'similarity', 'metadata'])
    const { chunk_id, document_id, chunk_index, source, title, quote, char_span } = jane.metadata
    assert.deepEqual([source, title, chunk_index], ['acme.md', 'Acme Corporation', 0])
    assert.equal(quote, 'Jane Doe was appointed chief executive of Acme Corporation on 12 June 2014.')
    assert.equal(annual.slice(char_span[0], char_span[1]), quote)
    const [chunk] = await world().wired.parts.store.loadChunks([chunk_id])
    assert.equal(chunk?.document.id, document_id)
    assert.ok(chunk?.text.includes(quote))
    assert.equal(john.source_node.name, 'John Roe')
  })

  test('G-FACT-15 sort newest gives the latest of what is relevant first, and takes nothing else', async () => {
    const asked = { query: 'chief executive of Acme Corporation', match_count: 2 }
    const since = async (sort: string): Promise<string[]> =>
      (await ask({ ...asked, sort })).results.map((result: Value) => result.valid_at ?? '')
    const newest = await since('newest')
    assert.deepEqual(newest, newest.toSorted().reverse())
    assert.match(newest[0] ?? '', /^2019-03-01/)
    assert.deepEqual((await ask(asked)).results, (await ask({ ...asked, sort: 'relevance' })).results)
    await world().refuse('search_graphiti', { ...asked, sort: 'oldest' })
  })

  test('G-FACT-3 what takes the place of a fact closes it instead of removing it', async () => {
    const { results } = await ask({ query: 'chief executive of Acme Corporation' })
    const [jane, john] = ofKind(results, 'HOLDS_OFFICE')
    assert.deepEqual(
      [jane.valid_at, jane.invalid_at, john.valid_at, john.invalid_at],
      ['2014-06-12T00:00:00Z', '2019-03-01T00:00:00Z', '2019-03-01T00:00:00Z', null],
    )
    assert.ok(Date.parse(jane.expired_at) >= Date.parse(jane.created_at))
    assert.equal(john.expired_at, null)
  })

  test('G-FACT-4 at asks what was true on a day', async () => {
    const holders = async (at: string) =>
      ofKind((await ask({ query: 'chief executive', at })).results, 'HOLDS_OFFICE').map(
        result => result.source_node.name,
      )
    assert.deepEqual(await holders('2015-01-01'), ['Jane Doe'])
    assert.deepEqual(await holders('2020-01-01'), ['John Roe'])
    assert.deepEqual(await holders('2010-01-01'), [])
    const { results } = await ask({ query: 'chief executive of Acme Corporation in 2015' })
    assert.equal(results[0].source_node.name, 'Jane Doe')
  })

  test('G-FACT-5 what is only supposed, asked or denied is no fact', async () => {
    const { results } = await ask({ query: 'Peter Smith chief executive', match_count: 50 })
    assert.ok(results.every((result: Value) => result.source_node.name !== 'Peter Smith'))
  })

  test('G-FACT-6 similarity is 0 to 1 and never rises; match_count holds', async () => {
    const { results, count } = await ask({ query: 'Acme Corporation', match_count: 2 })
    assert.equal(count, 2)
    const scores = results.map((result: Value) => result.similarity)
    assert.ok(scores.every((score: number) => score >= 0 && score <= 1))
    assert.deepEqual(
      scores,
      scores.toSorted((one: number, other: number) => other - one),
    )
  })

  test('G-FACT-16 when nothing fits it is said; min_score leaves out what is less relevant', async () => {
    const other = await ask({ query: 'zebra quantum lasagne' })
    assert.deepEqual([other.nothing_fits, other.results], [true, []])
    assert.match(other.warnings.join(), /Nothing is known that answers this/)
    const wrong = await ask({ query: 'Who founded Acme Corporation?' })
    assert.deepEqual([wrong.nothing_fits, wrong.results], [true, []])
    assert.match(wrong.warnings.join(), /Known of Acme Corporation: .*acquired Roadrunner Industries/)
    const fits = await ask({ query: 'Acme Corporation', min_score: 0.3 })
    assert.equal(fits.nothing_fits, false)
    assert.ok(fits.count > 0)
    assert.ok(fits.results.every((result: Value) => result.similarity >= 0.3))
  })

  test('G-FACT-7 a fact of an entity that the question names comes before one that shares only words', async () => {
    const { results } = await ask({ query: 'What did Roadrunner Industries go through?' })
    assert.equal(results[0].name, 'ACQUIRED')
    assert.deepEqual(
      [results[0].source_node.name, results[0].target_node.name],
      ['Acme Corporation', 'Roadrunner Industries'],
    )
  })

  test('G-FACT-8 an answer contains nothing of another library; an isolated one is reached only by name', async () => {
    await putText(world(), { source: 'mills.md', text: history, library: 'mills' })
    const { results } = await ask({ query: 'Springfield Museum', library: 'mills', match_count: 50 })
    assert.deepEqual([...new Set(results.map((result: Value) => result.group_id))], ['mills'])
    const { error } = await world().refuse('search_graphiti', { query: 'x', library: 'nowhere' })
    assert.equal(error.details.reason, 'COLLECTION_NOT_FOUND')
  })

  test('G-FACT-10 a replaced or deleted document takes along what only it said', async () => {
    const changed = annual.replace('John Roe became', 'Ann Poe became')
    const replaced = await putText(world(), { source: 'acme.md', text: changed })
    const after = await ask({ query: 'chief executive of Acme Corporation', library: 'default' })
    const names = ofKind(after.results, 'HOLDS_OFFICE').map(result => result.source_node.name)
    assert.deepEqual(names, ['Jane Doe', 'Ann Poe'])
    assert.ok(after.results.every((result: Value) => result.metadata.document_id === replaced))
    await world().wired.engine.catalog.deleteDocument(replaced)
    const gone = await ask({ query: 'chief executive of Acme Corporation', match_count: 50 })
    assert.deepEqual(
      gone.results.filter((result: Value) => result.group_id === 'default'),
      [],
    )
    const facts = await (await servicesOf<FactsServices>(world().wired, 'facts')).facts.open()
    const { entities, facts: left } = await facts.count({ collections: ['default'] })
    assert.deepEqual([entities, left], [0, 0])
  })

  test('G-FACT-11 wrong input is reported by field', async () => {
    const { refuse } = world()
    for (const [input, field] of [
      [{ query: ' ' }, /query/],
      [{ query: 'x', match_count: 51 }, /match_count/],
      [{ query: 'x', at: '24 June 2010' }, /at/],
    ] as const) {
      const error = await refuse('search_graphiti', input)
      assert.match(JSON.stringify(error), field)
    }
  })
}
