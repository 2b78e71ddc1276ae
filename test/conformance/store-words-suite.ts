import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seededRandom } from '../../src/app/eval/seeded-random.ts'
import { scoreTerm } from '../../src/core/model/lexical-scoring.ts'
import type { Store } from '../../src/core/ports/store.ts'
import { lexicalScoring } from '../../src/core/search/lexical-scoring.ts'
import { collection, never, rankByWords, storePlace, type UrlIn, write } from './store-fixtures.ts'

/** A chunk as it was written. */
type Bag = { id: string; heading: readonly string[]; body: readonly string[] }

const random = seededRandom(7)

/** From a term of nearly every chunk to terms of one. */
const vocabulary = Array.from({ length: 400 }, (_, index) => `t${index}`)
const drawTerm = () => vocabulary[Math.floor(400 ** random.next()) - 1] ?? 't0'

const drawBag = (id: string): Bag => ({
  id,
  heading: Array.from({ length: Math.floor(3 * random.next()) }, drawTerm),
  body: Array.from({ length: 1 + Math.floor(40 * random.next()) }, drawTerm),
})

const collections = ['notes', 'other'] as const

export function testStoreWords(name: string, urlIn: UrlIn): void {
  describe(`${name} ranks exactly`, () => {
    test('thousands of chunks, written by two processes, replaced and deleted', async context => {
      const place = await storePlace(context, urlIn)
      const [one, two] = [await place.open(), await place.open()]
      const stored = new Map<string, Bag[]>()
      for (const collectionName of collections) await one.ensureCollection(collection(collectionName))

      async function put(store: Store, source: string, count: number): Promise<void> {
        // Keys of the two collections alternate.
        for (const collectionName of collections) {
          const bags = Array.from({ length: count }, (_, index) =>
            drawBag(`${collectionName}/${source}#${index}`),
          )
          // The positions of one term fill more than a page of any index.
          if (source === 's3')
            bags.push({ id: `${collectionName}/long`, heading: [], body: Array(9_000).fill('t5') })
          const chunks = bags.map(({ id, heading, body }) => ({
            id,
            text: id,
            headings: heading,
            terms: body,
          }))
          await store.putDocument(write({ collection: collectionName, source, chunks }), never)
          stored.set(`${collectionName}/${source}`, bags)
        }
      }
      async function remove(store: Store, source: string): Promise<void> {
        for (const collectionName of collections) {
          await store.deleteDocument(`${collectionName}/${source}`)
          stored.delete(`${collectionName}/${source}`)
        }
      }

      for (let number = 0; number < 60; number++) await put(number % 2 === 0 ? one : two, `s${number}`, 40)
      await compare(one, stored)
      for (let number = 0; number < 60; number += 7) await put(two, `s${number}`, 20)
      for (let number = 1; number < 60; number += 9) await remove(one, `s${number}`)
      await compare(one, stored)
      await compare(two, stored)
      await put(one, 's3', 5)
      await compare(two, stored)
    })
  })
}

const questions = [
  ['t0'],
  ['t5', 't1'],
  ['t399', 't200'],
  ['t0', 't1', 't2', 't17', 't90', 'absent'],
  vocabulary,
]
const scorings = [
  lexicalScoring,
  { ...lexicalScoring, k1: 2, b: 0.3, weights: { heading: 1, body: 3 }, mostTerms: 3 },
]

/** Compares the best twenty, their scores and the counts of terms with the formula. */
async function compare(store: Store, stored: ReadonlyMap<string, readonly Bag[]>): Promise<void> {
  const documents = [...stored].filter(([id]) => id.startsWith('notes/'))
  const bags = documents.flatMap(([, list]) => list)
  const filter = [{ field: 'source', op: 'one_of', values: ['s2', 's3', 's4', 's14'] }] as const
  const filtered = new Set(filter[0].values.flatMap(source => stored.get(`notes/${source}`) ?? []))
  for (const terms of questions)
    for (const scoring of scorings) {
      const expected = scoreAll(bags, terms.slice(0, scoring.mostTerms), scoring)
      const scope = { collections: ['notes'], limit: 20, terms, scoring }
      const open = await rankByWords(store, { ...scope, filter: [] }, never)
      check(open.ranked, expected.slice(0, 20))
      const within = await rankByWords(store, { ...scope, filter: [...filter] }, never)
      check(within.ranked, expected.filter(({ bag }) => filtered.has(bag)).slice(0, 20))
    }
}

type Scored = { bag: Bag; score: number }

function check(ranked: readonly { chunkId: string; score: number }[], expected: readonly Scored[]): void {
  const near = (one: number, other: number) => Math.abs(one - other) < 1e-9 * Math.max(1, Math.abs(one))
  assert.equal(ranked.length, expected.length)
  for (const [index, { chunkId, score }] of ranked.entries()) {
    const { bag, score: right } = expected[index]!
    assert.ok(near(score, right), `place ${index}: ${score} is not ${right}`)
    // Sums of the same numbers in another order may differ in the last digit.
    if (!expected.some((other, place) => place !== index && near(other.score, right)))
      assert.equal(chunkId, bag.id)
  }
}

function scoreAll(bags: readonly Bag[], terms: readonly string[], scoring: typeof lexicalScoring): Scored[] {
  const lengthOf = ({ heading, body }: Bag) => heading.length + body.length
  const meanLength = bags.reduce((sum, bag) => sum + lengthOf(bag), 0) / bags.length
  const scores = new Map<Bag, number>()
  for (const term of terms) {
    const count = (list: readonly string[]) => list.filter(word => word === term).length
    const uses = bags
      .map(bag => ({ bag, heading: count(bag.heading), body: count(bag.body), length: lengthOf(bag) }))
      .filter(({ heading, body }) => heading + body > 0)
    const statistics = { chunks: bags.length, containing: uses.length, meanLength }
    for (const use of uses)
      scores.set(use.bag, (scores.get(use.bag) ?? 0) + scoreTerm(use, statistics, scoring))
  }
  return [...scores]
    .map(([bag, score]) => ({ bag, score }))
    .sort((one, other) => other.score - one.score || (one.bag.id < other.bag.id ? -1 : 1))
}
