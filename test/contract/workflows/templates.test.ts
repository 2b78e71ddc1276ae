import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { templates } from '../../../src/toolsets/workflows/templates/index.ts'
import { openWorld, type Value, type World } from '../world.ts'
import { type FakeN8n, startFakeN8n } from './fake-n8n.ts'

let n8n: FakeN8n
let world: World
before(async () => {
  n8n = await startFakeN8n()
  world = await openWorld('library', {
    flags: ['--toolsets', 'all', '--n8n-url', n8n.url, '--n8n-key', n8n.key],
  })
})
after(async () => {
  await world.close()
  await n8n.close()
})

test('W-TEMPLATE-1 there are three, and each can be read where agents look', async () => {
  const { entries } = await world.call('list_directory', { path: 'templates/n8n' })
  assert.deepEqual(
    entries.map((entry: Value) => entry.name),
    ['scheduled-crawl.json', 'watch-feed.json', 'weekly-digest.json'],
  )
  assert.deepEqual(Object.keys(templates), ['scheduled-crawl', 'watch-feed', 'weekly-digest'])
})

for (const name of Object.keys(templates))
  test(`W-TEMPLATE-1 ${name} is created and activated as it stands`, async () => {
    const { content } = await world.call('read_file', { path: `templates/n8n/${name}.json` })
    const answer = await world.call('create_workflow', { ...JSON.parse(content), active: true })
    assert.deepEqual([answer.active, answer.warnings], [true, []])
    assert.ok(
      n8n.workflows
        .get(answer.workflow_id)
        .nodes.some((node: Value) => node.type === 'n8n-nodes-base.stickyNote'),
    )
  })

/** What n8n would send: the expression of a call, with the data that its node sees. */
function evaluate(name: string, node: string, seen: { json: object; settings: object }): Value {
  const found = templates[name]?.nodes.find(candidate => candidate.name === node)
  const expression = String(found?.parameters.jsonBody).replace(/^=\{\{(.*)\}\}$/, '$1')
  const find = () => ({ first: () => ({ json: seen.settings }) })
  return JSON.parse(new Function('$json', '$', `return ${expression}`)(seen.json, find))
}

function settingsOf(name: string): Record<string, unknown> {
  const node = templates[name]?.nodes.find(candidate => candidate.name === 'Settings')
  const parameters: Value = node?.parameters
  return Object.fromEntries(parameters.assignments.assignments.map((row: Value) => [row.name, row.value]))
}

test('W-TEMPLATE-1 the digest searches, writes a note in which everything is cited, and stores it', async () => {
  await world.call('ingest_content', {
    content: '# Retrieval\n\nRetrieval augmented generation grounds answers in passages.',
    source: 'rag.md',
  })
  const settings = settingsOf('weekly-digest')
  const found = await world.call(
    'call_tool',
    evaluate('weekly-digest', 'Search', { json: settings, settings }),
  )
  const code = templates['weekly-digest']?.nodes.find(node => node.name === 'Write note')?.parameters.jsCode
  const item = { first: () => ({ json: found }) }
  const [{ json: note }] = new Function('$', '$input', String(code))(
    () => ({ first: () => ({ json: settings }) }),
    item,
  )
  assert.equal(note.count, 1)
  assert.match(
    note.note,
    /^# retrieval augmented generation: week of \d{4}-\d\d-\d\d\n\n1\. “.*grounds answers.*” — \[Retrieval\]\(/s,
  )
  const stored = await world.call(
    'call_tool',
    evaluate('weekly-digest', 'Store note', { json: note, settings }),
  )
  assert.deepEqual([stored.result.status, stored.result.library], ['indexed', 'digests'])
})

test('W-TEMPLATE-1 the feed hands each entry over to a tool that exists, with input it takes', async () => {
  const settings = settingsOf('watch-feed')
  const entry = { link: 'http://127.0.0.1:9/a', title: 'A', isoDate: '2026-11-01' }
  const call = evaluate('watch-feed', 'Ingest', { json: { ...entry, ...settings }, settings })
  const { error } = await world.refuse('call_tool', call)
  // It got as far as fetching: a private address is not fetched.
  assert.equal(error.details.tool, 'ingest_url')
  assert.notEqual(error.details.reason, 'INVALID_INPUT')
})

test('W-TEMPLATE-1 the crawl names the site and the depth', () => {
  const settings = settingsOf('scheduled-crawl')
  assert.deepEqual(evaluate('scheduled-crawl', 'Crawl', { json: settings, settings }), {
    name: 'crawl_deep',
    arguments: { url: 'https://docs.example.com/', max_depth: 3 },
  })
})
