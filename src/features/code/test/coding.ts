import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import type { Value, World } from '../../../../test/contract/world.ts'
import type { GitServer } from '../git/test/git-server.ts'
import { many, pump, valve } from './sources.ts'

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

/** Tests of parsing and querying. They share one world, and later tests use what earlier ones stored. */
export function testCoding(world: () => World, server: () => GitServer): void {
  const parse = (repo_url: string) => world().call('parse_github_repository', { repo_url })
  const ask = (command: string): Promise<Value> => world().call('query_knowledge_graph', { command })
  const repos = async () => (await ask('repos')).data.repositories

  test('G-PARSE-1 G-PARSE-7 a repository is cloned, parsed and counted', async () => {
    assert.deepEqual(await repos(), [])
    const commit = await server().commit('alice/pump', pump)
    const repo_url = `${server().url}/alice/pump.git`
    const answer = await parse(repo_url)
    const { job_id, message, next_steps, warnings, ...rest } = answer
    assert.deepEqual(rest, {
      success: true,
      repo_url,
      repo_name: 'alice/pump',
      statistics: {
        repository: 'alice/pump',
        files_processed: 3,
        classes_created: 2,
        methods_created: 6,
        functions_created: 1,
        attributes_created: 5,
        sample_modules: ['pump', 'pump.base', 'pump.device'],
        files_changed: 3,
        files_unchanged: 0,
        files_removed: 0,
        nodes: rest.statistics.nodes,
        edges: rest.statistics.edges,
        revision: commit,
      },
      ready_for_validation: true,
      status: 'done',
    })
    assert.match(message, /Repository 'alice\/pump' is in the knowledge graph/)
    assert.match(warnings.join(), /pump\/big\.py \(\d+ bytes, limit 500000/)
    assert.ok(job_id.length > 10 && next_steps.length > 0)
  })

  test('G-PARSE-1 a folder is parsed where it lies', async () => {
    const folder = await writeFiles(join(world().folder, 'valve'), valve)
    const answer = await parse(folder)
    assert.deepEqual(
      [answer.repo_name, answer.statistics.revision, answer.statistics.classes_created],
      ['valve', null, 1],
    )
    const { repositories, details } = (await ask('repos')).data
    assert.deepEqual(repositories, ['alice/pump', 'valve'])
    assert.deepEqual(
      details.map((one: Value) => one.source),
      [`${server().url}/alice/pump`, folder],
    )
  })

  test('G-PARSE-2 repositories of different owners are kept apart', async () => {
    await server().commit('bob/pump', { 'pump.py': 'class Other: ...\n' })
    const answer = await parse(`${server().url}/bob/pump`)
    assert.equal(answer.repo_name, 'bob/pump')
    assert.deepEqual(await repos(), ['alice/pump', 'bob/pump', 'valve'])
    assert.equal((await ask('explore valve')).data.repository, 'valve')
    const ambiguous = await ask('explore pump')
    assert.deepEqual(ambiguous, {
      success: false,
      command: 'explore pump',
      error: "Repository 'pump' is ambiguous: alice/pump, bob/pump",
    })
    assert.equal((await ask('explore ALICE/Pump')).data.repository, 'alice/pump')
  })

  test('G-PARSE-3 parsed again, only what changed is read', async () => {
    const repo_url = `${server().url}/alice/pump.git`
    const before = await ask('explore alice/pump')
    const same = await parse(repo_url)
    assert.deepEqual([same.statistics.files_changed, same.statistics.files_unchanged], [0, 3])
    assert.deepEqual((await ask('explore alice/pump')).data.statistics, before.data.statistics)
    await server().commit('alice/pump', { ...pump, 'pump/extra.py': 'def extra(): ...\n' })
    const more = await parse(repo_url)
    assert.deepEqual([more.statistics.files_changed, more.statistics.files_unchanged], [1, 3])
    await server().commit('alice/pump', pump)
    const less = await parse(repo_url)
    assert.deepEqual([less.statistics.files_changed, less.statistics.files_removed], [0, 1])
    assert.deepEqual((await ask('explore alice/pump')).data.statistics, before.data.statistics)
  })

  test('G-PARSE-4 a clone that fails or holds no code leaves the graph as it was', async () => {
    const before = await ask('explore bob/pump')
    await server().commit('bob/pump', { 'README.md': 'Nothing.\n' })
    const nothing = await world().refuse('parse_github_repository', { repo_url: `${server().url}/bob/pump` })
    assert.equal(nothing.error.details.reason, 'NOTHING_TO_PARSE')
    const missing = await world().refuse('parse_github_repository', {
      repo_url: `${server().url}/carol/none.git`,
    })
    assert.deepEqual(
      [missing.error.details.reason, missing.error.message],
      ['CLONE_FAILED', 'The repository carol/none was not found.'],
    )
    assert.deepEqual(await ask('explore bob/pump'), before)
  })

  test('G-PARSE-5 what is not allowed is refused before anything is fetched', async () => {
    const { refuse, isConfined, folder } = world()
    const requests = server().requests.length
    const wrong: [string, string][] = [
      ['ext::sh -c id', 'INVALID_REPOSITORY'],
      ['ftp://example.org/a.git', 'INVALID_REPOSITORY'],
      ['http://example.org/o/n.git', 'INVALID_REPOSITORY'],
      ['https://10.0.0.1/o/n.git', 'FORBIDDEN_ADDRESS'],
      ['https://localhost/o/n.git', 'FORBIDDEN_ADDRESS'],
      ...(isConfined ? ([[dirname(folder), 'FORBIDDEN_PATH']] satisfies [string, string][]) : []),
    ]
    for (const [repo_url, code] of wrong) {
      const { error } = await refuse('parse_github_repository', { repo_url })
      assert.equal(error.details.reason, code, repo_url)
    }
    assert.equal(server().requests.length, requests)
  })

  test('G-PARSE-6 every parse is a job that can be looked at', async () => {
    const jobs = await world().wired.engine.jobs.list({ states: null, limit: 100 })
    const titles = jobs.map(({ title, state }) => `${title} ${state}`)
    assert.ok(
      titles.includes('Parse alice/pump done') && titles.includes('Parse carol/none failed'),
      titles.join(),
    )
  })

  test('G-QUERY-1 G-QUERY-2 the graph is explored by its commands', async () => {
    const { data, metadata, ...rest } = await ask('repos')
    assert.deepEqual(rest, { success: true, command: 'repos' })
    assert.deepEqual(
      [data.repositories, metadata],
      [['alice/pump', 'bob/pump', 'valve'], { total_results: 3, limited: false }],
    )

    const explored = await ask('EXPLORE alice/pump')
    assert.deepEqual(
      [explored.data.repository, explored.metadata],
      ['alice/pump', { total_results: 1, limited: false }],
    )
    const { files, classes, functions, methods } = explored.data.statistics
    assert.deepEqual([files, classes, functions, methods], [3, 2, 1, 6])

    assert.deepEqual((await ask('classes alice/pump')).data, {
      classes: [
        { name: 'Base', full_name: 'pump.base.Base' },
        { name: 'Device', full_name: 'pump.device.Device' },
      ],
      repository_filter: 'alice/pump',
    })
    assert.equal((await ask('classes')).data.repository_filter, null)

    const described = await ask('class pump.device.Device')
    assert.deepEqual(await ask('class Device').then((answer: Value) => answer.data), described.data)
    // The name that scripts import it by.
    assert.deepEqual((await ask('class pump.Device')).data, described.data)
    assert.equal((await ask('method read pump.Device')).data.methods.length, 1)
    const found = described.data.class
    assert.deepEqual(
      [found.name, found.full_name, found.bases],
      ['Device', 'pump.device.Device', ['pump.base.Base']],
    )
    assert.deepEqual(found.methods, [
      { name: 'read', parameters: ['self:Any', 'register:int', 'count:int=1'], return_type: 'bytes' },
    ])
    assert.deepEqual(found.attributes, [{ name: 'pressure', type: 'float' }])
    assert.deepEqual(
      [
        described.metadata.methods_count,
        described.metadata.attributes_count,
        described.metadata.total_results,
      ],
      [1, 1, 1],
    )

    const read = await ask('method read Device')
    assert.deepEqual(read.data, {
      methods: [
        {
          class_name: 'Device',
          class_full_name: 'pump.device.Device',
          method_name: 'read',
          parameters: ['self:Any', 'register:int', 'count:int=1'],
          return_type: 'bytes',
          legacy_args: ['self', 'register', 'count'],
          repository: 'alice/pump',
        },
      ],
      class_filter: 'Device',
    })
    const constructors = await ask('method __init__')
    assert.deepEqual(constructors.data.methods[0].parameters, [
      'self:Any',
      'address:Any',
      '[keyword_only] timeout:float=1.0',
    ])
  })

  test('G-QUERY-2 a Cypher query takes parameters and warns about names that the graph does not have', async () => {
    const command = 'query MATCH (c:Class {name: $name}) RETURN c.full_name AS full, c.nam AS none'
    const { data, metadata } = await world().call('query_knowledge_graph', {
      command,
      parameters: '{"name": "Device"}',
    })
    assert.deepEqual(data.results, [{ full: 'pump.device.Device', none: null }])
    assert.deepEqual(metadata.warnings, ['No property of the graph is called "nam". Did you mean name?'])
    const { error } = await world().refuse('query_knowledge_graph', { command, parameters: '[1]' })
    assert.match(error.message, /parameters is not a JSON object/)
  })

  test('G-QUERY-3 long lists come twenty at a time', async () => {
    await parse(await writeFiles(join(world().folder, 'many'), many))
    for (const command of ['classes many', 'method go', 'query MATCH (c:Class) RETURN c.name']) {
      const { data, metadata, success } = await ask(command)
      assert.equal(success, true)
      const list = data.classes ?? data.methods ?? data.results
      assert.deepEqual([list.length, metadata.total_results, metadata.limited], [20, 20, true], command)
    }
    assert.equal((await ask('method go C07')).data.methods.length, 1)
  })

  test('G-QUERY-4 what is wrong with a command is reported in the contract’s words', async () => {
    const available =
      'Available commands: repos, explore <repo>, classes [repo], class <name>, method <name> [class], query <cypher>'
    const wrong: [string, string][] = [
      ['', `Command cannot be empty. ${available}`],
      ['   ', `Command cannot be empty. ${available}`],
      ['drop all', `Unknown command 'drop'. ${available}`],
      ['explore', 'Repository name required. Usage: explore <repo_name>'],
      ['class', 'Class name required. Usage: class <class_name>'],
      ['method', 'Method name required. Usage: method <method_name> [class_name]'],
      ['query', 'Cypher query required. Usage: query <cypher_query>'],
      ['explore nothing', "Repository 'nothing' not found in knowledge graph"],
      ['classes nothing', "Repository 'nothing' not found in knowledge graph"],
      ['class Nothing', "Class 'Nothing' not found in knowledge graph"],
      ['method nothing', "Method 'nothing' not found in knowledge graph"],
      ['method close Valve', "Method 'close' in class 'Valve' not found in knowledge graph"],
    ]
    for (const [command, error] of wrong)
      assert.deepEqual(await ask(command), { success: false, command, error }, command)
  })

  test('G-QUERY-5 Cypher is answered, quoted or not, and its errors are reported', async () => {
    const cypher =
      'MATCH (c:Class)-[:EXTENDS]->(b:Class) RETURN c.name AS child, b.name AS base ORDER BY child'
    const plain = await ask(`query ${cypher}`)
    assert.deepEqual(
      [plain.success, plain.data.query, plain.data.results],
      [true, cypher, [{ child: 'Device', base: 'Base' }]],
    )
    assert.deepEqual((await ask(`query "${cypher}"`)).data, plain.data)
    const wrong = await ask('query MATCH (c:Class RETURN c')
    assert.deepEqual([wrong.success, wrong.data], [false, { query: 'MATCH (c:Class RETURN c' }])
    assert.match(wrong.error, /^Cypher query error: /)
  })

  test('G-QUERY-6 Cypher that would change anything is refused', async () => {
    const before = await ask('explore alice/pump')
    for (const cypher of [
      'MATCH (n) DETACH DELETE n',
      "CREATE (n:Class {name: 'X'})",
      'MATCH (c:Class) SET c.name = 1',
    ]) {
      const answer = await ask(`query ${cypher}`)
      assert.deepEqual([answer.success, answer.data], [false, { query: cypher }])
      assert.match(answer.error, /^Cypher query error: /)
    }
    assert.deepEqual(await ask('explore alice/pump'), before)
  })
}
