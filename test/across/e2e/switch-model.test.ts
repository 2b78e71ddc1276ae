import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { smallEmbedder, writeModel } from '../../support/small-models.ts'
import { finish, makeHome, start } from '../../support/started-program.ts'
import { until } from '../../support/until.ts'

test('a setting that names a model that is missing does not keep it from being added', async t => {
  const home = makeHome(t)
  const folder = writeModel(join(home, 'folder'), smallEmbedder({ seed: 1, dimensions: 32 }))
  const set = { QUIRE_EMBEDDER: 'hub:lab/small' }
  const before = await finish(start(['search', 'word', '--home', home], set))
  assert.match(before.text, /quire model add lab\/small/)
  const added = await finish(start(['model', 'add', folder, '--name', 'lab/small', '--home', home], set))
  assert.equal(added.code, 0, added.text)
  const after = await finish(start(['search', 'word', '--home', home], set))
  assert.doesNotMatch(after.text, /model add/)
})

test('a server answers every search while a command switches the model, first with the old one, then with the new one', async t => {
  const home = makeHome(t)
  const run = (...words: string[]) => finish(start([...words, '--home', home], {}))
  await addModels(home, run)
  await writeNotes(home, 200, run)
  const server = start(['serve', '--port', '0', '--home', home], {})
  t.after(() => server.child.kill())
  await until(() => /listens on (\S+)/.test(server.text()))
  const [, url = ''] = /listens on (\S+)/.exec(server.text()) ?? []
  const answered: boolean[] = []
  const models: string[] = []
  const search = async () => {
    const response = await fetch(`${url}/api/v1/documents/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'note number 7', explain: true }),
    })
    // SAFETY: the fields are compared with what is expected below.
    const answer = (await response.json()) as {
      results: unknown[]
      explanation: { dense: { model: string } | null }
    }
    answered.push(response.status === 200 && answer.results.length > 0)
    // On a busy machine a model may not be loaded in time; then words alone answer.
    const model = answer.explanation.dense?.model.replace(/@.*/, '')
    if (model !== undefined) models.push(model)
  }
  let isOver = false
  while (models.length === 0) await search()
  const searching = (async () => {
    while (!isOver) await search()
    for (let tries = 0; models.at(-1) !== 'onnx:new' && tries < 20; tries++) await search()
  })()
  const used = await run('model', 'use', 'lab/new')
  isOver = true
  await searching
  assert.equal(used.code, 0, used.text)
  t.diagnostic(`${answered.length} searches, ${models.length} by meaning`)
  assert.ok(answered.every(Boolean))
  assert.deepEqual([...new Set(models)], ['onnx:old', 'onnx:new'])
  assert.equal(models.lastIndexOf('onnx:old'), models.indexOf('onnx:new') - 1)
})

test('a switch of models that is killed leaves the old one answering, and the same command finishes it', async t => {
  const home = makeHome(t)
  const run = (...words: string[]) => finish(start([...words, '--home', home], {}))
  await addModels(home, run)
  await writeNotes(home, 400, run)
  const killed = start(['model', 'use', 'lab/new', '--home', home], {})
  await until(() => /\d+ of 400 vectors/.test(killed.text()))
  killed.child.kill('SIGKILL')
  await once(killed.child, 'exit')
  const found = await run('search', 'note number 7', '--json', '--explain')
  assert.equal(found.code, 0, found.text)
  assert.match(found.text, /"model": "onnx:old@/)
  const listed = await run('model', 'list', '--json')
  assert.match(listed.text, /"id": "lab\/new",[^}]*"state": "next"/)

  const finished = await run('model', 'use', 'lab/new', '--json')
  assert.equal(finished.code, 0, finished.text)
  assert.match(finished.text, /"chunks": 400/)
  const after = await run('search', 'note number 7', '--json', '--explain')
  assert.match(after.text, /"model": "onnx:new@/)
  const kept = await run('model', 'remove', 'lab/new')
  assert.deepEqual([kept.code === 0, /embedded with "lab\/new"/.test(kept.text)], [false, true])
  assert.equal((await run('model', 'remove', 'lab/old')).code, 0)
  const { jobs } = JSON.parse((await run('jobs', '--json')).text)
  const switches = jobs.filter(({ tool }: { tool: string }) => tool === 'use_model')
  assert.deepEqual(
    switches.map(({ state, attempt }: { state: string; attempt: number }) => [state, attempt]),
    [
      ['done', 2],
      ['done', 1],
    ],
  )
})

type Run = (...words: string[]) => Promise<{ code: number | null; text: string }>

/** Two models, of which the first is in use. */
async function addModels(home: string, run: Run): Promise<void> {
  for (const [name, seed] of [
    ['lab/old', 1],
    ['lab/new', 2],
  ] as const) {
    const folder = writeModel(join(home, 'given', name), smallEmbedder({ seed, dimensions: 32 }))
    assert.equal((await run('model', 'add', folder, '--name', name)).code, 0)
  }
  assert.equal((await run('model', 'use', 'lab/old')).code, 0)
}

async function writeNotes(home: string, count: number, run: Run): Promise<void> {
  const notes = join(home, 'notes')
  mkdirSync(notes)
  for (let number = 0; number < count; number++)
    writeFileSync(join(notes, `note-${number}.md`), `# Note ${number}\n\nThis is note number ${number}.`)
  assert.equal((await run('ingest', notes)).code, 0)
}
