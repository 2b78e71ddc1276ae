import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { properNamesIn } from './judge-evidence.ts'
import { recogniseTalk, resolveFollowUp, splitQuestion } from './read-question.ts'

describe('what is said without looking anything up', () => {
  for (const text of [
    'hello',
    'Hi there!',
    'Good morning.',
    'Thanks a lot!',
    'Who are you?',
    'What can you do?',
    'Hello, who are you?',
    'help',
    'How are you today?',
    'Bye!',
  ])
    test(`"${text}" is talk`, () => assert.equal(typeof recogniseTalk(text, { writes: false }), 'string'))

  for (const text of [
    'Hello world program in Python',
    'How do you sort a list?',
    'Who are you to the kernel scheduler?',
    'What is the help command?',
    'Hi, how do I reset my password?',
    'good practice for tests',
    '',
  ])
    test(`"${text}" is a question`, () => assert.equal(recogniseTalk(text, { writes: false }), null))

  test('it says what it does, which depends on whether a model writes', () => {
    assert.match(recogniseTalk('who are you', { writes: false }) ?? '', /word for word/)
    assert.match(recogniseTalk('who are you', { writes: true }) ?? '', /checked/)
  })
})

describe('several questions in one', () => {
  const cases: [string, string[]][] = [
    ['What is a heap?', ['What is a heap?']],
    ['What is a heap? How is a queue made?', ['What is a heap?', 'How is a queue made?']],
    [
      'How long does the warranty last and which parts are covered by insurance?',
      ['How long does the warranty last', 'which parts are covered by insurance?'],
    ],
    ['How does salt and pepper taste?', ['How does salt and pepper taste?']],
    ['What is a heap and why is it used?', ['What is a heap and why is it used?']],
    ['Sort and search', ['Sort and search']],
  ]
  for (const [text, expected] of cases) test(text, () => assert.deepEqual(splitQuestion(text), expected))
})

describe('questions that lean on the conversation', () => {
  const conversation = { turns: [{ question: 'How is the filter cleaned?', response: 'With water.' }] }
  test('a pointer is resolved by the question before', () => {
    assert.deepEqual(resolveFollowUp('How often is it done?', conversation), {
      text: 'How is the filter cleaned? How often is it done?',
      leansBack: true,
    })
    assert.equal(resolveFollowUp('And with solvents?', conversation).leansBack, true)
  })
  test('a question that is complete by itself is not changed', () => {
    assert.equal(resolveFollowUp('Which pump has the longest warranty?', conversation).leansBack, false)
    assert.equal(resolveFollowUp('How often is it done?', { turns: [] }).leansBack, false)
  })
})

describe('names in a question', () => {
  const cases: [string, string[]][] = [
    ['How do I reverse a list in Java?', ['Java']],
    ['What does the useEffect hook do?', ['useEffect']],
    ['Who was Prussian blue named after?', ['Prussian']],
    ['Is it so. Yes?', []],
    ['Which port does http.server use, e.g. in version 3.11?', ['http.server']],
    ['Wie wird der Filter der Pumpe gereinigt', ['Filter', 'Pumpe']],
    ['Why Are All These Words Large', []],
  ]
  for (const [text, expected] of cases) test(text, () => assert.deepEqual(properNamesIn(text), expected))
})
