import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openWorld, type Value, type World } from '../contract/world.ts'
import { fromRoom } from '../support/rooms.ts'

type Template = { nodes: Value[] }
type FakeN8n = { url: string; key: string; workflows: Map<string, Value>; close(): Promise<void> }

const { templates } = await fromRoom<{ templates: Record<string, Template> }>(
  'workflows',
  'templates/workflow-templates.ts',
)
const { startFakeN8n } = await fromRoom<{ startFakeN8n(): Promise<FakeN8n> }>('workflows', 'test/fake-n8n.ts')

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
  test(`W-TEMPLATE-1 ${name} is created and activated unchanged`, async () => {
    const { content } = await world.call('read_file', { path: `templates/n8n/${name}.json` })
    const answer = await world.call('create_workflow', { ...JSON.parse(content), active: true })
    assert.deepEqual([answer.active, answer.warnings], [true, []])
    assert.ok(
      n8n.workflows
        .get(answer.workflow_id)
        .nodes.some((node: Value) => node.type === 'n8n-nodes-base.stickyNote'),
    )
  })

/** Evaluates the body of an HTTP node with the data that n8n would pass it. */
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

/** Runs the code of a node with its input items and n8n's helper functions. */
function runCode(
  name: string,
  node: string,
  { items, nodes, memory = {} }: { items: object[]; nodes: Record<string, object[]>; memory?: object },
): Value[] {
  const found = templates[name]?.nodes.find(candidate => candidate.name === node)
  const wrap = (values: object[]) => {
    const wrapped = values.map(json => ({ json }))
    return { all: () => wrapped, first: () => wrapped[0] }
  }
  const run = new Function('$', '$input', '$getWorkflowStaticData', String(found?.parameters.jsCode))
  const answer = run(
    (asked: string) => wrap(nodes[asked] ?? []),
    wrap(items),
    () => memory,
  )
  return answer.map((item: Value) => item.json)
}

/** Runs the digest like n8n, from its settings to the stored note. */
async function runDigest(more: object = {}): Promise<Value> {
  const settings = { ...settingsOf('weekly-digest'), ...more }
  const nodes = { Settings: [settings] }
  const libraries = runCode('weekly-digest', 'Each library', { items: [settings], nodes })
  const answers: object[] = []
  for (const json of libraries) {
    const call = evaluate('weekly-digest', 'Search', { json, settings })
    answers.push(await world.call('call_tool', call).catch((error: Error) => ({ error: error.message })))
  }
  const [note] = runCode('weekly-digest', 'Write note', { items: answers, nodes })
  if (note === undefined) return null
  const stored = await world.call(
    'call_tool',
    evaluate('weekly-digest', 'Store note', { json: note, settings }),
  )
  return { note, stored: stored.result }
}

test('W-TEMPLATE-1 the digest searches where the other templates write, from a date on', async () => {
  const writes = [settingsOf('scheduled-crawl').library, settingsOf('watch-feed').library]
  assert.deepEqual(String(settingsOf('weekly-digest').libraries).split(', '), writes)
  const first = 'Retrieval augmented generation grounds answers in passages.'
  await world.call('ingest_content', {
    content: `# Retrieval\n\n${first}`,
    source: 'rag.md',
    library: String(writes[1]),
  })
  // The other library does not exist yet; the run continues.
  const { note, stored } = await runDigest()
  assert.equal(note.count, 1)
  const heading = /^# retrieval augmented generation: week of \d{4}-\d\d-\d\d\n\n1\. “(.*)” — \[Retrieval\]\(/
  assert.equal(heading.exec(note.note)?.[1], first)
  assert.deepEqual([stored.status, stored.library], ['indexed', 'digests'])
  // A search from tomorrow on finds nothing, so no note is stored.
  assert.equal(await runDigest({ days: -1 }), null)
  await assert.rejects(runDigest({ libraries: 'nowhere' }), /No library could be searched/)
})

test('W-TEMPLATE-1 whatever the digest quotes is verified as exact', async () => {
  const long = 'The binder folds each sheet twice, presses it and sews it through the fold. '.repeat(12)
  const sources = {
    'prose.md': `# Binding\n\n## Sewing\n\n${long}\n\n${long}`,
    'table.md': `# Binding\n\n| Sheet | Fold |\n| --- | --- |\n| folio | once, along the short side of the sheet |\n| quarto | twice, for a quire of eight pages |`,
    'list.md': `# Binding\n\n- fold the **sheet** along the grain\n- press it with a [bone folder](https://example.com/a "Bone folder") until it lies flat\n- sew it`,
    'marks.md': `# Binding\n\nHe said “fold it *twice*, not once” [and he meant it], for a binder who folds a sheet once has half a quire.`,
    'code.md':
      '# Binding\n\n```ts\nconst binder = fold(sheet, 2)\n```\n\nA binder reads this as folding the sheet in half two times over.',
    'japanese.md': `# 製本\n\n${'製本 binder は折丁を二回折ってから糸で綴じ、背を固めて表紙をつける仕事である。'.repeat(12)}`,
  }
  for (const [source, content] of Object.entries(sources))
    await world.call('ingest_content', { content, source, library: 'web' })
  const { note } = await runDigest({ topic: 'binder folds a sheet', libraries: 'web' })
  const quotes = [...note.note.matchAll(/^\d+\. “(.*)” — \[/gm)].map(([, quote]: string[]) => quote ?? '')
  assert.equal(quotes.length, note.count)
  assert.ok(quotes.length >= Object.keys(sources).length, note.note)
  for (const quote of quotes) {
    const { verdict } = await world.call('verify_citation', { library: 'web', quote })
    assert.equal(verdict, 'exact', quote)
    assert.ok(quote.length <= 282)
  }
  assert.ok(
    quotes.some(quote => quote.endsWith(' …') && /\b(fold|sheet|it|the|and|sews|presses) …$/.test(quote)),
  )
})

test('W-TEMPLATE-1 the feed is read with any trigger that can start, and every call is tried again', () => {
  const nodes = templates['watch-feed']?.nodes ?? []
  assert.ok(!nodes.some(node => node.type.endsWith('rssFeedReadTrigger')))
  assert.ok(nodes.some(node => node.type === 'n8n-nodes-base.scheduleTrigger'))
  for (const template of Object.values(templates))
    for (const node of template.nodes.filter(({ type }) => /httpRequest|rssFeedRead/.test(type)))
      assert.ok(node.retryOnFail === true && (node.maxTries ?? 0) > 1, node.name)
})

test('W-TEMPLATE-1 an entry of a feed is handed over once it is stored, and again until it is', () => {
  const memory = {}
  const feed = [
    { link: 'https://a.test/1', title: 'One', isoDate: '2026-11-01T00:00:00Z' },
    { link: 'https://a.test/2' },
    { link: 'https://a.test/2' },
    { title: 'without a link' },
    { link: 'javascript:alert(1)' },
  ]
  const hour = (isStored: (link: string) => boolean) => {
    const entries = runCode('watch-feed', 'New entries', { items: feed, nodes: {}, memory })
    const answers = entries.map(({ link }) =>
      isStored(link) ? { result: { status: 'indexed' } } : { error: 'x' },
    )
    const nodes = { 'New entries': entries, 'Read feed': feed }
    const [outcome] = runCode('watch-feed', 'Remember', { items: answers, nodes, memory })
    return outcome
  }
  assert.deepEqual(
    hour(link => link.endsWith('1')),
    { stored: ['https://a.test/1'], failed: ['https://a.test/2'] },
  )
  assert.deepEqual(
    hour(() => true),
    { stored: ['https://a.test/2'], failed: [] },
  )
  assert.deepEqual(
    hour(() => true),
    { stored: [], failed: [] },
  )
})

test('W-TEMPLATE-1 the feed hands each entry over to a tool that exists, with input it takes', async () => {
  const settings = settingsOf('watch-feed')
  const json = { link: 'http://127.0.0.1:9/a', title: 'A', published: '2026-11-01' }
  const call = evaluate('watch-feed', 'Ingest', { json, settings })
  const { error } = await world.refuse('call_tool', call)
  // The call reached the fetch guard, which refuses private addresses.
  assert.equal(error.details.tool, 'ingest_url')
  assert.notEqual(error.details.reason, 'INVALID_INPUT')
})

test('W-TEMPLATE-1 the crawl names the site, the depth and the library', () => {
  const settings = settingsOf('scheduled-crawl')
  assert.deepEqual(evaluate('scheduled-crawl', 'Crawl', { json: settings, settings }), {
    name: 'crawl_deep',
    arguments: { url: 'https://docs.example.com/', max_depth: 3, library: 'web' },
  })
})
