import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { World } from '../../../../test/contract/world.ts'
import { tinyPdf } from './ingest.ts'

type Result = Record<string, unknown> & {
  content: string
  score: number
  library: string
  doc_id: string
  page: number
}

/** Promises about searching. */
export function testSearch(world: () => World): void {
  test('D-SEARCH-1 D-SEARCH-2 bad input is refused in the contract’s words', async () => {
    const { fail } = world()
    assert.match(await fail('search', { query: '   ' }), /query must not be empty/)
    assert.match(await fail('search', { query: 'x', top_k: 0 }), /top_k must be between 1 and 100/)
    assert.match(await fail('search', { query: 'x', top_k: 101 }), /top_k must be between 1 and 100/)
  })

  test('D-SEARCH-2 five passages are returned unless more are asked for', async () => {
    const { call } = world()
    for (let number = 1; number <= 7; number++)
      await call('ingest_content', {
        content: `Watermark number ${number} shows a crowned shield.`,
        source: `mark-${number}.md`,
        library: 'marks',
      })
    assert.equal((await call('search', { query: 'watermark shield', library: 'marks' })).results.length, 5)
    assert.equal(
      (await call('search', { query: 'watermark shield', library: 'marks', top_k: 100 })).results.length,
      7,
    )
  })

  test('D-SEARCH-3 D-SEARCH-9 a library restricts; null is all of them; the filter may name it too', async () => {
    const { call, fail } = world()
    await call('ingest_content', { content: 'Gall ink darkens on paper.', source: 'ink.md', library: 'inks' })
    await call('ingest_content', { content: 'Gall ink bites parchment.', source: 'ink.md', library: 'skins' })
    const librariesOf = async (input: object) =>
      new Set(
        (await call('search', { query: 'gall ink', top_k: 100, ...input })).results.map(
          (r: Result) => r.library,
        ),
      )
    assert.deepEqual(await librariesOf({ library: 'inks' }), new Set(['inks']))
    assert.deepEqual(await librariesOf({ filter: { library: 'skins' } }), new Set(['skins']))
    const everywhere = await librariesOf({})
    assert.ok(everywhere.has('inks') && everywhere.has('skins'))
    assert.match(await fail('search', { query: 'ink', library: 'no such' }), /There is no library "no such"/)
  })

  test('D-SEARCH-4 since keeps what was stored on or after a date', async () => {
    const { call, fail } = world()
    const content = 'Deckle edges show where the pulp ran under the frame.'
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString()
    await call('ingest_content', { content, source: 'deckle.md', library: 'dated' })
    const count = async (since: string | null) =>
      (await call('search', { query: 'deckle edges', library: 'dated', since })).results.length
    assert.deepEqual(
      [await count(null), await count(day(-1)), await count(day(-1).slice(0, 10)), await count(day(1))],
      [1, 1, 1, 0],
    )
    for (const since of ['last week', '2026-13-01', '1 November'])
      assert.match(await fail('search', { query: 'x', since }), /since must be a date such as 2026-11-01/)
  })

  test('D-SEARCH-4 D-SEARCH-8 D-SEARCH-14 filters are equalities that all hold; pages are real, and 0 where there are none', async () => {
    const { call, folder } = world()
    const path = join(folder, 'sizing.pdf')
    await writeFile(path, tinyPdf('Gelatine sizing keeps ink from spreading in the sheet.'))
    await call('ingest_file', { path, library: 'paged' })
    await call('ingest_content', {
      content: 'Gelatine sizing was made from hides and hooves.',
      source: 'sizing.txt',
      library: 'paged',
      metadata: { shelf: 'B', year: 1690 },
    })
    const find = async (filter: object | null) =>
      (await call('search', { query: 'gelatine sizing', library: 'paged', filter })).results as Result[]
    assert.deepEqual((await find(null)).map(({ page }) => page).sort(), [0, 1])
    assert.deepEqual(
      (await find({ file_type: 'pdf' })).map(({ page }) => page),
      [1],
    )
    assert.deepEqual((await find({ file_type: 'pdf', page: 1 })).length, 1)
    assert.deepEqual((await find({ file_type: 'pdf', page: 2 })).length, 0)
    assert.deepEqual((await find({ file_type: 'txt', page: 1 })).length, 0)
    assert.deepEqual(
      (await find({ page: 0 })).map(({ page }) => page),
      [0],
    )
    assert.deepEqual((await find({ metadata: { shelf: 'B', year: 1690 } })).length, 1)
    assert.deepEqual((await find({ metadata: { shelf: 'B', year: 1691 } })).length, 0)
    assert.deepEqual(
      (await find({ source: path })).map(result => result.source),
      [path],
    )
  })

  test('D-SEARCH-5 an invalid or unknown filter key is an error that names the known ones', async () => {
    const { fail } = world()
    assert.match(await fail('search', { query: 'x', filter: { 'a b': 1 } }), /Invalid filter key: "a b"/)
    const error = await fail('search', { query: 'x', filter: { colour: 'red' } })
    assert.match(error, /Invalid filter key: there is no field "colour"/)
    assert.match(error, /file_type/)
  })

  test('D-SEARCH-13 a filter value of a wrong type is an error that names the value', async () => {
    const { call, fail } = world()
    await call('ingest_content', { content: 'Deckle edges are torn.', source: 'deckle.md', library: 'typed' })
    const wrong: [filter: object, named: RegExp][] = [
      [{ page: true }, /page takes .*not true/],
      [{ page: 'three' }, /page takes a whole number from 0, not "three"/],
      [{ page: -1 }, /page takes a whole number from 0, not -1/],
      [{ chunk_index: false }, /chunk_index takes .*not false/],
      [{ file_type: true }, /file_type takes .*not true/],
      [{ title: { is: 'Deckle' } }, /title takes .*not \{"is":"Deckle"\}/],
      [{ source: ['deckle.md'] }, /must be a text or a whole number, not \["deckle\.md"\]/],
      [{ page: 1.5 }, /must be a text or a whole number, not 1\.5/],
      [{ last_modified: 'yesterday' }, /last_modified takes a date .*not "yesterday"/],
      [{ library: 7 }, /library takes a text, not 7/],
      [{ metadata: 'B' }, /metadata takes an object.*not "B"/],
      [{ metadata: { shelf: ['B'] } }, /not \["B"\]|not \{"shelf":\["B"\]\}/],
      [{ constructor: 'x' }, /there is no field "constructor"/],
    ]
    for (const [filter, named] of wrong)
      assert.match(await fail('search', { query: 'deckle', library: 'typed', filter }), named)
  })

  test('D-SEARCH-6 D-SEARCH-7 D-SEARCH-10 D-SEARCH-11 results carry every field, fall in score, and are verbatim', async () => {
    const { call } = world()
    const content = [
      '# Binding',
      'The art of holding leaves together.',
      '## Sewing',
      'Thread passes through the fold of each gathering – über Bünde geheftet 📖.',
      '## Glue',
      'Adhesive binding holds single leaves at the spine only.',
    ].join('\n\n')
    await call('ingest_content', {
      content,
      source: 'binding.md',
      library: 'verbatim',
      metadata: { author: 'Ada' },
    })
    const { results } = await call('search', { query: 'thread through the fold', library: 'verbatim' })
    const [first] = results
    assert.deepEqual(Object.keys(first).sort(), [
      'char_span',
      'chunk_id',
      'chunk_index',
      'content',
      'doc_id',
      'file_type',
      'last_modified',
      'library',
      'link',
      'metadata',
      'page',
      'page_end',
      'page_label',
      'page_label_source',
      'score',
      'section_path',
      'source',
      'title',
    ])
    assert.equal(first.title, 'Binding')
    assert.deepEqual(first.metadata, { author: 'Ada' })
    assert.match(first.link, /^quire:\/\/verbatim\//)
    const document = await call('get_document', { doc_id: first.doc_id })
    for (const result of results) {
      const [start, end] = result.char_span
      assert.equal(document.content.slice(start, end), result.content)
      assert.ok(result.score >= 0 && result.score <= 1)
    }
    const scores = results.map((result: Result) => result.score)
    assert.deepEqual(
      scores,
      scores.toSorted((one: number, other: number) => other - one),
    )
  })

  test('D-SEARCH-15 when nothing fits it is said; min_score leaves out what is less relevant', async () => {
    const { call, fail } = world()
    for (const [source, content] of [
      ['size.md', 'Gelatine size keeps ink from feathering on rag paper.'],
      ['press.md', 'A nipping press flattens the text block overnight.'],
    ])
      await call('ingest_content', { source, content, library: 'fitting' })
    const fits = await call('search', { query: 'gelatine size on rag paper', library: 'fitting' })
    assert.equal(fits.nothing_fits, false)
    assert.ok(fits.results[0].score > 0.5, String(fits.results[0].score))
    const other = await call('search', { query: 'zebra quantum lasagne', library: 'fitting' })
    assert.equal(other.nothing_fits, true)
    assert.match(other.warnings.join(), /Nothing seems to fit/)
    assert.equal(other.results.length, 2)
    assert.ok(other.results[0].score < 0.1, String(other.results[0].score))
    const strict = { query: 'gelatine size on rag paper', library: 'fitting', min_score: 0.5 }
    assert.equal((await call('search', strict)).results.length, 1)
    const none = await call('search', { ...strict, query: 'zebra quantum lasagne' })
    assert.deepEqual([none.results, none.nothing_fits], [[], true])
    assert.match(none.warnings.join(), /Nothing reaches the score 0.5/)
    assert.match(await fail('search', { query: 'x', min_score: 2 }), /must be between 0 and 1/)
  })

  test('D-SEARCH-10 a link opens a PDF at its page', async () => {
    const { call, folder } = world()
    const path = join(folder, 'a link.pdf')
    await writeFile(path, tinyPdf('Endpapers join the text block to the boards.'))
    await call('ingest_file', { path, library: 'linked' })
    const { results } = await call('search', { query: 'endpapers', library: 'linked' })
    assert.match(results[0].link, /^file:\/\/.*a%20link\.pdf#page=1$/)
  })

  test('D-SEARCH-12 explain tells terms, candidates, weights and ranks', async () => {
    const { call } = world()
    await call('ingest_content', {
      content: 'Foil stamping on cloth.',
      source: 'foil.md',
      library: 'explained',
    })
    const { explanation, results } = await call('search', {
      query: 'foil stamping',
      library: 'explained',
      explain: true,
    })
    assert.equal(explanation.mode, 'hybrid')
    assert.deepEqual(explanation.collections, ['explained'])
    assert.deepEqual(explanation.lexical.terms, ['foil', 'stamp'])
    assert.equal(explanation.hits[0].chunk_id, results[0].chunk_id)
    assert.equal(explanation.hits[0].dense_rank, 1)
    const plain = await call('search', { query: 'foil stamping', library: 'explained' })
    assert.ok(!('explanation' in plain))
  })
}
