import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Failure } from '../../src/core/model/failure.ts'
import { scoreTerm } from '../../src/core/model/lexical-scoring.ts'
import type { QueryWord, Store } from '../../src/core/ports/store.ts'
import { lexicalScoring } from '../../src/core/search/lexical-scoring.ts'
import {
  collection,
  idsOf,
  never,
  rankByVector,
  rankByWords,
  storePlace,
  storeWith,
  type UrlIn,
  write,
} from './store-fixtures.ts'

const question = { collections: ['notes'], filter: [], limit: 10 }
const lexical = (store: Store, terms: readonly string[], changes = {}) =>
  rankByWords(store, { ...question, terms, ...changes }, never)
const dense = (store: Store, vector: readonly number[], changes = {}) =>
  rankByVector(store, { ...question, vector: Float32Array.from(vector), ...changes }, never)

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
        '😀😀', 'naïve', 'naive', 'straße', 'strasse', 'ﬁ', 'fi', 'nul\u0001nul', 'nul', 'two words', 'two', 'tab\tbed',
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

    test('scores are the sums of scoreTerm, with the weights that the query hands in', async context => {
      const chunks = [
        { text: 'wing wing spar', headings: ['tail'] },
        { text: 'spar', headings: ['wing', 'rib'] },
        { text: 'plain words of some length here', headings: ['rib'] },
        { text: 'nothing' },
        { text: 'other words' },
        { text: 'wing' },
        { text: 'rib words', headings: ['words'] },
      ]
      const store = await storeWith(context, urlIn, [
        { source: 'a', chunks: chunks.slice(0, 4) },
        { source: 'b', chunks: chunks.slice(4) },
      ])
      const bags = chunks.map(({ text, headings = [] }) => ({ body: text.split(' '), heading: headings }))
      const lengths = bags.map(({ body, heading }) => body.length + heading.length)
      const meanLength = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
      for (const weights of [
        { heading: 2, body: 1 },
        { heading: 1, body: 5 },
      ]) {
        const scoring = { ...lexicalScoring, weights }
        const terms = ['wing', 'rib', 'words', 'absent']
        const scoreOf = ({ body, heading }: (typeof bags)[number]) =>
          terms.reduce((sum, term) => {
            const containing = bags.filter(bag => [...bag.body, ...bag.heading].includes(term)).length
            const count = (words: readonly string[]) => words.filter(word => word === term).length
            const use = { heading: count(heading), body: count(body), length: body.length + heading.length }
            const statistics = { chunks: bags.length, containing, meanLength }
            return sum + (containing === 0 ? 0 : scoreTerm(use, statistics, scoring))
          }, 0)
        const expected = bags
          .map((bag, index) => ({
            id: index < 4 ? `notes/a#${index}` : `notes/b#${index - 4}`,
            score: scoreOf(bag),
          }))
          .filter(({ score }) => score > 0)
          .sort((one, other) => other.score - one.score)
        const { ranked } = await lexical(store, terms, { scoring })
        assert.deepEqual(
          idsOf(ranked),
          expected.map(({ id }) => id),
        )
        for (const [index, { score }] of ranked.entries())
          assert.ok(
            Math.abs(score - expected[index]!.score) < 1e-6,
            `${score} is not ${expected[index]!.score}`,
          )
      }
    })

    test('no terms, empty terms and unknown terms find nothing', async context => {
      const store = await storeWith(context, urlIn, [{ source: 'a', chunks: [{ text: 'one' }] }])
      for (const terms of [[], [''], ['two'], ['on'], ['one*'], ['one\0'], ['\0']])
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

  describe(`${name} finds terms that are similar to misspelt words`, () => {
    const documents = [
      { source: 'a', chunks: [{ text: 'a', terms: ['connect', 'connector', '=conect-x', 'café', 'valve'] }] },
      { source: 'b', chunks: [{ text: 'b', terms: ['connect', 'connect', 'contain', 'warrant', 'wave'] }] },
    ]
    const near = { prefix: 3, edits: 2, most: 3 }
    const similar = async (store: Store, words: readonly QueryWord[], collections = ['notes']) => {
      const query = { ...question, collections, lexical: { words, scoring: lexicalScoring }, dense: null }
      const { lexical, candidates } = await store.rank(query, never)
      return { similar: lexical?.similar, used: lexical?.usedTerms, found: idsOf(candidates).sort() }
    }

    test('they are searched with it, nearest first, then the most frequent', async context => {
      const store = await storeWith(context, urlIn, documents)
      assert.deepEqual(await similar(store, [{ forms: ['conect'], near }]), {
        similar: [{ word: 'conect', terms: ['connect'] }],
        used: ['conect', 'connect'],
        found: ['notes/a#0', 'notes/b#0'],
      })
      const { similar: both } = await similar(store, [
        { forms: ['konect', 'conectr'], near },
        { forms: ['warrnat'], near },
      ])
      assert.deepEqual(both, [
        { word: 'konect', terms: ['connect', 'connector'] },
        { word: 'warrnat', terms: ['warrant'] },
      ])
    })

    test('a word that some chunk contains in any form gets none, nor does one that may have none', async context => {
      const store = await storeWith(context, urlIn, documents)
      for (const word of [
        { forms: ['connecter', 'connect'], near },
        { forms: ['conect'], near: null },
        { forms: ['bonnect'], near },
        { forms: ['wavxy'], near: { ...near, edits: 1 } },
      ])
        assert.deepEqual((await similar(store, [word])).similar, [], word.forms.join())
      assert.deepEqual((await similar(store, [{ forms: ['conect'], near }], ['unknown'])).similar, [])
      await store.ensureCollection(collection('other'))
      await store.putDocument(
        write({ collection: 'other', source: 'c', chunks: [{ text: 'c', terms: ['conect'] }] }),
        never,
      )
      const { similar: both } = await similar(store, [{ forms: ['conect'], near }], ['notes', 'other'])
      assert.deepEqual(both, [], 'one of the collections contains the word')
    })

    test('terms are counted by chunks, over all named collections', async context => {
      const store = await storeWith(context, urlIn, documents)
      const count = (collections: string[], ...terms: string[]) => store.countTerms({ collections, terms })
      assert.deepEqual(await count(['notes'], 'connect', 'caf', 'café', '=conect-x'), {
        chunks: 2,
        terms: [
          { term: 'connect', chunks: 2 },
          { term: 'caf', chunks: 0 },
          { term: 'café', chunks: 1 },
          { term: '=conect-x', chunks: 1 },
        ],
      })
      assert.deepEqual(await count(['unknown'], 'connect'), {
        chunks: 0,
        terms: [{ term: 'connect', chunks: 0 }],
      })
      await store.deleteDocument('notes/b')
      assert.deepEqual(await count(['notes'], 'connect'), {
        chunks: 1,
        terms: [{ term: 'connect', chunks: 1 }],
      })
    })
  })

  describe(`${name} ranks by words and vectors in one call`, () => {
    const chunks = [
      { id: 'both', text: 'wing', vector: [1, 0, 0, 0] },
      { id: 'words', text: 'wing wing', vector: [-1, 0, 0, 0] },
      { id: 'meaning', text: 'other', vector: [0.8, 0.6, 0, 0] },
      { id: 'neither', text: 'plain', vector: [-0.8, 0.6, 0, 0] },
      { id: 'filler', text: 'filler', vector: [-0.8, -0.6, 0, 0] },
    ]
    const lexicalQuery = { words: [{ forms: ['wing'], near: null }], scoring: lexicalScoring }
    const dense = { vector: Float32Array.of(2, 0, 0, 0), collections: ['notes'] }

    test('each chunk comes once, with its document, its language and the scores of both', async context => {
      const store = await storeWith(context, urlIn, [{ source: 'a', language: 'fr', chunks }])
      const { candidates } = await store.rank({ ...question, limit: 2, lexical: lexicalQuery, dense }, never)
      const found = new Map(candidates.map(candidate => [candidate.chunkId, candidate]))
      assert.deepEqual([...found.keys()].sort(), ['both', 'meaning', 'words'])
      assert.equal(candidates.length, 3)
      for (const { documentId, language } of candidates)
        assert.deepEqual([documentId, language], ['notes/a', 'fr'])
      assert.ok(found.get('both')!.lexical! > 0 && found.get('words')!.lexical! > 0)
      assert.equal(found.get('meaning')!.lexical, null)
      assert.deepEqual([found.get('both')!.dense, found.get('words')!.dense], [1, -1])
      assert.deepEqual([...found.get('words')!.vector!], [-1, 0, 0, 0])
    })

    test('chunks of collections that the vector cannot be compared with are ranked by words only', async context => {
      const store = await storeWith(context, urlIn, [{ source: 'a', chunks }])
      await store.ensureCollection(collection('other', { model: 'another', dimensions: 2 }))
      const foreign = [
        { id: 'foreign', text: 'wing', vector: [1, 0] },
        { text: 'x', vector: [1, 0] },
      ]
      await store.putDocument(write({ collection: 'other', source: 'a', chunks: foreign }), never)
      const collections = ['notes', 'other']
      const { candidates } = await store.rank(
        { ...question, collections, lexical: lexicalQuery, dense },
        never,
      )
      const found = candidates.find(({ chunkId }) => chunkId === 'foreign')
      assert.ok(found && found.lexical! >= 0 && found.dense === null && found.vector === null)
    })

    test('a dense query never adds a collection to the scope', async context => {
      const store = await storeWith(context, urlIn, [{ source: 'a', chunks }])
      const query = { ...question, collections: [], lexical: null, dense }
      assert.deepEqual((await store.rank(query, never)).candidates, [])
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
            ? rankByVector(store, { ...question, vector: Float32Array.of(1, 0, 0, 0) }, stopped)
            : rankByWords(store, { ...question, terms: ['word'] }, stopped)
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
