import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { JsonObject } from '../../src/core/model/json.ts'
import { countWords } from '../../src/core/text/count-words.ts'
import { collection, never, storePlace, storeWith, type UrlIn, write } from './store-fixtures.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export function testStoreDocuments(name: string, urlIn: UrlIn): void {
  describe(`${name} keeps collections`, () => {
    test('a collection comes back as it was made, and making it again changes nothing', async context => {
      const store = await (await storePlace(context, urlIn)).open()
      const made = collection('notes', { scope: 'isolated' })
      assert.deepEqual(await store.ensureCollection(made), made)
      assert.deepEqual(
        await store.ensureCollection(collection('notes', { model: 'other', dimensions: 8 })),
        made,
      )
      assert.deepEqual(await store.getCollection('notes'), made)
      assert.equal(await store.getCollection('Notes'), null)
    })

    test('collections are listed by name, counted, with their languages most frequent first', async context => {
      const store = await storeWith(context, urlIn, [
        { source: 'a', language: 'de', chunks: [{ text: 'eins' }] },
        { source: 'b', language: 'en', chunks: [{ text: 'one' }, { text: 'two' }] },
        { source: 'c', language: 'en', chunks: [{ text: 'three' }] },
      ])
      await store.ensureCollection(collection('empty'))
      const counted = await store.listCollections()
      assert.deepEqual(
        counted.map(({ name, documents, chunks, words, languages }) => ({
          name,
          documents,
          chunks,
          words,
          languages,
        })),
        [
          { name: 'empty', documents: 0, chunks: 0, words: 0, languages: [] },
          { name: 'notes', documents: 3, chunks: 4, words: 4, languages: ['en', 'de'] },
        ],
      )
      const described = counted.map(
        ({ documents: _documents, chunks: _chunks, words: _words, ...rest }) => rest,
      )
      assert.deepEqual(await store.describeCollections(), described)
    })

    test('languages follow every write', async context => {
      const store = await storeWith(context, urlIn, [
        { source: 'a', language: 'de', chunks: [{ text: 'x' }] },
      ])
      const languages = async () => (await store.describeCollections()).map(row => row.languages)
      assert.deepEqual(await languages(), [['de']])
      await store.putDocument(write({ collection: 'notes', source: 'a', language: 'fr', chunks: [] }), never)
      assert.deepEqual(await languages(), [['fr']])
    })

    test('deleting a collection takes everything in it and nothing else', async context => {
      const store = await storeWith(context, urlIn, [
        { source: 'a', chunks: [{ text: 'one' }, { text: 'two' }] },
      ])
      await store.ensureCollection(collection('other'))
      await store.putDocument(write({ collection: 'other', source: 'a', chunks: [{ text: 'one' }] }), never)
      assert.deepEqual(await store.deleteCollection('notes'), { documents: 1, chunks: 2 })
      assert.equal(await store.deleteCollection('notes'), null)
      assert.equal(await store.readDocument('notes/a'), null)
      assert.deepEqual(await store.loadChunks(['notes/a#0']), [])
      assert.equal((await store.readDocument('other/a'))?.id, 'other/a')
      assert.deepEqual(await store.check(never), { ok: true, problems: [] })
    })
  })

  describe(`${name} keeps documents`, () => {
    test('a document is read back exactly, whatever its text', async context => {
      const store = await storeWith(context, urlIn, [])
      const nasty = `quotes ' " ; -- \\ % _ \u0001 emoji 👩‍👩‍👧 line\r\n${'long '.repeat(60_000)}𝄞 end`
      const metadata: JsonObject = { nested: { a: [1, null, true] }, "key'\u0001": '😀', empty: '' }
      const { document, chunks } = write({
        collection: 'notes',
        source: "it's \u001f a; DROP TABLE",
        title: '" OR 1=1 --',
        lastModified: '2025-05-05T00:00:00+00:00',
        metadata,
        warnings: ['page 2 has no text'],
        pages: [{ number: 1, label: 'iv', start: 0, end: 10, ocr: true }],
        outline: [{ level: 1, title: 'One', start: 0 }],
        chunks: [{ text: nasty }],
      })
      await store.putDocument({ document, chunks }, never)
      assert.deepEqual(await store.readDocument(document.id), document)
      const { markdown, pages: _pages, outline: _outline, ...summary } = document
      const counted = { ...summary, chunkCount: 1, words: countWords(markdown) }
      assert.deepEqual(await store.findDocument('notes', document.source), counted)
      assert.deepEqual(await store.countDocument(document.id), {
        chunks: 1,
        vectors: 1,
        lexical: 1,
        markdownHash: sha256(markdown),
      })
      assert.equal((await store.loadChunks(chunks.map(({ chunk }) => chunk.id)))[0]?.text, nasty)
    })

    test('U+0000 is refused in every text, and nothing is stored', async context => {
      const store = await storeWith(context, urlIn, [{ source: 'a', chunks: [{ text: 'old' }] }])
      const put = (changes: Partial<Parameters<typeof write>[0]>) =>
        store.putDocument(
          write({ collection: 'notes', source: 'a', chunks: [{ text: 'new' }], ...changes }),
          never,
        )
      const refusal = { name: 'Failure', code: 'INVALID_TEXT' }
      for (const changes of [
        { title: 'a\0b' },
        { source: '\0' },
        { metadata: { key: ['\0'] } },
        { metadata: { 'key\0': 1 } },
        { warnings: ['\0'] },
        { outline: [{ level: 1, title: '\0', start: 0 }] },
        { chunks: [{ text: 'a\0b' }] },
        { chunks: [{ text: 'a', terms: ['a\0b'] }] },
        { chunks: [{ text: 'a', headings: ['a\0b'] }] },
      ])
        await assert.rejects(put(changes), refusal, JSON.stringify(changes))
      await assert.rejects(store.describeDocument('notes/a', { title: '\0', metadata: {} }), refusal)
      await assert.rejects(store.correctDocument('notes/a', { title: '\0', labels: [] }), refusal)
      assert.equal((await store.loadChunks(['notes/a#0']))[0]?.text, 'old')
    })

    test('the words of a document are those of its newest version, also where a long text is cut', async context => {
      const store = await storeWith(context, urlIn, [{ source: 'a', chunks: [{ text: 'one two three' }] }])
      const words = async () => {
        const listed = await store.listDocuments({ collections: ['notes'], limit: 10, offset: 0 })
        const found = await store.findDocuments('notes', [], 10)
        assert.deepEqual(found, listed)
        return listed.map(document => document.words)
      }
      assert.deepEqual(await words(), [3])
      const long = `${'x'.repeat(200_000)} y`
      await store.putDocument(write({ collection: 'notes', source: 'a', chunks: [{ text: long }] }), never)
      assert.deepEqual(await words(), [2])
      await store.putDocument(write({ collection: 'notes', source: 'a', chunks: [] }), never)
      assert.deepEqual(await words(), [0])
    })

    test('a chunk is quoted to the character, also where a long text is cut for storage', async context => {
      const text = 'a😀'.repeat(60_000)
      const { document, chunks } = write({ collection: 'notes', source: 'long', chunks: [{ text }] })
      const spans = Array.from({ length: 40 }, (_, index) => {
        const start = 65_500 + index * 3
        return { start, end: start + 3 }
      })
      const store = await storeWith(context, urlIn, [])
      const cut = spans.map((span, ordinal) => ({
        ...chunks[0]!,
        chunk: { ...chunks[0]!.chunk, ...span, ordinal, id: `c${ordinal}` },
      }))
      await store.putDocument({ document, chunks: cut }, never)
      const loaded = await store.loadChunks(cut.map(({ chunk }) => chunk.id))
      assert.deepEqual(
        loaded.map(hit => hit.text),
        spans.map(({ start, end }) => document.markdown.slice(start, end)),
      )
    })

    test('what is asked for and is not there is null, empty or left out', async context => {
      const store = await storeWith(context, urlIn, [{ source: 'a', chunks: [{ text: 'one' }] }])
      assert.equal(await store.findDocument('notes', 'b'), null)
      assert.equal(await store.findDocument('nowhere', 'a'), null)
      assert.equal(await store.readDocument('b'), null)
      assert.equal(await store.countDocument('b'), null)
      assert.equal(await store.deleteDocument('b'), null)
      assert.deepEqual(await store.exportChunks('b'), [])
      assert.deepEqual([...(await store.loadVectors(['gone', 'notes/a#0'])).keys()], ['notes/a#0'])
      const loaded = await store.loadChunks(['gone', 'notes/a#0', 'also gone'])
      assert.deepEqual(
        loaded.map(({ chunk }) => chunk.id),
        ['notes/a#0'],
      )
    })

    test('chunks are loaded in the order asked for, with pages, section path and document', async context => {
      const store = await storeWith(context, urlIn, [
        { source: 'a', chunks: [{ text: 'one', page: [3, 4], headings: ['Top', 'Sub'] }, { text: 'two' }] },
        { source: 'b', chunks: [{ text: 'three' }] },
      ])
      const loaded = await store.loadChunks(['notes/b#0', 'notes/a#1', 'notes/a#0'])
      assert.deepEqual(
        loaded.map(({ text, document }) => [text, document.id, document.chunkCount]),
        [
          ['three', 'notes/b', 1],
          ['two', 'notes/a', 2],
          ['one', 'notes/a', 2],
        ],
      )
      assert.deepEqual(loaded[2]?.chunk, {
        id: 'notes/a#0',
        ordinal: 0,
        start: 0,
        end: 3,
        pages: { first: 3, last: 4, firstLabel: 'p3', lastLabel: null },
        sectionPath: ['Top', 'Sub'],
        tokens: 7,
      })
    })

    test('vectors come back bit for bit, in the order of the chunks', async context => {
      const vectors = [
        [0.1, -0.2, 0.3, 0.4],
        [1e-30, 1, -1, 3.4e38],
      ]
      const store = await storeWith(context, urlIn, [
        { source: 'a', chunks: vectors.map((vector, index) => ({ text: `t${index}`, vector })) },
      ])
      const exported = await store.exportChunks('notes/a')
      assert.deepEqual(
        exported.map(({ chunk, vector }) => [chunk.ordinal, vector]),
        vectors.map((vector, index) => [index, Float32Array.from(vector)]),
      )
    })

    test('documents are listed newest first, then by id, in pages, within their collections', async context => {
      const day = (number: number) => `2026-01-0${number}T00:00:00+00:00`
      const store = await storeWith(context, urlIn, [
        { source: 'b', createdAt: day(1), chunks: [] },
        { source: 'a', createdAt: day(1), chunks: [] },
        { source: 'c', createdAt: day(2), chunks: [] },
      ])
      await store.ensureCollection(collection('other'))
      await store.putDocument(
        write({ collection: 'other', source: 'z', createdAt: day(3), chunks: [] }),
        never,
      )
      const list = async (collections: string[] | null, limit = 10, offset = 0) =>
        (await store.listDocuments({ collections, limit, offset })).map(({ id }) => id)
      assert.deepEqual(await list(null), ['other/z', 'notes/c', 'notes/a', 'notes/b'])
      assert.deepEqual(await list(['notes', 'nowhere', 'notes']), ['notes/c', 'notes/a', 'notes/b'])
      assert.deepEqual(await list(null, 2, 1), ['notes/c', 'notes/a'])
      assert.deepEqual(await list([]), [])
      assert.deepEqual(await list(null, 0), [])
    })

    test('documents are listed by title, format or language, either way, and filtered', async context => {
      const chunks = [{ text: 'sheet' }]
      const store = await storeWith(context, urlIn, [
        { source: 'x/1', title: 'beech', fileType: 'pdf', language: 'en', chunks },
        { source: 'x/2', title: 'Ash', fileType: 'html', language: 'de', chunks },
        { source: 'y/3', title: 'cedar 100%', fileType: 'pdf', language: 'de', chunks },
      ])
      const list = async (request: object) =>
        (await store.listDocuments({ collections: ['notes'], limit: 10, offset: 0, ...request })).map(
          ({ source }) => source,
        )
      const by = (by: string, isReversed = false) => list({ order: { by, isReversed } })
      assert.deepEqual(await by('title'), ['x/2', 'x/1', 'y/3'])
      assert.deepEqual(await by('title', true), ['y/3', 'x/1', 'x/2'])
      assert.deepEqual(await by('fileType'), ['x/2', 'x/1', 'y/3'])
      assert.deepEqual(await by('language'), ['x/2', 'y/3', 'x/1'])
      const usual = await list({})
      assert.deepEqual(await by('created', true), usual.toReversed())
      assert.deepEqual(await list({ order: { by: 'title', isReversed: false }, offset: 1, limit: 1 }), [
        'x/1',
      ])
      assert.deepEqual(await list({ matching: { fileType: 'pdf', language: 'de' } }), ['y/3'])
      assert.deepEqual((await list({ matching: { text: 'X/' } })).sort(), ['x/1', 'x/2'])
      assert.deepEqual(await list({ matching: { text: '0%' } }), ['y/3'])
      assert.deepEqual(await list({ matching: { text: '%' } }), ['y/3'])
      assert.deepEqual(await list({ matching: { text: '_' } }), [])
      assert.equal(await store.countDocuments(['notes'], { language: 'de' }), 2)
      assert.equal(await store.countDocuments(['notes'], { text: 'ash' }), 1)
    })

    test('documents are counted, and listed from a place in their order that stays when others come or go', async context => {
      const day = (number: number) => `2026-01-0${number}T00:00:00+00:00`
      const store = await storeWith(
        context,
        urlIn,
        ['a', 'b', 'c', 'd'].map((source, index) => ({
          source,
          createdAt: day(index < 2 ? 1 : index),
          chunks: [],
        })),
      )
      const after = async (createdAt: string, id: string) => {
        const page = { collections: ['notes'], limit: 10, offset: 0, after: { createdAt, id } }
        return (await store.listDocuments(page)).map(document => document.id)
      }
      assert.deepEqual(await after(day(3), 'notes/d'), ['notes/c', 'notes/a', 'notes/b'])
      assert.deepEqual(await after(day(1), 'notes/a'), ['notes/b'])
      await store.putDocument(
        write({ collection: 'notes', source: 'new', createdAt: day(9), chunks: [] }),
        never,
      )
      await store.deleteDocument('notes/c')
      assert.deepEqual(await after(day(2), 'notes/c'), ['notes/a', 'notes/b'])
      assert.deepEqual(await after(day(1), 'notes/b'), [])
      assert.equal(await store.countDocuments(['notes']), 4)
      assert.equal(await store.countDocuments(['notes', 'nowhere']), 4)
      assert.equal(await store.countDocuments([]), 0)
    })
  })
}
