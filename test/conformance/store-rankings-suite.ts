import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '../../src/core/model/failure.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { collection, idsOf, never, storePlace, storeWith, type UrlIn, write } from './store-fixtures.ts'

const question = { collections: ['notes'], filter: [], limit: 10 }
const lexical = (store: Store, terms: readonly string[], changes = {}) =>
  store.rankLexically({ ...question, terms, ...changes }, never)
const dense = (store: Store, vector: readonly number[], changes = {}) =>
  store.rankDensely({ ...question, vector: Float32Array.from(vector), ...changes }, never)

export function testStoreRankings(name: string, urlIn: UrlIn): void {
  describe(`${name} ranks by words`, () => {
    test('any of the terms finds a chunk; rarer and more frequent ones count more', async context => {
      const store = await storeWith(context, urlIn, [
        {
          source: 'a',
          chunks: [{ text: 'common rare' }, { text: 'common rare rare' }, { text: 'common plain' }],
        },
        { source: 'b', chunks: [{ text: 'nothing here' }, { text: 'other words' }, { text: 'more words' }] },
      ])
      const { ranked, usedTerms, droppedTerms } = await lexical(store, ['rare', 'common', 'absent'])
      assert.deepEqual(idsOf(ranked), ['notes/a#1', 'notes/a#0', 'notes/a#2'])
      assert.ok(ranked.every(({ score }) => score > 0))
      assert.deepEqual([usedTerms, droppedTerms], [['rare', 'common', 'absent'], []])
    })

    test('a term in a heading is found and counts at least as much as in the text', async context => {
      const filler = Array.from({ length: 6 }, (_, index) => ({ text: `filler${index} words` }))
      const store = await storeWith(context, urlIn, [
        { source: 'a', chunks: [{ text: 'wing words', terms: ['wing', 'words'] }, ...filler] },
        { source: 'b', chunks: [{ text: 'plain words', headings: ['wing'], terms: ['words'] }] },
      ])
      assert.deepEqual(idsOf((await lexical(store, ['wing'])).ranked), ['notes/b#0', 'notes/a#0'])
    })

    test('every term is itself and nothing else, whatever characters it has', async context => {
      const terms = [
        '=err_too_big', 'err_too_big', 'node:sqlite', 'node', 'sqlite', 'Upper', 'upper', '"quoted"', "it's", 'a-b',
        'a', 'b', 'c++', 'c', '*', 'near(a b)', 'AND', 'and', 'NOT', '^x', 'x', '{heading}:x', '日本語', '日本', '😀',
        '😀😀', 'naïve', 'naive', 'straße', 'strasse', 'ﬁ', 'fi', 'nul\u0000nul', 'nul', 'two words', 'two', 'tab\tbed',
        '\ud800', '\udbff', '%', '_', '_5f', '\u00a0', '\u200b', 'x'.repeat(40_000), 'x'.repeat(40_001),
      ] // biome-ignore format: a table of words
      const store = await storeWith(
        context,
        urlIn,
        terms.map((term, index) => ({
          source: `s${index}`,
          chunks: [{ id: `t${index}`, text: '.', terms: [term] }],
        })),
      )
      for (const [index, term] of terms.entries())
        assert.deepEqual(
          idsOf((await lexical(store, [term])).ranked),
          [`t${index}`],
          JSON.stringify(term.slice(0, 50)),
        )
      const all = await lexical(store, terms, { limit: 100 })
      assert.equal(all.ranked.length, terms.length)
    })

    test('no terms, empty terms and unknown terms find nothing', async context => {
      const store = await storeWith(context, urlIn, [{ source: 'a', chunks: [{ text: 'one' }] }])
      for (const terms of [[], [''], ['two'], ['on'], ['one*']])
        assert.deepEqual((await lexical(store, terms)).ranked, [], terms.join())
    })

    test('a question of thousands of terms is answered', async context => {
      const store = await storeWith(context, urlIn, [
        { source: 'a', chunks: [{ text: 'term7' }, { text: 'other' }] },
      ])
      const { ranked, usedTerms, droppedTerms } = await lexical(
        store,
        Array.from({ length: 3_000 }, (_, index) => `term${index}`),
      )
      assert.deepEqual(idsOf(ranked), ['notes/a#0'])
      assert.equal(usedTerms.length + droppedTerms.length, 3_000)
    })
  })

  describe(`${name} ranks by vectors`, () => {
    test('scores are cosines of the stored vectors, whatever their length', async context => {
      const store = await storeWith(context, urlIn, [
        {
          source: 'a',
          chunks: [
            { text: 'same', vector: [3, 0, 0, 0] },
            { text: 'near', vector: [0.6, 0.8, 0, 0] },
            { text: 'right angle', vector: [0, 0, 1, 0] },
            { text: 'opposite', vector: [-2, 0, 0, 0] },
          ],
        },
      ])
      const ranked = await dense(store, [0.5, 0, 0, 0])
      assert.deepEqual(idsOf(ranked), ['notes/a#0', 'notes/a#1', 'notes/a#2', 'notes/a#3'])
      const expected = [1, 0.6, 0, -1]
      for (const [index, { score }] of ranked.entries()) assert.ok(Math.abs(score - expected[index]!) < 1e-6)
    })

    test('the best of many are the true best, and stay so while documents come and go', async context => {
      const place = await storePlace(context, urlIn)
      const store = await place.open()
      const dimensions = 48
      await store.ensureCollection(collection('notes', { dimensions }))
      const vectors = new Map<string, number[]>()
      const put = async (source: string, seed: number) => {
        const chunks = Array.from({ length: 25 }, (_, index) => ({
          text: `t${index}`,
          vector: pseudoRandom(seed * 100 + index, dimensions),
        }))
        await store.putDocument(write({ collection: 'notes', source, chunks }), never)
        for (const [index, { vector }] of chunks.entries()) vectors.set(`notes/${source}#${index}`, vector)
      }
      const drop = async (source: string) => {
        await store.deleteDocument(`notes/${source}`)
        for (const id of [...vectors.keys()]) if (id.startsWith(`notes/${source}#`)) vectors.delete(id)
      }
      const verify = async () => {
        for (const seed of [900_001, 900_002, 900_003]) {
          const query = pseudoRandom(seed, dimensions)
          const truth = [...vectors]
            .map(([id, vector]) => ({ id, score: cosine(query, vector) }))
            .sort((a, b) => b.score - a.score)
          assert.deepEqual(
            idsOf(await dense(store, query)),
            truth.slice(0, 10).map(({ id }) => id),
          )
        }
      }
      for (let index = 0; index < 30; index++) await put(`s${index}`, index)
      await verify()
      for (let index = 0; index < 30; index += 3) await drop(`s${index}`)
      await verify()
      for (let index = 1; index < 30; index += 3) await put(`s${index}`, 1_000 + index)
      for (let index = 40; index < 45; index++) await put(`s${index}`, index)
      await verify()
    })

    test('vectors and questions that cannot be compared are refused', async context => {
      const store = await storeWith(context, urlIn, [{ source: 'a', chunks: [{ text: 'one' }] }])
      const put = (vector: number[]) =>
        store.putDocument(write({ collection: 'notes', source: 'b', chunks: [{ text: 'x', vector }] }), never)
      const isCode = (code: string) => (error: unknown) => error instanceof Failure && error.code === code
      await assert.rejects(put([1, 0, 0]), isCode('EMBEDDING_MISMATCH'))
      await assert.rejects(put([0, 0, 0, 0]), isCode('EMBEDDING_INVALID'))
      await assert.rejects(put([1, Number.NaN, 0, 0]), isCode('EMBEDDING_INVALID'))
      await assert.rejects(put([Number.POSITIVE_INFINITY, 0, 0, 0]), isCode('EMBEDDING_INVALID'))
      await assert.rejects(dense(store, [1, 0]), isCode('EMBEDDING_MISMATCH'))
      await assert.rejects(dense(store, [0, 0, 0, 0]), isCode('EMBEDDING_INVALID'))
      assert.equal(await store.findDocument('notes', 'b'), null)
    })
  })

  describe(`${name} keeps order and borders in both rankings`, () => {
    const rankings = {
      lexical: async (store: Store, changes = {}) => (await lexical(store, ['word'], changes)).ranked,
      dense: (store: Store, changes = {}) => dense(store, [1, 0, 0, 0], changes),
    }
    for (const [kind, rank] of Object.entries(rankings)) {
      test(`${kind}: equal scores are ordered by id, also at the cut`, async context => {
        const ids = Array.from(
          { length: 600 },
          (_, index) => `c${String((index * 7) % 600).padStart(3, '0')}`,
        )
        const store = await storeWith(
          context,
          urlIn,
          [0, 1, 2].map(part => ({
            source: `s${part}`,
            chunks: ids.slice(part * 200, part * 200 + 200).map(id => ({ id, text: 'word' })),
          })),
        )
        assert.deepEqual(idsOf(await rank(store, { limit: 5 })), ['c000', 'c001', 'c002', 'c003', 'c004'])
        assert.deepEqual(idsOf(await rank(store, { limit: 1_000 })), [...ids].sort())
      })

      test(`${kind}: only the named collections are searched`, async context => {
        const store = await storeWith(context, urlIn, [{ source: 'a', chunks: [{ text: 'word' }] }])
        await store.ensureCollection(collection('secret'))
        const chunks = [{ text: 'word' }, { text: 'another thing' }]
        await store.putDocument(write({ collection: 'secret', source: 'a', chunks }), never)
        assert.deepEqual(idsOf(await rank(store)), ['notes/a#0'])
        assert.deepEqual(idsOf(await rank(store, { collections: ['nowhere'] })), [])
        assert.deepEqual(idsOf(await rank(store, { collections: [] })), [])
        const both = idsOf(await rank(store, { collections: ['secret', 'notes', 'secret', 'nowhere'] }))
        assert.deepEqual(both.filter(id => !id.endsWith('#1')).sort(), ['notes/a#0', 'secret/a#0'])
        await store.deleteCollection('notes')
        await store.ensureCollection(collection('notes'))
        assert.deepEqual(await rank(store), [])
      })

      test(`${kind}: a limit of zero finds nothing, and an aborted question is not answered`, async context => {
        const store = await storeWith(context, urlIn, [{ source: 'a', chunks: [{ text: 'word' }] }])
        assert.deepEqual(await rank(store, { limit: 0 }), [])
        const stopped = AbortSignal.abort()
        const asked =
          kind === 'dense'
            ? store.rankDensely({ ...question, vector: Float32Array.of(1, 0, 0, 0) }, stopped)
            : store.rankLexically({ ...question, terms: ['word'] }, stopped)
        await assert.rejects(asked, { code: 'CANCELLED' })
      })
    }
  })
}

/** Numbers between −1 and 1 that are the same on every run. */
function pseudoRandom(seed: number, length: number): number[] {
  let state = seed * 2_654_435_761
  return Array.from({ length }, () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) | 0
    return Math.fround(state / 2 ** 31)
  })
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, i) => sum + value * y[i]!, 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}
