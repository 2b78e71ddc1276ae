import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Value, World } from '../../../../test/contract/world.ts'
import { addProject, chunksWith, writeShelf } from './library.ts'

/** Promises about query, find_chunks and query_hybrid. */
export function testAsking(world: () => World): void {
  test('C-FIND-1 C-FIND-9 C-FIND-10 items carry what both contracts name, and what is needed to cite', async () => {
    const { call } = world()
    const project = await addProject(world(), 'ask/fields')
    const { folder, references } = await writeShelf(world(), 'ask-fields')
    await call('ingest_from_source', { project, source: folder, options: { references_path: references } })
    const text = 'entities have an identity'
    const asked = await call('query', { project, text })
    assert.equal(asked.count, asked.items.length)
    assert.equal(asked.model, world().wired.engine.facts.model)
    const hit = asked.items.find((item: Value) => item.citekey === 'cleanArchitecture2017')
    assert.match(hit.render_text, /Entities and value objects are distinct/)
    assert.deepEqual(
      [hit.section, hit.section_path, hit.page_span, hit.doi, hit.full_text],
      ['Entities', ['Clean Architecture', 'Part I', 'Entities'], null, '10.1000/xyz123', null],
    )
    assert.deepEqual(
      [hit.citation, hit.title, hit.authors, hit.year, hit.tags, hit.language, hit.collections],
      [
        '(cleanArchitecture2017)',
        'Clean Architecture',
        ['Robert C. Martin'],
        2017,
        ['architecture', 'design'],
        'en-US',
        [],
      ],
    )
    const found = await call('find_chunks', { project, query: text })
    assert.deepEqual(found.items, asked.items)
    assert.equal(found.count, found.items.length)
    const paper = (await call('query', { project, text: 'gelatine sizing keeps ink' })).items
    assert.equal(paper.find((item: Value) => item.citekey === 'hunter1947').url, 'https://example.org/hunter')
  })

  test('C-FIND-2 six items unless more are asked for, twenty at most, and the cut is said', async () => {
    const { call, refuse } = world()
    const project = await addProject(world(), 'ask/many')
    const texts = Array.from(
      { length: 30 },
      (_, index) => `Watermark number ${index} shows a crowned shield.`,
    )
    await call('store_chunks', { project, items: await chunksWith(texts) })
    const ask = (top_k?: number) => call('query_hybrid', { project, text: 'watermark shield', top_k })
    assert.equal((await ask()).count, 6)
    assert.equal((await ask(20)).count, 20)
    const cut = await ask(25)
    assert.equal(cut.count, 20)
    assert.match(cut.warnings.join(), /top_k 25 exceeds the maximum of this project/)
    const refused = await refuse('query', { project, text: 'shield', top_k: 0 })
    assert.equal(refused.error.code, 'VALIDATION_ERROR')
    assert.match(refused.error.message, /top_k must be at least 1/)
  })

  test('C-FIND-3 C-FIND-4 texts are cut at a word, and whole on request', async () => {
    const { call } = world()
    const project = await addProject(world(), 'ask/long')
    const long = Array.from({ length: 400 }, (_, index) => `counted${index}`).join(' ')
    await call('store_chunks', { project, items: await chunksWith([long]) })
    const [cut] = (await call('query', { project, text: 'counted1' })).items
    assert.ok(cut.render_text.length <= 1800)
    assert.match(cut.render_text, /counted\d+\.\.\.$/)
    assert.ok(long.startsWith(cut.render_text.slice(0, -3)))
    assert.equal(long[cut.render_text.length - 3], ' ')
    assert.equal(cut.full_text, null)
    const [whole] = (await call('query', { project, text: 'counted1', include_full_text: true })).items
    assert.equal(whole.full_text, long)
  })

  test('C-FIND-5 C-FIND-11 filters all hold, and an unknown one is named', async () => {
    const { call, refuse } = world()
    const project = await addProject(world(), 'ask/filters')
    const items = await chunksWith(['ink one', 'ink two', 'ink three'], index => ({
      doc_id: `doc-${index}`,
      citekey: `key${index}`,
      year: 2000 + index,
      tags: index === 0 ? ['a', 'b'] : ['a'],
      type: index === 2 ? 'annotation' : 'book',
      section_path: [index === 1 ? 'Part II' : 'Part I', 'Inks'],
      zotero_item_key: `ITEM${index}`,
      zotero_attachment_key: `FILE${index}`,
    }))
    await call('store_chunks', { project, items })
    const idsFor = async (filters: object) =>
      (await call('query_hybrid', { project, text: 'ink', filters })).items
        .map((item: Value) => item.id)
        .sort()
    assert.deepEqual(await idsFor({ tags: ['a', 'b'] }), ['chunk-0'])
    assert.deepEqual(await idsFor({ tags: 'a' }), ['chunk-0', 'chunk-1', 'chunk-2'])
    assert.deepEqual(await idsFor({ year: 2001 }), ['chunk-1'])
    assert.deepEqual(await idsFor({ year: '2001' }), ['chunk-1'])
    assert.deepEqual(await idsFor({ citekey: 'key2' }), ['chunk-2'])
    assert.deepEqual(await idsFor({ doc_id: 'doc-1' }), ['chunk-1'])
    assert.deepEqual(await idsFor({ type: 'annotation' }), ['chunk-2'])
    assert.deepEqual(await idsFor({ section_prefix: 'Part II' }), ['chunk-1'])
    assert.deepEqual(await idsFor({ zotero_item_key: 'ITEM0' }), ['chunk-0'])
    assert.deepEqual(await idsFor({ zotero_attachment_key: 'FILE0', tags: ['a'] }), ['chunk-0'])
    assert.deepEqual(await idsFor({ tags: ['a'], year: 1900 }), [])
    const unknown = await refuse('query', { project, text: 'ink', filters: { colour: 'red' } })
    assert.equal(unknown.error.code, 'VALIDATION_ERROR')
    assert.match(unknown.error.message, /Unknown filter "colour".*tags, /)
    const bad = await refuse('query', { project, text: 'ink', filters: { year: 'soon' } })
    assert.match(bad.error.message, /filters\.year must be a year/)
  })

  test('C-FIND-6 a project inside filters is not heard, and nothing of another project is found', async () => {
    const { call } = world()
    const mine = await addProject(world(), 'ask/mine')
    const theirs = await addProject(world(), 'ask/theirs')
    await call('store_chunks', { project: mine, items: await chunksWith(['my secret ink recipe']) })
    await call('store_chunks', { project: theirs, items: await chunksWith(['their secret ink recipe']) })
    for (const filters of [{ project: theirs }, { project_id: theirs }, { project: ['*'] }])
      for (const [tool, question] of [
        ['query', 'text'],
        ['find_chunks', 'query'],
        ['query_hybrid', 'text'],
      ] as const) {
        const { items } = await call(tool, { project: mine, [question]: 'secret ink', filters })
        assert.deepEqual(
          items.map((item: Value) => item.render_text),
          ['my secret ink recipe'],
        )
      }
  })

  test('C-FIND-7 C-FIND-8 scores are 0 to 1 and never rise; nothing found is an empty list', async () => {
    const { call } = world()
    const project = await addProject(world(), 'ask/scores')
    assert.deepEqual((await call('query', { project, text: 'anything' })).items, [])
    assert.deepEqual((await call('query_hybrid', { project, text: 'anything' })).items, [])
    await call('store_chunks', {
      project,
      items: await chunksWith(['gall ink', 'iron gall ink on paper', 'a paper mill', 'rags']),
    })
    for (const tool of ['query', 'query_hybrid']) {
      const { items } = await call(tool, { project, text: 'iron gall ink' })
      const scores: number[] = items.map((item: Value) => item.score)
      assert.ok(
        scores.every(score => score >= 0 && score <= 1),
        `${tool}: ${scores}`,
      )
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      )
    }
  })

  test('C-FIND-12 when nothing fits it is said; min_score leaves out what is less relevant', async () => {
    const { call } = world()
    const project = await addProject(world(), 'ask/fitting')
    await call('store_chunks', { project, items: await chunksWith(['iron gall ink on paper', 'a rag mill']) })
    for (const [tool, question] of [
      ['query', 'text'],
      ['find_chunks', 'query'],
      ['query_hybrid', 'text'],
    ] as const) {
      const fits = await call(tool, { project, [question]: 'iron gall ink', min_score: 0.3 })
      assert.deepEqual([fits.nothing_fits, fits.items.length], [false, 1], tool)
      const other = await call(tool, { project, [question]: 'zebra quantum lasagne' })
      assert.deepEqual([other.nothing_fits, other.items.length], [true, 2], tool)
      assert.match(other.warnings.join(), /Nothing seems to fit/, tool)
    }
  })

  test('C-HYBRID-1 C-HYBRID-2 query_hybrid takes text or query, never both, and names its fusion', async () => {
    const { call, refuse } = world()
    const project = await addProject(world(), 'ask/hybrid')
    await call('store_chunks', { project, items: await chunksWith(['deckle edges']) })
    const byText = await call('query_hybrid', { project, text: 'deckle' })
    const byQuery = await call('query_hybrid', { project, query: 'deckle' })
    assert.deepEqual(byText.items, byQuery.items)
    assert.deepEqual(
      [byText.hybrid_enabled, byText.fusion, byText.dense_model, byText.sparse_model, byText.count],
      [true, 'RRF', world().wired.engine.facts.model, 'quire/bm25', 1],
    )
    for (const input of [{ project }, { project, text: 'a', query: 'b' }]) {
      const { error } = await refuse('query_hybrid', input)
      assert.equal(error.code, 'VALIDATION_ERROR')
      assert.match(error.message, /exactly one of text and query/)
    }
  })

  test('C-HYBRID-3 a project with hybrid off says so', async () => {
    const { refuse, call } = world()
    const project = await addProject(world(), 'ask/dense-only', { hybrid: false })
    const { error } = await refuse('query_hybrid', { project, text: 'deckle' })
    assert.equal(error.code, 'HYBRID_NOT_SUPPORTED')
    assert.match(error.message, /hybrid_enabled=false/)
    assert.deepEqual((await call('query', { project, text: 'deckle' })).items, [])
  })
}
