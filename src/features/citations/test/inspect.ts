import assert from 'node:assert/strict'
import { test } from 'node:test'
import { write } from '../../../../test/conformance/store-fixtures.ts'
import type { Value, World } from '../../../../test/contract/world.ts'
import { addProject, chunksWith } from './library.ts'

const flat = [
  'project_id',
  'doc_id',
  'section_path',
  'page_start',
  'page_end',
  'citekey',
  'doi',
  'year',
  'authors',
  'title',
  'tags',
  'source_path',
  'chunk_text',
  'heading_chain',
  'embed_model',
  'version',
]
const nested = ['project', 'source', 'zotero', 'doc', 'embed_model', 'version', 'fulltext']

/** Promises about inspect_collection, list_projects and failures. */
export function testInspecting(world: () => World): void {
  test('C-INSPECT-1 C-INSPECT-2 C-INSPECT-3 C-NAME-1 what is reported has been counted', async () => {
    const { call } = world()
    const project = await addProject(world(), 'citeloom/clean-arch')
    const empty = await call('inspect_collection', { project })
    assert.deepEqual(
      [empty.project, empty.collection, empty.size, empty.sample, empty.sample_payloads],
      [project, 'proj-citeloom-clean-arch', 0, [], []],
    )
    const texts = Array.from({ length: 7 }, (_, index) => `sheet ${index}`)
    await call('store_chunks', {
      project,
      items: await chunksWith(texts, () => ({ citekey: 'k', year: 1999 })),
    })
    const full = await call('inspect_collection', { project, sample: 9 })
    assert.deepEqual(
      [full.size, full.documents, full.index_counts, full.named_vectors, full.sparse_model],
      [7, 7, { dense: 7, sparse: 7 }, ['dense', 'sparse'], 'quire/bm25'],
    )
    assert.deepEqual([full.dense_model, full.embed_model], Array(2).fill(world().wired.engine.facts.model))
    for (const key of ['project_id', 'doc_id', 'citekey', 'year', 'tags', 'project', 'zotero.tags'])
      assert.ok(full.indexes.keyword.includes(key), key)
    assert.deepEqual(full.indexes.fulltext, ['chunk_text', 'fulltext'])
    assert.equal(typeof full.storage.on_disk_vectors, 'boolean')
    assert.equal(full.sample_payloads.length, 5)
    assert.deepEqual(full.sample, full.sample_payloads)
    assert.match(full.warnings.join(), /At most 5/)
    for (const key of [...flat, ...nested]) {
      assert.ok(full.payload_keys.includes(key), key)
      for (const sample of full.sample) assert.ok(key in sample, key)
    }
    const [sample] = full.sample
    assert.deepEqual(
      [sample.project_id, sample.citekey, sample.zotero.citekey, sample.chunk_text],
      [project, 'k', 'k', sample.fulltext],
    )
    assert.match(sample.chunk_text, /^sheet \d$/)
  })

  test('C-LIST-1 C-LIST-2 projects are listed with what they are bound to', async () => {
    const { call } = world()
    const project = await addProject(world(), 'list/plain', { hybrid: false })
    const { projects, count } = await call('list_projects', {})
    assert.equal(count, projects.length)
    const model = world().wired.engine.facts.model
    assert.deepEqual(
      projects.find((entry: Value) => entry.id === project),
      {
        id: project,
        collection: 'proj-list-plain',
        dense_model: model,
        embed_model: model,
        sparse_model: null,
        hybrid_enabled: false,
        document_count: 0,
        chunk_count: 0,
        word_count: 0,
        languages: [],
      },
    )
    const ids = projects.map((entry: Value) => entry.id)
    assert.deepEqual(ids, ids.toSorted())
  })

  test('a project says how many of its passages are found by meaning while vectors are made', async () => {
    const { call, wired } = world()
    const project = await addProject(world(), 'list/waiting')
    const { document, chunks } = write({
      collection: 'proj-list-waiting',
      source: 'a',
      chunks: [{ text: 'one' }, { text: 'two' }],
    })
    const pending = chunks.map(chunk => ({ ...chunk, vector: { text: 'to be embedded' } }))
    await wired.parts.store.putDocument({ document, chunks: pending }, new AbortController().signal)
    const { projects } = await call('list_projects', {})
    assert.equal(projects.find((entry: Value) => entry.id === project).meaning, 0)
  })

  test('C-ERR-1 C-ERR-2 C-CORR-1 an unknown project is named with those there are, by every tool', async () => {
    const { refuse, call } = world()
    const known = await addProject(world(), 'errors/known')
    const project = 'errors/unknown'
    const [item] = await chunksWith(['x'])
    const calls: [string, object][] = [
      ['query', { project, text: 'x' }],
      ['find_chunks', { project, query: 'x' }],
      ['query_hybrid', { project, text: 'x' }],
      ['inspect_collection', { project }],
      ['store_chunks', { project, items: [item] }],
      ['ingest_from_source', { project, source: world().folder }],
      ['verify_citation', { project, quote: 'one two three four' }],
      ['get_passage', { project, chunk_id: 'x' }],
      ['format_citation', { project, citekey: 'x' }],
    ]
    for (const [tool, input] of calls) {
      const refused = await refuse(tool, input)
      assert.equal(refused.error.code, 'INVALID_PROJECT', tool)
      assert.match(refused.error.message, /^Project 'errors\/unknown' not found\. Available projects: /)
      assert.equal(refused.error.details.project_id, project)
      assert.ok(refused.error.details.available_projects.includes(known))
      assert.match(refused.correlation_id, /^[\w-]+$/)
    }
    assert.match((await call('list_projects', {})).correlation_id, /^[\w-]+$/)
    assert.match((await call('inspect_collection', { project: known })).correlation_id, /^[\w-]+$/)
  })
}
