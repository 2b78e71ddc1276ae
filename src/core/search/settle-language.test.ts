import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SearchPlan } from './plan-search.ts'
import type { Legs } from './rank-chunks.ts'
import { settleLanguage } from './settle-language.ts'

type Ranked = readonly [id: string, language: string]

/** Legs with these chunks, best first. */
function legsOf(dense: readonly Ranked[], lexical: readonly Ranked[]): Legs {
  const toRanked = (ranked: readonly Ranked[]) =>
    ranked.map(([chunkId], index) => ({ chunkId, score: 1 - index / 100 }))
  const candidates = new Map([...dense, ...lexical].map(([id, language]) => [id, { chunkId: id, language }]))
  // SAFETY: only these fields are read.
  return { dense: { ranked: toRanked(dense) }, lexical: { ranked: toRanked(lexical) }, candidates } as never
}

/** Of a model that was trained for these languages; null: for all. */
function planOf(languages: readonly string[] | null, questionLanguage: string | null = null): SearchPlan {
  const reads = (language: string | null) => languages === null || languages.includes(language ?? 'en')
  const weightsFor = (language: string) =>
    reads(language) ? { lexical: 0.3, dense: 0.7 } : { lexical: 0.8, dense: 0.2 }
  const isCompared = () => true
  // SAFETY: only these fields are read.
  return { language: 'en', questionLanguage, reads, weightsFor, isCompared, usesFeedback: true } as never
}

const many = (language: string, count: number, prefix = language): Ranked[] =>
  Array.from({ length: count }, (_, index) => [`${prefix}${index}`, language])

test('the languages of the best candidates say which one the question has', () => {
  const plan = settleLanguage(legsOf(many('fr', 10), [...many('fr', 9), ['en0', 'en']]), planOf(['en']))
  assert.equal(plan.language, 'fr')
  assert.deepEqual(
    [plan.isCompared('fr'), plan.isCompared('en'), plan.isCompared('und')],
    [true, false, true],
  )
  assert.deepEqual(plan.weightsFor('fr'), { lexical: 0.8, dense: 0.2 })
  const { lexical } = plan.weightsFor('en')
  assert.ok(lexical > 0.4 && lexical < 0.5, `${lexical}`)
  assert.ok(plan.usesFeedback)
})

test('documents of another language count less, the fewer of them are among the best', () => {
  const few = settleLanguage(legsOf([...many('en', 9), ['fr0', 'fr']], many('en', 10)), planOf(['en']))
  const half = settleLanguage(legsOf([...many('en', 6), ...many('fr', 4)], many('en', 10)), planOf(['en']))
  assert.deepEqual(few.weightsFor('en'), { lexical: 0.3, dense: 0.7 })
  assert.ok(few.weightsFor('fr').lexical < half.weightsFor('fr').lexical)
  assert.ok(half.weightsFor('fr').lexical < 0.8)
})

test('feedback waits for a language that is certain', () => {
  const mixed = legsOf([...many('en', 6), ...many('fr', 4)], [...many('en', 5), ...many('fr', 5)])
  assert.equal(settleLanguage(mixed, planOf(['en'])).usesFeedback, false)
  assert.equal(settleLanguage(mixed, planOf(null)).usesFeedback, true)
})

test('function words decide between languages that candidates have alike', () => {
  const legs = legsOf([...many('en', 5), ...many('de', 5)], [])
  assert.equal(settleLanguage(legs, planOf(['en'], 'de')).language, 'de')
  assert.equal(settleLanguage(legs, planOf(['en'], 'en')).language, 'en')
})

test('one language, and a model that reads all of them, change no weight', () => {
  const plan = planOf(['en'])
  assert.equal(settleLanguage(legsOf([...many('en', 5), ['x', 'und']], many('en', 3)), plan), plan)
  const multilingual = settleLanguage(legsOf([...many('en', 9), ['fr0', 'fr']], []), planOf(null))
  assert.deepEqual(multilingual.weightsFor('fr'), { lexical: 0.3, dense: 0.7 })
  assert.ok(multilingual.isCompared('fr'))
})
