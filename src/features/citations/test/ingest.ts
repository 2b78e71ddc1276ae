import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Value, World } from '../../../../test/contract/world.ts'
import { addProject, cleanText, writeShelf } from './library.ts'

/** Promises about ingest_from_source. */
export function testIngesting(world: () => World): void {
  test('C-INGEST-1 C-INGEST-2 C-INGEST-3 C-REFS-1 a folder is ingested once, with its references', async () => {
    const { call } = world()
    const project = await addProject(world(), 'ingest/folder')
    const { folder, references } = await writeShelf(world(), 'ingest-folder')
    const options = { references_path: references }
    const done = await call('ingest_from_source', { project, source: folder, options })
    assert.deepEqual(
      [done.documents_processed, done.project, done.dense_model, done.embed_model, done.sparse_model],
      [3, project, world().wired.engine.facts.model, world().wired.engine.facts.model, 'quire/bm25'],
    )
    assert.deepEqual(done.documents, { added: 3, updated: 0, skipped: 0, failed: 0 })
    assert.equal(done.chunks_written, (await call('inspect_collection', { project })).size)
    assert.ok(done.duration_seconds >= 0)
    assert.match(done.warnings.join('\n'), /Metadata not found for document 'stray\.md'/)
    assert.match(done.warnings.join('\n'), /broken2020|line 10/)
    const again = await call('ingest_from_source', { project, source: folder, options })
    assert.deepEqual([again.chunks_written, again.documents_processed], [0, 3])
    assert.deepEqual(again.documents, { added: 0, updated: 0, skipped: 3, failed: 0 })
    const stray = (await call('query_hybrid', { project, text: 'owls' })).items.find(
      (item: Value) => item.title === 'A stray note',
    )
    assert.deepEqual([stray.citekey, stray.citekey_generated, stray.citation], ['stray', true, '(stray)'])
  })

  test('C-REFS-1 a references file that comes later gives unchanged documents their metadata', async () => {
    const { call } = world()
    const project = await addProject(world(), 'ingest/later')
    const { folder, references } = await writeShelf(world(), 'ingest-later')
    await call('ingest_from_source', { project, source: folder })
    const options = { references_path: references }
    const done = await call('ingest_from_source', { project, source: folder, options })
    assert.equal(done.chunks_written, 0)
    const filters = { citekey: 'hunter1947', tags: ['paper', 'design'] }
    const [hit] = (await call('query_hybrid', { project, text: 'gelatine', filters })).items
    assert.deepEqual(hit.authors, ['Dard Hunter', 'Vincent van Gogh'])
  })

  test('C-INGEST-4 what cannot be converted is named, and the rest goes on', async () => {
    const { call } = world()
    const project = await addProject(world(), 'ingest/bad')
    const { folder } = await writeShelf(world(), 'ingest-bad')
    await writeFile(join(folder, 'broken.pdf'), '%PDF-1.7\nnothing more')
    const done = await call('ingest_from_source', { project, source: folder })
    assert.deepEqual(done.documents, { added: 3, updated: 0, skipped: 0, failed: 1 })
    assert.equal(done.errors[0].document, 'broken.pdf')
    assert.match(done.warnings.join('\n'), /broken\.pdf was skipped/)
  })

  test('C-INGEST-2 one file is enough, and a changed one is replaced', async () => {
    const { call } = world()
    const project = await addProject(world(), 'ingest/file')
    const path = join(world().folder, 'single.md')
    await writeFile(path, cleanText)
    assert.equal((await call('ingest_from_source', { project, source: path })).documents.added, 1)
    await writeFile(path, cleanText.replace('Boundaries separate', 'Borders separate'))
    assert.equal((await call('ingest_from_source', { project, source: path })).documents.updated, 1)
    const texts = (await call('query_hybrid', { project, text: 'borders separate', top_k: 20 })).items.map(
      (item: Value) => item.render_text,
    )
    assert.ok(texts.some((text: string) => text.includes('Borders separate')))
    assert.ok(texts.every((text: string) => !text.includes('Boundaries separate')))
  })

  test('C-INGEST-6 C-INGEST-9 bad input says which value and what to do', async () => {
    const { refuse } = world()
    const project = await addProject(world(), 'ingest/input')
    const codes = async (input: object) => {
      const { error } = await refuse('ingest_from_source', { project, ...input })
      assert.equal(error.code, 'VALIDATION_ERROR')
      return error.message
    }
    assert.match(await codes({ source: 'zotero' }), /collection_key is missing/)
    assert.match(await codes({ source: '' }), /source must not be empty/)
    assert.match(await codes({ source: 'x.md', options: { colour: 1 } }), /colour/)
    assert.match(await codes({ source: join(world().folder, 'no-such-file.md') }), /no-such-file\.md/)
  })
}
