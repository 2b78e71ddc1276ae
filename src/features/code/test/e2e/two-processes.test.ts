import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryHome } from '../../../../../test/e2e/cli/spawn-quire.ts'
import { type McpProcess, openMcpProcess, type Value } from '../../../../../test/e2e/faults/mcp-process.ts'
import { openJobLedger } from '../../../../adapters/stores/index.ts'
import { systemClock } from '../../../../app/clock.ts'
import { type GitServer, openGitServer } from '../../git/test/git-server.ts'

const rounds = 3

/** One version of a library: two files that belong together, and one that never changes. */
function state(number: number): Record<string, string> {
  return {
    'lib/one.py': `class First${number}:\n    def go(self, a): ...\n`,
    'lib/two.py': `from lib.one import First${number}\nclass Second${number}(First${number}): ...\n`,
    'lib/__init__.py': '',
  }
}

function environment(server: GitServer): Record<string, string> {
  return {
    USE_KNOWLEDGE_GRAPH: 'true',
    QUIRE_TOOLSETS: 'graph',
    QUIRE_EMBEDDER: 'hash',
    QUIRE_FETCH_ALLOW: server.host,
  }
}

test('two processes parse and query the same graph at once without error, and never see half a graph', async t => {
  const server = await openGitServer()
  t.after(() => server.close())
  const home = await temporaryHome(t)
  const open = () => openMcpProcess(t, home, environment(server))
  await server.commit('owner/shared', state(0))
  const [one, two] = await Promise.all([open(), open()])
  const parse = (from: McpProcess, name: string): Promise<Value> =>
    from.call('parse_github_repository', { repo_url: `${server.url}/${name}.git` })
  await parse(one, 'owner/shared')
  let isOver = false
  const asking = [one, two].map(async process => {
    let asked = 0
    for (; !isOver; asked++) await assertWhole(process)
    return asked
  })
  for (let round = 1; round <= rounds; round++) {
    await server.commit('owner/shared', state(round))
    await server.commit(`owner/own${round}`, { 'own.py': `class Own${round}: ...\n` })
    const answers = await Promise.all([
      parse(one, 'owner/shared'),
      parse(two, 'owner/shared'),
      parse(two, `owner/own${round}`),
    ])
    for (const answer of answers) assert.deepEqual([answer.success, answer.status], [true, 'done'])
  }
  isOver = true
  const asked = await Promise.all(asking)
  for (const process of [one, two]) {
    const { data } = await process.call('query_knowledge_graph', { command: 'classes shared' })
    assert.deepEqual(
      data.classes.map(({ name }: Value) => name),
      [`First${rounds}`, `Second${rounds}`],
    )
    const repositories = (await process.call('query_knowledge_graph', { command: 'repos' })).data.repositories
    assert.equal(repositories.length, rounds + 1)
  }
  for (const process of [one, two]) {
    assert.deepEqual(await process.hangUp(), { exitCode: 0, signal: null })
    assert.equal(process.quire.stderr(), '')
  }
  t.diagnostic(`${asked.join(' + ')} rounds of questions during ${rounds * 3} parses`)
  assert.ok(asked.every(count => count > 0))
})

/** Checks with all commands that the graph is of one version only. */
async function assertWhole(from: McpProcess): Promise<void> {
  const ask = async (command: string) => {
    const answer = await from.call('query_knowledge_graph', { command })
    assert.equal(answer.success, true, JSON.stringify(answer))
    return answer.data
  }
  const { classes } = await ask('classes owner/shared')
  const numbers = new Set(classes.map(({ name }: Value) => name.replace(/^\D+/, '')))
  assert.deepEqual([classes.length, numbers.size], [2, 1])
  const pairs = await ask(
    'query MATCH (s:Class)-[:EXTENDS]->(f:Class) RETURN s.name AS second, f.name AS first',
  )
  assert.equal(pairs.results.length, 1)
  const [{ first, second }] = pairs.results
  assert.equal(second.replace('Second', 'First'), first)
  const report = await from.call('check_ai_script_hallucinations', {
    script_content: 'import lib\nlib.nothing()\n',
  })
  assert.equal(report.hallucinations_detected.length, 1)
}

test('a process that is killed while it parses leaves the old graph whole, and another goes on', async t => {
  const server = await openGitServer()
  t.after(() => server.close())
  const home = await temporaryHome(t)
  const open = () => openMcpProcess(t, home, environment(server))
  await server.commit('owner/shared', state(0))
  const victim = await open()
  const call = { repo_url: `${server.url}/owner/shared.git` }
  await victim.call('parse_github_repository', call)
  await server.commit('owner/shared', state(1))
  const asked = Promise.withResolvers<void>()
  let isHeld = true
  server.intercept('/owner/shared.git', (request, response) => {
    asked.resolve()
    if (!isHeld) server.handle(request, response)
  })
  const lost = victim.call('parse_github_repository', call).catch((error: Error) => error.message)
  await asked.promise
  await victim.crash()
  assert.match(String(await lost), /quire mcp ended/)
  isHeld = false
  const heir = await open()
  const { data } = await heir.call('query_knowledge_graph', { command: 'class First0' })
  assert.equal(data.class.full_name, 'lib.one.First0')
  const answer = await heir.call('parse_github_repository', call)
  assert.deepEqual(
    [answer.status, answer.statistics.files_changed, answer.statistics.files_unchanged],
    ['done', 2, 1],
  )
  const ledger = await openJobLedger(`sqlite:${join(home, 'quire.db')}`, { clock: systemClock })
  t.after(() => ledger.close())
  assert.deepEqual(
    (await ledger.list({ states: null, limit: 10 })).map(job => [job.state, job.attempt]),
    [
      ['done', 2],
      ['done', 1],
    ],
  )
  await heir.hangUp()
})
