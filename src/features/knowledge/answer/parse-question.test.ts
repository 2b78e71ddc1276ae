import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyzer } from '../../../adapters/analyzers/analyzer.ts'
import { parseQuestion, restateQuestion } from './parse-question.ts'
import { readWordGroups } from './word-groups.ts'

const terms = analyzer()
const groups = readWordGroups(word => terms.analyzeQuery(word, ['en'])[0] ?? word)
const parse = (question: string) => parseQuestion(question, { analyzer: terms, groups, language: 'en' })

test('the kind of a question is read from its first words', () => {
  const cases = [
    ['How do I drain the tank?', 'how_to'],
    ['What is the way to drain the tank?', 'how_to'],
    ['Drain the tank', 'other'],
    ['Remove the lid', 'how_to'],
    ['What is a relief valve?', 'definition'],
    ['What does the red light on the panel mean?', 'definition'],
    ['What is the difference between a gate and a globe valve?', 'difference'],
    ['How often is the filter cleaned?', 'quantity'],
    ['Why does the pump stop at night?', 'reason'],
    ['Where is the drain?', 'place'],
    ['Who built the plant?', 'person'],
    ['Which valve closes by itself?', 'choice'],
    ['What happens if the power fails?', 'consequence'],
    ['Does the valve close by itself?', 'yes_no'],
  ] as const
  for (const [question, kind] of cases) assert.equal(parse(question).kind, kind, question)
})

test('a question for what is used when nothing is chosen is one for the default', () => {
  const cases = [
    ['Which valve is used when I do not choose one?', 'Which valve is used by default?'],
    ['What pressure does it hold if none is given?', 'What pressure does it hold by default?'],
    ['What happens when I do not set a limit?', null],
    ['How do I set a limit when I am not at the plant?', null],
    ['Which valve closes when nothing flows?', null],
  ] as const
  for (const [question, restated] of cases) assert.equal(restateQuestion(question), restated ?? question)
})

test('a question asks for something not to be when its main clause denies it', () => {
  const cases: [string, boolean][] = [
    ['How do I drain the tank without a pump?', true],
    ['Why does the tank not get smaller?', true],
    ['How do I close a valve that I have not opened?', false],
    ['How do I close the valve?', false],
  ]
  for (const [question, isNegated] of cases) assert.equal(parse(question).isNegated, isNegated, question)
})

test('the action is the main verb, with its particle, or what a light verb stands for', () => {
  const cases: [string, string | null][] = [
    ['How do I delete old logs?', 'delet'],
    ['How can I throw old logs away?', 'throw_away'],
    ['How do I leave empty folders out of the list?', 'leav_out'],
    ['How do I make a copy of the key?', 'copi'],
    ['How do I check out a branch?', 'check_out'],
    ['Which option copies the files?', 'copi'],
    ['Why does the tank not get smaller after I deleted a file?', null],
    ['What is a relief valve?', null],
  ]
  for (const [question, action] of cases) assert.equal(parse(question).action, action, question)
})

test('the head of the object is told from its modifiers, the rest and further clauses', () => {
  const roles = (question: string) => parse(question).words.map(({ word, role }) => `${word}: ${role}`)
  assert.deepEqual(roles('How do I delete untracked files from the working directory and keep the rest?'), [
    'delete: action',
    'untracked: modifier',
    'files: head',
    'working: rest',
    'directory: rest',
    'keep: further',
    'rest: further',
  ])
  assert.deepEqual(roles('Why does the big tank not fill?'), [
    'big: modifier',
    'tank: head',
    'fill: modifier',
  ])
})

test('a question that asks for a thing not to be is negated', () => {
  assert.ok(parse('How do I import without changing tags?').isNegated)
  assert.ok(!parse('How do I change tags?').isNegated)
})

test('in other languages all content words are looked for', () => {
  const { kind, action, words } = parseQuestion('Wie lösche ich alte Dateien?', {
    analyzer: terms,
    groups: null,
    language: 'de',
  })
  assert.deepEqual([kind, action], ['other', null])
  assert.deepEqual(
    words.map(({ word, role }) => [word, role]),
    [
      ['lösche', 'modifier'],
      ['alte', 'modifier'],
      ['Dateien', 'modifier'],
    ],
  )
})
