import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Value, World } from '../../../../test/contract/world.ts'
import { addProject, chunksWith, writeShelf } from './library.ts'

/** Promises about verifying, reading on and citing. */
export function testCiting(world: () => World): void {
  test('C-VERIFY-1 a quote is exact, close with its differences, or not found', async () => {
    const { call, refuse } = world()
    const project = await addProject(world(), 'cite/verify')
    const { folder, references } = await writeShelf(world(), 'cite-verify')
    await call('ingest_from_source', { project, source: folder, options: { references_path: references } })
    const verify = (quote: string, more: object = {}) => call('verify_citation', { project, quote, ...more })
    const exact = await verify('“Gelatine sizing keeps ink from spreading in the sheet”')
    assert.equal(exact.verdict, 'exact')
    const [place] = exact.matches
    assert.deepEqual(
      [place.citekey, place.title, place.section_path, place.similarity, place.differences, place.text],
      [
        'hunter1947',
        'The Making of Paper by Hand',
        ['The Making of Paper by Hand', 'Sizing'],
        1,
        [],
        'Gelatine sizing keeps ink from spreading in the sheet',
      ],
    )
    assert.equal(exact.checked.documents >= 1, true)
    const close = await verify('Gelatine sizing keeps paint from spreading in the sheet')
    assert.equal(close.verdict, 'close')
    assert.deepEqual(
      close.matches[0].differences.map(({ kind, quoted, found }: Value) => [kind, quoted, found]),
      [['changed', 'paint', 'ink']],
    )
    assert.equal((await verify('Nobody ever wrote these seven words anywhere')).verdict, 'not_found')
    assert.equal(
      (await verify('Gelatine sizing keeps ink from spreading', { citekey: 'cleanArchitecture2017' }))
        .verdict,
      'not_found',
    )
    const both = await refuse('verify_citation', { project, library: 'x', quote: 'one two three four' })
    assert.equal(both.error.code, 'VALIDATION_ERROR')
  })

  test('C-MATCH-1 documents get the references of a bibliography, and keep them', async () => {
    const { call, refuse } = world()
    const note = { content: '# Paper by Hand\n\nThe vatman dips the mould.', library: 'matched' }
    const first = await call('ingest_content', { ...note, source: 'vatman.md' })
    const other = { content: '# Loose leaves\n\nA note of no author.', library: 'matched' }
    const { doc_id } = await call('ingest_content', { ...other, source: 'loose.md' })
    const entry = '@book{hunter1943, author = {Dard Hunter}, title = {Paper by Hand}, year = {1943}}'
    const spare = '@book{spare1900, author = {Nobody}, title = {Nothing of the Kind}, year = {1900}}'
    const answer = await call('match_references', { library: 'matched', references: `${entry}\n${spare}` })
    assert.deepEqual([answer.matched_count, answer.unmatched_count, answer.unused], [1, 1, ['spare1900']])
    assert.deepEqual(answer.matched, [
      { doc_id: first.doc_id, title: 'Paper by Hand', citekey: 'hunter1943' },
    ])
    const cite = (id: string) => call('format_citation', { library: 'matched', doc_id: id })
    assert.match((await cite(first.doc_id)).in_text, /Hunter, 1943/)

    await call('match_references', { doc_id, references: spare })
    assert.match((await cite(doc_id)).in_text, /Nobody, 1900/)
    const changed = { ...other, content: `${other.content} And a second line.`, source: 'loose.md' }
    const again = await call('ingest_content', changed)
    assert.match((await cite(again.doc_id)).in_text, /Nobody, 1900/, 'it belongs to the source')
    await call('match_references', { doc_id: again.doc_id, clear: true })
    assert.doesNotMatch((await cite(again.doc_id)).in_text, /Nobody/)
    const neither = await refuse('match_references', { library: 'matched' })
    assert.equal(neither.error.code, 'VALIDATION_ERROR')
  })

  test('C-MANUSCRIPT-1 a manuscript is checked as a whole', async () => {
    const { call } = world()
    const project = await addProject(world(), 'cite/manuscript')
    const { folder, references } = await writeShelf(world(), 'cite-manuscript')
    await call('ingest_from_source', { project, source: folder, options: { references_path: references } })
    const content = [
      'True: “Gelatine sizing keeps ink from spreading in the sheet” [@hunter1947].',
      'Close: “Gelatine sizing keeps paint from spreading in the sheet” (Hunter & van Gogh 1947).',
      'Foreign: “Gelatine sizing keeps ink from spreading in the sheet” [@cleanArchitecture2017].',
      'Bare: “Gelatine sizing keeps ink from spreading in the sheet”.',
      'Unknown [@hunter1948]; a “so-called” term.',
    ].join('\n\n')
    const checked = await call('verify_manuscript', { project, content })
    assert.deepEqual(
      checked.items.map(({ place, verdict }: Value) => [place, verdict]),
      [
        ['line 1', 'exact'],
        ['line 3', 'close'],
        ['line 5', 'wrong_source'],
        ['line 7', 'uncited'],
        ['line 9', 'unknown_citekey'],
      ],
    )
    assert.equal(checked.items[2].evidence[0].citation, '(hunter1947)')
    assert.deepEqual(checked.items[4].nearest_keys, ['hunter1947'])
    assert.equal(checked.annotated, null)
  })

  test('C-PASSAGE-1 a hit can be read on, within a budget, and never from another project', async () => {
    const { call, refuse } = world()
    const project = await addProject(world(), 'cite/passage')
    const other = await addProject(world(), 'cite/other')
    const { folder } = await writeShelf(world(), 'cite-passage')
    await call('ingest_from_source', { project, source: folder })
    const [hit] = (await call('query_hybrid', { project, text: 'gelatine sizing ink' })).items
    const section = await call('get_passage', { project, chunk_id: hit.chunk_id, scope: 'section' })
    assert.match(section.text, /Gelatine sizing keeps ink/)
    assert.equal(section.doc_id, hit.doc_id)
    assert.ok(section.tokens <= 2000)
    const foreign = await refuse('get_passage', { project: other, chunk_id: hit.chunk_id })
    assert.equal(foreign.error.code, 'VALIDATION_ERROR')
  })

  test('C-CITE-1 a reference is written in four styles, also of an entry without a document', async () => {
    const { call, refuse, wired } = world()
    const project = await addProject(world(), 'cite/format')
    const { folder, references } = await writeShelf(world(), 'cite-format')
    await call('ingest_from_source', { project, source: folder, options: { references_path: references } })
    const write = async (style: string) =>
      call('format_citation', { project, citekey: 'cleanArchitecture2017', style })
    const apa = await write('apa')
    assert.equal(
      apa.citation,
      'Martin, R. C. (2017). Clean Architecture. Prentice Hall. https://doi.org/10.1000/xyz123',
    )
    assert.equal(apa.in_text, '(Martin, 2017)')
    assert.match(
      (await write('vancouver')).citation,
      /^Martin RC\. Clean Architecture\. Prentice Hall; 2017\./,
    )
    assert.match((await write('harvard')).citation, /^Martin, R\.C\. \(2017\) Clean Architecture\./)
    assert.match((await write('bibtex')).citation, /^@book\{cleanArchitecture2017,/)
    const stored = await addProject(world(), 'cite/stored')
    await call('store_chunks', {
      project: stored,
      items: await chunksWith(['page text'], () => ({
        citekey: 'k1',
        title: 'A Title',
        page_start: 4,
        page_end: 5,
      })),
    })
    const [hit] = (await call('query_hybrid', { project: stored, text: 'page text' })).items
    const bare = await call('format_citation', { project: stored, chunk_id: hit.chunk_id })
    assert.match(bare.in_text, /pp\. 4–5/)
    assert.match(bare.warnings.join(), /No reference is known/)
    await wired.engine.projects.set(stored, { references })
    const listed = await call('format_citation', { project: stored, citekey: 'hunter1947' })
    assert.match(listed.citation, /^Hunter, D\., & van Gogh, V\..*The Making of Paper by Hand/)
    assert.equal(listed.doc_id, null)
    assert.match(listed.warnings.join(), /No document of the project has this reference/)
    const misspelt = await refuse('format_citation', { project: stored, citekey: 'hunter1974' })
    assert.match(misspelt.error.message, /Did you mean hunter1947\?/)
    const unknown = await refuse('format_citation', { project, citekey: 'nobody1900' })
    assert.match(unknown.error.message, /No document or reference matches "nobody1900"/)
  })
}
