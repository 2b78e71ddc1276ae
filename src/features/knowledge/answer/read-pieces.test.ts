import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { hashEmbedder } from '../../../adapters/embedders/hash.ts'
import { gteSmall } from '../../../adapters/embedders/local-embedder.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Reranker } from '../../../core/ports/reranker.ts'
import type { AnswerParts } from './answer-question.ts'
import { findAnswers } from './find-excerpts.ts'
import { idle, partsOver, passage } from './test/fixtures.ts'

const valve = passage('Turn the red valve to the left.', {
  id: 'v',
  title: 'Valves',
  section: ['Valves', 'Closing'],
})
const lid = passage('The lid of the pump is made of brass.', { id: 'l', title: 'Lids', section: ['Lids'] })
const question = 'How do I stop the water?'

/** A reader that is sure of what it is told to be sure of; `seen` collects what it read. */
function readerSureOf(sure: RegExp, seen: string[] = []): AnswerParts['reader'] {
  const scorePairs: Reranker['scorePairs'] = async ({ texts, onScore }) => {
    seen.push(...texts)
    for (const [index, text] of texts.entries()) onScore(index, sure.test(text) ? 0.9999 : 0.0001)
  }
  return { id: 'test', languages: ['en'], scorePairs }
}

const failing: AnswerParts['reader'] = {
  id: 'test',
  languages: ['en'],
  scorePairs: async () => {
    throw new Failure('unavailable', 'MODEL_DAMAGED', 'The model file model.onnx is damaged.')
  },
}

const embedder = gteSmall({ threads: 1 })
after(() => embedder.close())

async function ask(change: Partial<AnswerParts>, hits = [lid, valve]) {
  return findAnswers(question, partsOver(hits, { embedder, ...change }), { signal: idle() })
}

test('what the reader is sure of answers, though it shares no word with the question', async () => {
  const { answers } = await ask({ reader: readerSureOf(/red valve/) })
  assert.deepEqual(
    answers.map(({ hit }) => hit.document.title),
    ['Valves'],
  )
})

test('a single note answers too', async () => {
  const note = passage('The water is stopped by turning the red valve to the left.', { id: 'n', section: [] })
  const { answers } = await ask({ reader: readerSureOf(/red valve/) }, [note])
  assert.equal(answers.length, 1)
})

test('when the reader is sure of nothing, nothing answers, and what is nearest is shown', async () => {
  const { answers, nearest, confidence } = await ask({ reader: readerSureOf(/no such text/) })
  assert.equal(answers.length, 0)
  assert.equal(nearest.length, 2)
  assert.ok(confidence < 0.5)
})

test('it reads each piece below its headings', async () => {
  const seen: string[] = []
  await ask({ reader: readerSureOf(/red valve/, seen) })
  // The title is no heading.
  assert.ok(seen.includes('Closing: Turn the red valve to the left.'), seen.join('\n'))
})

test('passages in a language that it does not read are compared', async () => {
  const german = passage('Drehen Sie das rote Ventil nach links.', { id: 'g' })
  const hits = [{ ...german, document: { ...german.document, language: 'de' } }]
  const seen: string[] = []
  const { warnings } = await ask({ reader: readerSureOf(/Ventil/, seen) }, hits)
  assert.deepEqual([seen, warnings], [[], []])
})

test('pieces are not read where their words cannot be compared', async () => {
  const seen: string[] = []
  await ask({ reader: readerSureOf(/red valve/, seen), embedder: hashEmbedder(256) })
  assert.deepEqual(seen, [])
})

test('a reader that fails costs no answer: passages are compared, and that is said', async () => {
  const { warnings: none, ...compared } = await ask({ reader: null })
  const { warnings, ...found } = await ask({ reader: failing })
  assert.deepEqual([found, none], [compared, []])
  assert.match(warnings.join(), /is damaged\. The passages were only compared with the question/)
})
