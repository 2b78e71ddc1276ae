import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { openWorld, type Value, type World } from '../contract/world.ts'
import { questions } from '../corpus/questions.ts'

/** The sample library with the real model: every question was written before anything was tuned. */

const root = join(import.meta.dirname, '../..')
let world: World
let home: string

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'quire-samples-'))
  world = await openWorld('library', { home, embedder: 'gte-small' })
  const report = await world.call('ingest_folder', { folder: join(root, 'samples'), library: 'samples' })
  assert.deepEqual(report.errors, [])
})

after(async () => {
  await world.close()
  await rm(home, { recursive: true })
})

test('nearly every question finds its answer among the first three passages', async () => {
  const misses: string[] = []
  for (const { id, question, answer, file } of questions) {
    const { results } = await world.call('search', { query: question, top_k: 3 })
    const isFound = results.some(
      (result: Value) => basename(result.source) === file && squash(result.content).includes(squash(answer)),
    )
    if (!isFound) misses.push(`${id}: ${question}`)
  }
  console.log(
    `answers among the first three passages: ${questions.length - misses.length} of ${questions.length}`,
  )
  for (const miss of misses) console.log(`  missed ${miss}`)
  assert.ok(misses.length <= questions.length * 0.1, misses.join('\n'))
})

test('a passage that holds the answer carries the page label and section the question names', async () => {
  for (const { question, answer, page_label, section } of questions) {
    const { results } = await world.call('search', { query: question, top_k: 10 })
    const hit = results.find((result: Value) => squash(result.content).includes(squash(answer)))
    if (hit === undefined) continue
    if (page_label !== null)
      assert.ok(labelsOf(hit.page_label).includes(page_label), `${question}: ${hit.page_label}`)
    // A passage that begins in a short section before it is cited by that section, and contains the next heading.
    const isNamed = section === null || hit.section_path.includes(section) || hit.content.includes(section)
    assert.ok(isNamed, `${question}: ${hit.section_path}`)
  }
})

/** "12–13" is both pages. */
function labelsOf(label: string | null): string[] {
  return label?.split('–') ?? []
}

function squash(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s*_|\\-]+/g, ' ')
    .trim()
    .toLowerCase()
}
