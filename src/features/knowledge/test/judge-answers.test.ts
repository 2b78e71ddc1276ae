import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ManualQuestion, markByPattern, tableOf, verdictsIn } from '../bench/judge-answers.ts'

const asked = (id: string, answer: string | null): ManualQuestion => ({
  id,
  manual: 'pumps',
  question: 'How is the pump drained?',
  answer,
  right: answer,
})
const questions = [
  asked('a', 'drain'),
  asked('b', 'drain'),
  asked('c', 'drain'),
  asked('d', null),
  asked('e', null),
]

test('a sheet that was judged gives the four figures, and an answer to what is not answerable is wrong', () => {
  const sheet = {
    answers: 'a:good b:refused c:wrong d:Refused e:good'.split(' ').map(pair => {
      const [id = '', verdict = ''] = pair.split(':')
      return { id, verdict }
    }),
  }
  const figures = tableOf(questions, verdictsIn(sheet))
    .split('\n')
    .slice(2)
    .map(row => row.split(' | ')[1])
  assert.deepEqual(figures, ['2 of 5', '1 of 3', '1 of 3', '1 of 2'])
})

test('a verdict that is missing or unknown is an error, and a question without one is counted', () => {
  assert.throws(() => verdictsIn({ answers: [{ id: 'a', verdict: '' }] }), /The verdict of a is ""/)
  assert.match(tableOf(questions, new Map([['a', 'good']])), /4 not judged$/)
})

test('a pattern marks what is shown, not the list of citations', () => {
  const [question] = questions
  assert.ok(question)
  assert.equal(markByPattern(question, { answered: true, text: 'Open the drain.' }), 'good')
  assert.equal(markByPattern(question, { answered: true, text: 'Fill.\n\nCitations:\n[1] drain' }), 'wrong')
  assert.equal(markByPattern(question, { answered: false, text: 'drain' }), 'refused')
})
