import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calibrateMeaning } from './calibrate-meaning.ts'
import { findUnmetWord, type UnmetWord } from './find-unmet-word.ts'
import { scoreSentences } from './score-sentences.ts'
import { idle, partsOver, passage } from './test/fixtures.ts'
import { weighTerms } from './weigh-terms.ts'

const charity = 'The pump foundation is a charity.'

test('the word that keeps the sentences away from the question is unmet', async () => {
  const unmet = await unmetBy(charity, 'Who is the president of the pump foundation?')
  assert.equal(unmet?.word, 'president')
  assert.ok(unmet.loss > 0)
})

test('a question whose words are all met has none', async () => {
  assert.equal(await unmetBy(charity, 'Is the pump foundation a charity?'), null)
})

test('a word that a stored passage comes nearer without is unmet too', async () => {
  const question = 'Is the pump foundation a charity?'
  const { embedder } = partsOver([])
  const vector = await embedder.embedQuery('Is the pump a charity?', idle())
  const unmet = await unmetBy(charity, question, new Map([['c1', vector]]))
  assert.equal(unmet?.word, 'foundation')
})

test('passages of another model are left out', async () => {
  const question = 'Is the pump foundation a charity?'
  assert.equal(await unmetBy(charity, question, new Map([['c1', new Float32Array(3).fill(1)]])), null)
})

test('questions of one word or of none have none', async () => {
  for (const question of ['president', '?']) assert.equal(await unmetBy(charity, question), null)
})

async function unmetBy(
  text: string,
  question: string,
  stored = new Map<string, Float32Array>(),
): Promise<UnmetWord | null> {
  const hits = [passage(text, { id: 'c1' })]
  const made = partsOver(hits)
  const parts = { ...made, store: { ...made.store, loadVectors: async () => stored } }
  const scale = await calibrateMeaning(parts.embedder)
  const terms = await weighTerms(question, await parts.collections(), parts)
  const vector = await parts.embedder.embedQuery(question, idle())
  const sentences = await scoreSentences({ vector, terms, scale }, hits, parts, idle())
  return findUnmetWord({ question, vector, terms, scale }, { hits, sentences }, parts, idle())
}
