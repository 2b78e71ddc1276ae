import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { makePdf } from '../../../src/adapters/converters/pdf/test/make-pdf.ts'
import type { Value } from '../../contract/world.ts'
import { spawnQuire, temporaryHome } from './spawn-quire.ts'

async function quire(t: TestContext, home: string, argv: string[], embedder = 'hash'): Promise<string> {
  const run = spawnQuire(t, argv, { home, cwd: home, env: { QUIRE_EMBEDDER: embedder } })
  const { exitCode } = await run.ended
  assert.equal(exitCode, 0, `${argv.join(' ')}: ${run.stderr()}${run.stdout()}`)
  return run.stdout()
}

async function documents(t: TestContext, home: string, scope: string[], embedder?: string): Promise<Value[]> {
  return JSON.parse(await quire(t, home, ['list', ...scope, '--json'], embedder)).documents
}

async function writePaper(home: string, foot: string): Promise<string> {
  const path = join(home, 'paper.pdf')
  const pages = ['The spring tide rises.', 'The neap tide falls.', 'The harbour is dry.'].map(text => ({
    lines: [
      { text, x: 72, y: 200 },
      { text: foot, x: 72, y: 760 },
    ],
  }))
  await writeFile(path, makePdf({ title: 'INTRODUCTION', pages }))
  return path
}

const kept = { title: 'Of Tides', corrected: ['title', 'pages'], page_label_source: 'corrected' }

function partsOf({ title, corrected, page_label_source }: Value): Value {
  return { title, corrected, page_label_source }
}

test('corrected pages and titles of a library survive refresh, a changed file, export and another store', async t => {
  const [home, other] = [await temporaryHome(t), await temporaryHome(t)]
  const path = await writePaper(home, 'Sea Journal')
  await quire(t, home, ['ingest', path, '--library', 'papers'])
  const [stored] = await documents(t, home, ['papers'])
  const shown = await quire(t, home, ['pages', stored.doc_id, '--first', '465'])
  assert.match(shown, /1–3 +465–467/)
  assert.equal(await quire(t, home, ['title', stored.doc_id, 'Of Tides']), 'Of Tides\n')
  assert.match(await quire(t, home, ['list', 'papers']), /Of Tides .*title, pages/)

  await quire(t, home, ['export', 'papers', 'papers.quire'])
  await quire(t, other, ['import', join(home, 'papers.quire')], 'hash:32')
  const [imported] = await documents(t, other, ['papers'], 'hash:32')
  assert.deepEqual(partsOf(imported), kept)
  assert.match(await quire(t, other, ['pages', imported.doc_id], 'hash:32'), /1–3 +465–467/)
  await quire(t, other, ['pages', imported.doc_id, '--clear'], 'hash:32')
  await quire(t, other, ['title', imported.doc_id, '--clear'], 'hash:32')
  const [cleared] = await documents(t, other, ['papers'], 'hash:32')
  assert.deepEqual(partsOf(cleared), { title: 'INTRODUCTION', corrected: [], page_label_source: 'none' })

  await writePaper(home, 'Sea Journal, second printing')
  await quire(t, home, ['refresh', path, '--library', 'papers'])
  const [refreshed] = await documents(t, home, ['papers'])
  assert.notEqual(refreshed.doc_id, stored.doc_id)
  assert.deepEqual(partsOf(refreshed), kept)
})

test('corrected pages and titles of a project survive its rebuild for another model', async t => {
  const home = await temporaryHome(t)
  const path = await writePaper(home, 'Sea Journal')
  await quire(t, home, ['project', 'add', 'thesis'])
  await quire(t, home, ['ingest', path, '--project', 'thesis'])
  const [stored] = await documents(t, home, ['--project', 'thesis'])
  await quire(t, home, ['pages', stored.doc_id, '--at', '2', '--label', 'iv'])
  await quire(t, home, ['title', stored.doc_id, 'Of Tides'])
  await quire(
    t,
    home,
    ['citations', 'ingest_from_source', 'thesis', path, '--options', 'force_rebuild=true'],
    'hash:32',
  )
  const [rebuilt] = await documents(t, home, ['--project', 'thesis'], 'hash:32')
  assert.notEqual(rebuilt.doc_id, stored.doc_id)
  assert.deepEqual(partsOf(rebuilt), kept)
  assert.match(await quire(t, home, ['pages', rebuilt.doc_id], 'hash:32'), /1 +–\n2–3 +iv–v/)
})
