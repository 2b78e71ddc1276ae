import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Value, World } from '../../../../test/contract/world.ts'
import { addProject, chunksWith } from './library.ts'

/** Promises about store_chunks. */
export function testStoring(world: () => World): void {
  test('C-STORE-1 C-STORE-2 an id sent again replaces its chunk', async () => {
    const { call } = world()
    const project = await addProject(world(), 'store/again')
    const [first] = await chunksWith(['vellum is calf'])
    const [second] = await chunksWith(['vellum is goat'])
    const stored = await call('store_chunks', { project, items: [first] })
    assert.deepEqual(
      [stored.chunks_written, stored.project, stored.embed_model, stored.dense_model],
      [1, project, world().wired.engine.facts.model, world().wired.engine.facts.model],
    )
    await call('store_chunks', { project, items: [first] })
    await call('store_chunks', { project, items: [second] })
    assert.equal((await call('inspect_collection', { project })).size, 1)
    const { items } = await call('query_hybrid', { project, text: 'vellum' })
    assert.deepEqual([items.length, items[0].render_text, items[0].id], [1, 'vellum is goat', 'chunk-0'])
  })

  test('C-STORE-3 more than 500 are refused, fewer than 100 stored with a warning', async () => {
    const { call, refuse } = world()
    const project = await addProject(world(), 'store/batch')
    const texts = Array.from({ length: 501 }, (_, index) => `quire ${index}`)
    const items = await chunksWith(texts)
    const { error } = await refuse('store_chunks', { project, items })
    assert.equal(error.code, 'VALIDATION_ERROR')
    assert.match(error.message, /at most 500/)
    assert.equal((await call('inspect_collection', { project })).size, 0)
    assert.match(
      (await call('store_chunks', { project, items: items.slice(0, 3) })).warnings.join(),
      /3 items/,
    )
    assert.deepEqual((await call('store_chunks', { project, items: items.slice(0, 100) })).warnings, [])
    assert.equal((await call('inspect_collection', { project })).size, 100)
  })

  test('C-STORE-4 vectors of another model or length are refused whole', async () => {
    const { call, refuse } = world()
    const project = await addProject(world(), 'store/model')
    const [good, other] = await chunksWith(['laid lines', 'chain lines'])
    await call('store_chunks', { project, items: [good] })
    const named = await refuse('store_chunks', {
      project,
      items: [{ ...other, metadata: { embed_model: 'fastembed/all-MiniLM-L6-v2' } }],
    })
    assert.equal(named.error.code, 'EMBEDDING_MISMATCH')
    assert.match(named.error.message, /fastembed\/all-MiniLM-L6-v2.*force_rebuild/)
    const short = await refuse('store_chunks', { project, items: [other, { ...good, embedding: [1, 2, 3] }] })
    assert.equal(short.error.code, 'EMBEDDING_MISMATCH')
    assert.match(short.error.message, /has 3 numbers/)
    assert.equal((await call('inspect_collection', { project })).size, 1)
  })

  test('C-STORE-5 nested metadata of the first contract is what hits are cited by', async () => {
    const { call } = world()
    const project = await addProject(world(), 'store/nested')
    const [item] = await chunksWith(['Entities are distinct'])
    await call('store_chunks', {
      project,
      items: [
        {
          ...item,
          metadata: {
            project: 'somebody/else',
            source: { path: 'docs/clean-arch.pdf', title: 'Clean Architecture' },
            zotero: { citekey: 'cleanArchitecture2023', tags: ['architecture'] },
            doc: { page_span: [45, 46], section: 'Entities', section_path: ['Part I', 'Chapter 3'] },
            version: '1',
          },
        },
      ],
    })
    const [hit] = (
      await call('find_chunks', { project, query: 'entities', filters: { tags: ['architecture'] } })
    ).items
    assert.deepEqual(
      [hit.citekey, hit.citation, hit.page_span, hit.section_path, hit.title, hit.source_path],
      [
        'cleanArchitecture2023',
        '(cleanArchitecture2023, pp. 45–46)',
        [45, 46],
        ['Part I', 'Chapter 3'],
        'Clean Architecture',
        'docs/clean-arch.pdf',
      ],
    )
  })

  test('C-STORE-7 the stored section is the section of every answer, beside section_path', async () => {
    const { call } = world()
    const project = await addProject(world(), 'store/section')
    const [nested, flat, plain] = await chunksWith(['wove paper', 'laid paper', 'rag paper'])
    const doc = { section: 'Entities and Value Objects', section_path: ['Part I', 'Chapter 3'] }
    await call('store_chunks', {
      project,
      items: [
        { ...nested, metadata: { doc } },
        { ...flat, metadata: doc },
        { ...plain, metadata: { doc: { section_path: doc.section_path } } },
      ],
    })
    const sections = [doc.section, doc.section, 'Chapter 3']
    const paths = sections.map(() => doc.section_path)
    const inOrder = (items: Value[]) => items.toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const answers = [
      await call('find_chunks', { project, query: 'paper' }),
      await call('query', { project, text: 'paper' }),
      await call('query_hybrid', { project, text: 'paper' }),
    ]
    for (const { items } of answers) {
      assert.deepEqual(
        inOrder(items).map(({ section }) => section),
        sections,
      )
      assert.deepEqual(
        inOrder(items).map(({ section_path }) => section_path),
        paths,
      )
    }
    const { sample_payloads } = await call('inspect_collection', { project, sample: 3 })
    assert.deepEqual(
      inOrder(sample_payloads).map(payload => [payload.doc.section, payload.doc.section_path]),
      sections.map((section, place) => [section, paths[place]]),
    )
  })

  test('C-STORE-6 a vector of zeros is refused by the id of its item', async () => {
    const { refuse } = world()
    const project = await addProject(world(), 'store/zero')
    const [item] = await chunksWith(['nothing'])
    const { error } = await refuse('store_chunks', {
      project,
      items: [{ ...item, embedding: item?.embedding.map(() => 0) }],
    })
    assert.equal(error.code, 'VALIDATION_ERROR')
    assert.match(error.message, /"chunk-0" is all zeros/)
  })
}
