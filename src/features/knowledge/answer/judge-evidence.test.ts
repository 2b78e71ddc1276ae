import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calibrateMeaning } from './calibrate-meaning.ts'
import { findUnmetWord, judgeEvidence, numberAskedFor, type UnmetWord } from './judge-evidence.ts'
import { type ScoredSentence, scoreSentences } from './score-sentences.ts'
import { idle, partsOver, passage } from './test/fixtures.ts'
import { weighTerms } from './weigh-terms.ts'

function sentence(text: string, change: Partial<ScoredSentence> = {}): ScoredSentence {
  const hit = passage(text)
  return {
    text,
    start: 0,
    end: text.length,
    hit,
    vector: new Float32Array(2),
    meaning: 0.8,
    coverage: 0.5,
    passageCoverage: 0.5,
    ...change,
  }
}

const isAnswered = (question: string, found: ScoredSentence) =>
  judgeEvidence(question, [found], null).isAnswered

test('a name that no passage has outweighs likeness', () => {
  const found = sentence('The pump of the plant is cleaned once a year.', { meaning: 0.95 })
  assert.ok(isAnswered('How is the pump cleaned?', found))
  assert.ok(!isAnswered('How is the pump of Northfield cleaned?', found))
  assert.deepEqual(judgeEvidence('How is the pump of Northfield cleaned?', [found], null).missingNames, [
    'Northfield',
  ])
})

test('a question for a number is not answered by sentences without one', () => {
  const question = 'How many seals does the pump have?'
  assert.ok(isAnswered(question, sentence('The pump has three seals and a shaft.')))
  assert.ok(!isAnswered(question, sentence('The pump has seals that are made of rubber.')))
})

test('a time that something lasts is not told by "at once" or by "no"', () => {
  const question = 'How long does the seal keep tight?'
  assert.ok(isAnswered(question, sentence('The seal keeps tight for about a week in the cold.')))
  assert.ok(!isAnswered(question, sentence('The seal has no place where it must be tight at once.')))
})

test('the words of a question show whether it asks for a number', () => {
  const cases: [string, boolean][] = [
    ['How many seals are there?', true],
    ['Which default port does it use?', true],
    ['When was the plant built?', true],
    ['What version is needed?', true],
    ['What share of the pumps is broken?', true],
    ['What is the maximum number of pumps?', true],
    ['When is a file deleted?', false],
    ['Which gauge shows how much water is left?', false],
    ['How do I clean it?', false],
    ['What is a port?', false],
  ]
  for (const [question, expected] of cases)
    assert.equal(numberAskedFor(question) !== null, expected, question)
})

test('a port is digits, a time may be a month, and numbers of figures are neither', () => {
  const port = 'Which port does the pump listen on?'
  assert.ok(isAnswered(port, sentence('The pump listens on port 7070 of its host.')))
  assert.ok(!isAnswered(port, sentence('The pump listens on one port of its host.')))
  assert.ok(!isAnswered(port, sentence('The pump listens on a port, as figure 9.3 shows.')))
  assert.ok(isAnswered('When was the plant built?', sentence('The plant was built between March and June.')))
})

test('passages that leave a word unmet do not answer, and it is said which', () => {
  const found = sentence('The pump foundation is a charity.')
  const judge = (loss: number) =>
    judgeEvidence('Who is president of the pump foundation?', [found], { word: 'president', loss })
  assert.deepEqual([judge(0.01).isAnswered, judge(0.01).unmetWord], [true, null])
  assert.deepEqual([judge(0.1).isAnswered, judge(0.1).unmetWord], [false, 'president'])
})

test('words that are met bring a question nearer, but do not make up for a missing name', () => {
  const found = sentence('The pump of the plant is cleaned once a year.', { meaning: 0.9 })
  const confidence = (question: string, loss: number) =>
    judgeEvidence(question, [found], { word: 'cleaned', loss }).confidence
  assert.ok(confidence('How is the pump cleaned?', 0) > confidence('How is the pump cleaned?', 0.01))
  const northfield = 'How is the pump of Northfield cleaned?'
  assert.equal(confidence(northfield, 0), confidence(northfield, 0.01))
  assert.ok(confidence(northfield, 0.01) > confidence(northfield, 0.1))
})

test('where words cannot be asked about they neither help nor harm', () => {
  const found = sentence('The pump of the plant is cleaned once a year.', { meaning: 0.6 })
  const confidence = (unmet: Parameters<typeof judgeEvidence>[2]) =>
    judgeEvidence('How is the pump cleaned?', [found], unmet).confidence
  assert.ok(confidence('not_asked') < confidence(null))
  assert.ok(confidence('not_asked') > confidence({ word: 'pump', loss: 0.05 }))
})

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
  const sentences = await scoreSentences({ vector, terms, scale, hits }, parts, idle())
  return findUnmetWord({ question, vector, terms, scale, hits, sentences }, parts, idle())
}
