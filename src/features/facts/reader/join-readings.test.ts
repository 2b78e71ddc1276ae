import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nobody, peopleOf } from '../people.ts'
import type { Draft } from '../read-text.ts'
import { draftFact } from './draft-fact.ts'
import { joinReadings } from './join-readings.ts'
import type { ReadFact } from './read-facts.ts'

const people = peopleOf({ named: () => [], directory: nobody, scope: 'd' })
const read = (score: number, own: Partial<ReadFact> = {}): ReadFact => ({
  sentence: { start: 0, end: 9, text: '', paragraph: 0, heading: null, columns: null },
  subject: 'Ada Holm',
  relation: 'EMPLOYED_BY',
  object: 'Acme Works',
  begin: null,
  end: null,
  isDate: false,
  score,
  isAlone: false,
  signs: { apart: 0, span: 4, alone: -3, link: 9, rival: -3, other: -3, isDenied: false },
  ...own,
})
const ofRules = (own: Partial<Draft> = {}): Draft => ({ ...draftFact(read(0), people), ...own })
const joined = (drafts: readonly Draft[], facts: readonly ReadFact[]) =>
  joinReadings(drafts, facts, people).map(({ fact, validAt, invalidAt }) => [fact, validAt, invalidAt])

const works = 'Ada Holm works for Acme Works.'
const worked = 'Ada Holm worked for Acme Works.'

test('a fact of which the model is sure is kept', () => {
  assert.deepEqual(joined([], [read(6)]), [[works, null, null]])
})

test('a fact of which the model is not sure is kept when the rules found it too', () => {
  assert.deepEqual(joined([], [read(0)]), [])
  assert.deepEqual(joined([ofRules()], [read(0)]), [[works, null, null]])
})

test('a fact of the rules that the model does not consider is left out', () => {
  assert.deepEqual(joined([ofRules()], []), [])
})

test('what the model does not read is left to the rules', () => {
  const other = ofRules({ relation: 'CITES' })
  const closing = ofRules({ isClosing: true, invalidAt: '1990-12-31' })
  assert.deepEqual(joinReadings([other, closing], [], people), [other, closing])
})

test('denial, doubt and a better subject count against a fact', () => {
  const { signs } = read(6)
  for (const against of [
    { isDenied: true, other: 3 },
    { rival: 7, apart: 2, span: 1 },
  ])
    assert.deepEqual(joined([], [read(4, { signs: { ...signs, ...against } })]), [])
})

test('dates are those of the model, else those of the rules; a year lasts to its end', () => {
  const known = ofRules({ validAt: '1950-01-01', invalidAt: '1960-12-31' })
  assert.deepEqual(joined([known], [read(6, { begin: '1951' })]), [[works, '1951-01-01', '1960-12-31']])
  assert.deepEqual(joined([], [read(6, { begin: '1951-02', end: '1952-02' })]), [
    [worked, '1951-02-01', '1952-02-29'],
  ])
})
