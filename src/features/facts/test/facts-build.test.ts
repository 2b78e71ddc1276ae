import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { type Cli, openCli } from '../../../../test/contract/cli/run-cli.ts'
import { openWorld, type Value } from '../../../../test/contract/world.ts'
import { openChatServer, refuse, stream } from '../../../../test/support/chat-server.ts'
import { putText } from '../../../../test/support/stored.ts'

const text = `# Acme

Jane Doe was appointed chief executive of Acme Corporation on 12 June 2014. Acme Corporation makes anvils in Kalgoorlie.
`
const told = {
  subject: 'Acme Corporation',
  subject_label: 'Organisation',
  relation: 'LOCATED_IN',
  object: 'Kalgoorlie',
  object_label: 'Place',
  fact: 'Acme Corporation makes anvils in Kalgoorlie.',
  quote: 'Acme Corporation makes anvils in Kalgoorlie.',
}
/** What is not in the passage, in every part of a fact. */
const invented = [
  { ...told, quote: 'Acme was moved to Perth.', object: 'Perth' },
  { ...told, object: 'Perth' },
  { ...told, subject: 'Roadrunner Industries' },
  { ...told, relation: 'FOUNDED', subject: 'Jane Doe', subject_label: 'Person', object: 'Acme Corporation' },
  { ...told, relation: 'IS_GREATER_THAN' },
  { ...told, quote: 'Acme Corporation' },
  { ...told, quote: told.quote.replace('makes', 'sells') },
]

async function library(t: TestContext, names: readonly string[]): Promise<Cli> {
  const cli = await openCli(t)
  const world = await openWorld('library', { home: cli.home })
  for (const name of names)
    await putText(world, { source: name, text: `${text}\nThis is ${name}.\n`, library: 'firms' })
  await world.close()
  return cli
}

test('G-FACT-14 building tells facts_added, chunks_processed, total_chunks and errors, and does not repeat itself', async t => {
  const cli = await library(t, ['a.md', 'b.md'])
  const first = (await cli.json('graph', 'facts', 'build', '--library', 'firms')) as Value
  assert.deepEqual(first, {
    documents: 2,
    facts_added: 1,
    chunks_processed: 2,
    total_chunks: 2,
    facts_embedded: 1,
    errors: [],
  })
  const again = (await cli.json('graph', 'facts', 'build')) as Value
  assert.deepEqual([again.documents, again.facts_added, again.facts_embedded], [0, 0, 0])
})

test('what is known of an entity is drawn with the time it held', async t => {
  const cli = await library(t, ['a.md'])
  await cli.run('graph', 'facts', 'build')
  const { stdout, exitCode } = await cli.run('graph', 'facts', 'show', 'Jane Doe')
  assert.equal(exitCode, 0)
  assert.match(stdout, /^graph LR\n/)
  assert.match(stdout, /"Person: Jane Doe"/)
  assert.match(stdout, /"HOLDS_OFFICE 2014-06-12 – …"/)
  const unknown = await cli.run('graph', 'facts', 'show', 'Nobody Here')
  assert.equal(unknown.exitCode, 4)
  assert.match(unknown.stderr, /No facts about "Nobody Here" were found/)
})

describe('facts by a language model', () => {
  let server: Awaited<ReturnType<typeof openChatServer>>
  before(async () => {
    server = await openChatServer()
  })
  after(() => server.close())
  const build = ['graph', 'facts', 'build', '--library', 'firms', '--model']
  const model = () => ['--llm-url', server.url, '--llm-model', 'test-model', '--llm-key', 'sk-secret']

  test('G-FACT-13 nothing is sent before its cost was shown and agreed to', async t => {
    const cli = await library(t, ['a.md'])
    server.say(stream('[]'))
    const prices = ['--prompt-price', '1000', '--answer-price', '2000', '--budget', '5000']
    const { exitCode, stderr } = await cli.run(...build, ...prices, ...model())
    assert.equal(exitCode, 2)
    assert.match(
      stderr,
      /1 documents, 1 passages, about \d+ tokens to read, at most 700 to write; at most \d+\.\d\d by those prices; it stops after about 5000 tokens/,
    )
    assert.match(stderr, /Add --yes/)
    assert.equal(server.asked.length, 0)
    const unset = await cli.run(...build)
    assert.equal(unset.exitCode, 2)
    assert.match(unset.stderr, /No language model is set/)
  })

  test('G-FACT-13 what it does not quote verbatim is dropped; what it was paid for is not asked again', async t => {
    const cli = await library(t, ['a.md'])
    server.say(stream(JSON.stringify({ facts: [told, ...invented] })))
    const report = (await cli.json(...build, '--yes', ...model())) as Value
    assert.deepEqual(
      [report.model.facts_added, report.model.dropped, report.model.documents, report.facts_added],
      [1, invented.length, 1, 1],
    )
    assert.deepEqual([report.model.prompt_tokens, report.model.completion_tokens], [120, 34])
    const [asked] = server.asked
    assert.match(asked?.body.messages[0]?.content ?? '', /<passage>[\s\S]*makes anvils/)
    server.say(stream('[]'))
    await cli.json(...build, '--yes', ...model())
    assert.equal(server.asked.length, 0)
    const found = (await cli.json('graph', 'search-graphiti', 'Kalgoorlie', '--graph-facts')) as Value
    assert.equal(found.results[0].metadata.quote, told.quote)
    const { stdout } = await cli.run('graph', 'search-graphiti', 'Jane Doe', '--graph-facts')
    assert.match(
      stdout,
      /^1\. Jane Doe holds the office of Chief Executive of Acme Corporation\. {2}relevance \d+ %\n/,
    )
    assert.match(stdout, /\n {3}2014-06-12 – … {2}Acme · firms\n {3}Jane Doe was appointed/)
    assert.equal(found.results[0].metadata.origin, 'model')
    const stored = (await cli.json('graph', 'facts', 'show', 'Acme Corporation')) as Value
    assert.deepEqual(
      stored.facts.map(({ fact }: Value) => fact),
      ['Acme Corporation makes anvils in Kalgoorlie.'],
    )
    const schema = JSON.stringify(Reflect.get(asked?.body ?? {}, 'response_format'))
    assert.match(schema, /"json_schema".*"enum":.*LOCATED_IN/)
  })

  test('G-FACT-13 a budget stops it, and a model in trouble costs nothing that was read', async t => {
    const cli = await library(t, ['a.md', 'b.md', 'c.md'])
    server.say(stream(JSON.stringify([told])))
    const first = (await cli.json(...build, '--yes', '--budget', '100', ...model())) as Value
    assert.deepEqual([first.model.documents, first.model.documents_left, server.asked.length], [1, 2, 1])
    server.say(stream('[]'), refuse(401))
    const broken = await cli.run(...build, '--yes', ...model())
    assert.notEqual(broken.exitCode, 0)
    assert.ok(!broken.stderr.includes('sk-secret'))
    server.say(stream('[]'))
    const last = (await cli.json(...build, '--yes', ...model())) as Value
    assert.deepEqual([last.model.documents, last.model.documents_left, server.asked.length], [1, 0, 1])
  })
})
