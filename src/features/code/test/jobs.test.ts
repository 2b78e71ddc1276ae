import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openWorld, type Value, type World } from '../../../../test/contract/world.ts'
import { invoke } from '../../../core/contract/invoke.ts'
import { type GitServer, openGitServer } from '../git/test/git-server.ts'

describe('parsing as a job', () => {
  let world: World
  let server: GitServer
  before(async () => {
    server = await openGitServer()
    world = await openWorld('library', {
      flags: ['--toolsets', 'graph', '--graph-code', '--fetch-allow', server.host],
    })
  })
  after(async () => {
    await world.close()
    await server.close()
  })

  const parse = async (repo_url: string, patienceMs: number): Promise<Value> => {
    const row = world.wired.table.find('parse_github_repository')
    assert.ok(row)
    const call = { input: { repo_url }, caller: { surface: 'rest', isLocal: false }, patienceMs } as const
    const outcome = await invoke(row, call, world.wired.runtime)
    return outcome.ok ? outcome.value : outcome.worded
  }

  test('G-PARSE-6 beyond the caller’s patience it goes on, is joined by the same call, and ends', async () => {
    await server.commit('owner/slow', { 'a.py': 'class A: ...\n' })
    const held = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    const bare = server.handle
    server.intercept('/owner/slow.git', async (request, response) => {
      asked.resolve()
      await held.promise
      bare(request, response)
    })
    const first = parse(`${server.url}/owner/slow.git`, 50)
    await asked.promise
    const answer = await first
    assert.deepEqual(
      [answer.status, answer.repo_name, answer.statistics, answer.ready_for_validation],
      ['running', 'owner/slow', null, false],
    )
    const joining = parse(`${server.url}/owner/slow`, 600_000)
    held.resolve()
    const done = await joining
    assert.deepEqual([done.status, done.job_id, done.statistics.classes_created], ['done', answer.job_id, 1])
    assert.equal(done.repo_url, `${server.url}/owner/slow`)
  })

  test('G-PARSE-6 a parse that is cancelled ends, and the graph stays as it was', async () => {
    await server.commit('owner/stuck', { 'a.py': 'class A: ...\n' })
    const asked = Promise.withResolvers<void>()
    server.intercept('/owner/stuck.git', () => asked.resolve())
    const { job_id } = await parse(`${server.url}/owner/stuck.git`, 50)
    await asked.promise
    const cancelled = await world.wired.engine.jobs.cancel(job_id, new AbortController().signal)
    assert.equal(cancelled?.state, 'cancelled')
    const { data } = await world.call('query_knowledge_graph', { command: 'repos' })
    assert.deepEqual(data.repositories, ['owner/slow'])
  })
})
