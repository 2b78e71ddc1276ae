import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { smallEmbedder } from '../../../../../test/support/small-models.ts'
import { finish, makeHome, start } from '../../../../../test/support/started-program.ts'
import { until } from '../../../../../test/support/until.ts'
import { startHub } from '../model-hub.ts'

const files = smallEmbedder({ seed: 1, dimensions: 32 })
const secret = 'hf_secret_that_stays_here'

test('a killed download is continued by the next command', async t => {
  const hub = await startHub(t)
  hub.models.set('lab/small', { files })
  hub.mishaps.files.push({ kind: 'stall', after: 2_000_000 })
  const home = makeHome(t)
  const killed = start(['model', 'add', 'lab/small', '--home', home], { HF_ENDPOINT: hub.url })
  await until(() =>
    readdirSync(home, { recursive: true, encoding: 'utf8' }).some(
      name => name.endsWith('.onnx.part') && statSync(join(home, name)).size > 1_000_000,
    ),
  )
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')

  const second = await finish(
    start(['model', 'add', 'lab/small', '--home', home, '--json'], { HF_ENDPOINT: hub.url }),
  )
  assert.equal(second.code, 0, second.text)
  const range = hub.seen.findLast(({ host }) => host === 'files')?.range
  assert.match(range ?? '', /^bytes=\d{5,}-$/)
  const list = await finish(start(['model', 'list', '--home', home, '--json'], {}))
  assert.match(list.text, /"id": "lab\/small",\s+"kind": "embedding",\s+"state": "added"/)
})

test('the token opens a gated model and appears nowhere', async t => {
  const hub = await startHub(t)
  hub.models.set('lab/small', { files, gated: { token: secret } })
  const home = makeHome(t)
  const words = ['model', 'add', 'lab/small', '--home', home, '--log-level', 'debug']
  const without = await finish(start(words, { HF_ENDPOINT: hub.url }))
  assert.notEqual(without.code, 0)
  assert.match(without.text, /HF_TOKEN/)
  const wrong = await finish(start(words, { HF_ENDPOINT: hub.url, HF_TOKEN: `${secret}-not` }))
  const right = await finish(start(words, { HF_ENDPOINT: hub.url, HF_TOKEN: secret }))
  assert.equal(right.code, 0, right.text)
  for (const { text } of [without, wrong, right]) assert.ok(!text.includes(secret))
})
