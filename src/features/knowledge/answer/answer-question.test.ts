import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { openEmbedder } from '../../../adapters/embedders/index.ts'
import { silent } from '../../../core/model/progress.ts'
import { answerQuestion } from './answer-question.ts'
import { gatherEvidence } from './gather-evidence.ts'
import { idle, partsOver, passage } from './test/fixtures.ts'

const hits = [
  passage('The filter of the pump is cleaned every month. It lies behind the cover.', { id: 'c1' }),
  passage('The valve of the tank closes by itself. It needs no oil.', {
    id: 'c2',
    title: 'Tanks',
    section: ['Valves'],
  }),
]
const ask = (question: string, turns: { question: string; response: string }[] = []) =>
  answerQuestion({ question, conversation: { turns }, mostPassages: 8 }, partsOver(hits), {
    signal: idle(),
    progress: silent,
  })

describe('the answer walk without a model', () => {
  test('every sentence of an answer is in the passage that it cites', async () => {
    const found = await ask('How often is the filter of the pump cleaned?')
    assert.equal(found.kind, 'extracted')
    assert.ok(found.statements.length > 0)
    for (const { text, citations } of found.statements)
      for (const number of citations) {
        const cited = found.citations.find(citation => citation.number === number)
        assert.ok(cited?.hit.text.includes(text))
      }
    assert.match(found.text, /\[1\] Pumps, Care \(\/plant\/Pumps\.md\)/)
  })

  test('what is far from every passage is not answered, and the nearest passages are shown without citations', async () => {
    const found = await ask('Which orchestra played at the royal wedding?')
    assert.deepEqual([found.kind, found.citations, found.statements], ['not_answered', [], []])
    assert.match(found.text, /^No passage clearly answers this question\./)
    assert.match(found.text, /These passages are nearest; one of them may hold the answer:\n- /)
    assert.match(found.text, /- Pumps › Care: “The filter of the pump is cleaned every month\./)
    assert.ok((found.confidence ?? 1) < 0.5)
  })

  test('a refusal shows the nearest passages whole, of each question that is not answered', async () => {
    const long =
      `The horn is below the lid. ${'Mind the valve beside the hose of the tank. '.repeat(6)}`.trim()
    const search = async (text: string) => ({
      hits: [passage(text.includes('orchestra') ? long : 'The lid is red.')],
      warnings: [],
    })
    const request = {
      question: 'Which orchestra played at the royal wedding? Which painter was born in the old town?',
      conversation: { turns: [] },
      mostPassages: 8,
    }
    const context = { signal: idle(), progress: silent }
    const { kind, text } = await answerQuestion(request, partsOver([], { search }), context)
    assert.equal(kind, 'not_answered')
    assert.ok(text.includes(`“${long}”`))
    assert.ok(text.includes('“The lid is red.”'))
  })

  test('before a language model writes, a model behind an address is asked once for a question, one on this machine without its words too', async () => {
    const asked = async (isLocal: boolean) => {
      const questions: string[] = []
      const { embedder } = partsOver(hits)
      const counting = {
        ...embedder,
        isLocal,
        embedQuery: (text: string, signal: AbortSignal) => {
          questions.push(text)
          return embedder.embedQuery(text, signal)
        },
      }
      const request = { question: 'Clean the pump filter', mostPassages: 8 }
      await gatherEvidence(request, partsOver(hits, { embedder: counting }), { signal: idle() })
      return questions.filter(question => 'Clean the pump filter'.includes(question.split(' ')[0] ?? ''))
    }
    assert.deepEqual(await asked(false), ['Clean the pump filter'])
    assert.ok((await asked(true)).includes('Clean the filter'))
  })

  test('of two questions the one that is answered is, and the other is said not to be', async () => {
    const found = await ask(
      'How often is the filter of the pump cleaned? Which orchestra played at the royal wedding?',
    )
    assert.equal(found.kind, 'extracted')
    assert.match(found.text, /The sources do not answer: Which orchestra played at the royal wedding\?$/)
  })

  test('a conversation keeps its last ten turns, and talk leaves it as it is', async () => {
    const turns = Array.from({ length: 12 }, (_, at) => ({ question: `Question ${at}`, response: 'x' }))
    const found = await ask('How often is the filter of the pump cleaned?', turns)
    assert.equal(found.conversation.turns.length, 10)
    assert.equal(found.conversation.turns.at(-1)?.question, 'How often is the filter of the pump cleaned?')
    assert.ok((found.conversation.turns.at(-1)?.response.length ?? 0) <= 500)
    assert.deepEqual((await ask('Hello!', turns)).conversation.turns, turns)
  })

  test('the same question has the same answer', async () => {
    assert.deepEqual(
      await ask('Does the valve close by itself?'),
      await ask('Does the valve close by itself?'),
    )
  })

  test('a caller that hangs up ends the walk', async () => {
    const parts = partsOver(hits, {
      search: async (_text, _limit, { signal }) => {
        signal.throwIfAborted()
        return { hits, warnings: [] }
      },
    })
    const request = { question: 'How often?', conversation: { turns: [] }, mostPassages: 8 }
    await assert.rejects(answerQuestion(request, parts, { signal: AbortSignal.abort(), progress: silent }))
  })
})

test('what is near a passage but for one word is not answered, and the word is named', slow, async t => {
  const openai = { baseUrl: '', apiKey: null, dimensions: null, maxTokens: null }
  const embedder = await openEmbedder('gte-small', { local: {}, openai })
  t.after(() => embedder.close())
  const askModel = (question: string) =>
    answerQuestion(
      { question, conversation: { turns: [] }, mostPassages: 8 },
      partsOver(hits, { embedder }),
      {
        signal: idle(),
        progress: silent,
      },
    )
  assert.equal((await askModel('How often is the filter of the pump cleaned?')).kind, 'extracted')
  const refused = await askModel('How do I encrypt the filter of the pump?')
  assert.equal(refused.kind, 'not_answered')
  assert.match(refused.text, /The nearest passage does not cover “encrypt”\./)
})
