import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fakeTerminal } from '../../../test/support/fake-terminal.ts'
import { connectLines, needsSamples } from './start.ts'

test('a checkout is started by its path, a package through npx, and a token is asked for', () => {
  const lines = (packageFolder: string, hasToken: boolean) =>
    connectLines({ packageFolder }, { url: 'http://127.0.0.1:8321', hasToken }, fakeTerminal())
  const checkout = lines('/home/ada/quire/', false)
  assert.match(checkout, /"\/home\/ada\/quire\/bin\/quire\.js",\n +"mcp"/)
  assert.match(checkout, /http:\/\/127\.0\.0\.1:8321\/openapi\.json/)
  assert.doesNotMatch(checkout, /Authorization/)
  assert.match(
    lines('/usr/lib/node_modules/quire-mcp/', true),
    /"quire-mcp",\n +"mcp"[\s\S]*Bearer <your token>/,
  )
})

test('samples are wanted until they have been read once', async t => {
  const home = await mkdtemp(join(tmpdir(), 'quire-samples-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  assert.equal(await needsSamples(home), true)
  assert.equal(await needsSamples(join(home, 'not there yet')), true)
})
