import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Role } from '../../../src/core/model/rights.ts'
import { openGuarded } from './guarded-world.ts'

const world = await openGuarded()
after(() => world.close())
const { home } = world.wired.config.values

async function ask(role: Role, input: object): Promise<{ text: string; value: Record<string, unknown> }> {
  const { token } = await world.issue({ role, collections: null })
  const response = await fetch(`${world.server.url}/api/v1/documents/server_info`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(input),
  })
  const text = await response.text()
  return { text, value: JSON.parse(text) }
}

test('server_info shows where things are on the server to admins only', async () => {
  const { value } = await ask('admin', {})
  assert.equal(value.home, home)
  assert.notEqual(value.cwd, '')
  for (const role of ['reader', 'writer'] as const) {
    const { text, value } = await ask(role, {})
    assert.equal(text.includes(home), false, text)
    assert.equal(text.includes(import.meta.dirname), false)
    assert.match(String(value.store), /^(sqlite|postgres)$/)
    assert.equal(value.store_state, 'ready')
  }
})

test('checking a relative path tells nobody but an admin where it would be', async () => {
  for (const check_path of ['notes.txt', '~/notes.txt', '../notes.txt']) {
    const { text } = await ask('reader', { check_path })
    assert.match(text, /"readable":false/)
    for (const secret of [home, world.wired.config.values.home, process.env.HOME ?? home])
      assert.equal(text.replace(JSON.stringify(check_path), '').includes(secret), false, text)
  }
})

test('server_info shows the running jobs of the libraries that a token is for, and no others', async () => {
  const { engine } = world.wired
  const started = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const signal = new AbortController().signal
  const running = engine.jobs.run({
    ...{ key: 'hidden', kind: 'ingest_content', title: 'Hidden', collection: 'vault', input: {} },
    ...{ isRepeatable: false, correlationId: 'c', patienceMs: 60_000, signal, progress() {} },
    caller: { surface: 'library', isLocal: true },
    async work({ progress }) {
      progress({ done: 0, total: 1, message: 'Reading secret-plan.pdf' })
      started.resolve()
      await end.promise
      return null
    },
  })
  await started.promise
  const jobsOf = async (collections: readonly string[] | null) => {
    const { token } = await world.issue({ role: 'reader', collections })
    const response = await fetch(`${world.server.url}/api/v1/documents/server_info`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{}',
    })
    return (await response.text()).includes('secret-plan.pdf')
  }
  try {
    assert.deepEqual(
      [await jobsOf(null), await jobsOf(['vault']), await jobsOf(['open'])],
      [true, true, false],
    )
  } finally {
    end.resolve()
    await running
  }
})
