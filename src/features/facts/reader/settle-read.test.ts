import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReadFact } from './read-facts.ts'
import { settleRead } from './settle-read.ts'

const sentence = { start: 0, end: 9, text: '', paragraph: 0, heading: null, columns: null }
const signs = { apart: 0, span: 4, alone: -3, link: 9, rival: -3, other: -3, isDenied: false }
const fact = (line: string, score: number, own: Partial<ReadFact> = {}): ReadFact => {
  const [subject = '', relation = '', object = ''] = line.split(' | ')
  const isDate = /^\d/.test(object)
  return {
    sentence,
    subject,
    relation,
    object,
    begin: null,
    end: null,
    isDate,
    score,
    signs,
    isAlone: false,
    ...own,
  }
}
const settled = (facts: readonly ReadFact[], names: readonly string[] = []): string[] =>
  settleRead(facts, names).map(({ subject, relation, object }) => `${subject} | ${relation} | ${object}`)

const names: readonly [short: string, before: readonly string[], full: string][] = [
  ['Sione Vaipulu', ['Sione Latu Vaipulu'], 'Sione Latu Vaipulu'],
  ['Marine Band', ['Manitowoc Marine Band'], 'Manitowoc Marine Band'],
  ['Harlow Glass', ['Harlow Glass Ltd'], 'Harlow Glass Ltd'],
  ['Arthur Turner', [], 'Arthur Turner'],
  ['Marine Band', ['Manitowoc Marine Band', 'Ashby Marine Band'], 'Marine Band'],
  ['Orkney Wool', ['University of Orkney Wool'], 'Orkney Wool'],
]
for (const [short, before, full] of names)
  test(`«${short}» after ${before.join(', ') || 'nothing'} is ${full}`, () => {
    const found = settled([fact(`${short} | LOCATED_IN | Leeds`, 3)], [...before, short, 'Arthur L. Turner'])
    assert.deepEqual(found, [`${full} | LOCATED_IN | Leeds`])
  })

test('a fact that several sentences state is kept where the model is surest', () => {
  const found = settleRead([fact('A | EMPLOYED_BY | B', 1), fact('A | EMPLOYED_BY | B', 3)], [])
  assert.deepEqual(
    found.map(({ score }) => score),
    [3],
  )
})

test('two terms of one office are two facts', () => {
  const later = { ...sentence, start: 20, end: 30 }
  const terms = [
    fact('A | HOLDS_OFFICE | Mayor of B', 3, { begin: '1990' }),
    fact('A | HOLDS_OFFICE | Mayor of B', 2, { begin: '2004', sentence: later }),
    fact('A | HOLDS_OFFICE | Mayor of B', 1, { sentence: later }),
  ]
  assert.deepEqual(
    settleRead(terms, []).map(({ begin }) => begin),
    ['1990', '2004'],
  )
})

test('of facts that cannot all be true the surest stays', () => {
  const found = settled([
    fact('A | BORN_IN | Leeds', 1),
    fact('A | BORN_IN | York', 3),
    fact('A | BORN_IN | 3 May 1921', 3),
    fact('A | SIBLING_OF | B', 2),
    fact('B | CHILD_OF | A', 3),
    fact('C | ACQUIRED | D', 2),
    fact('D | ACQUIRED | C', 1),
  ])
  assert.deepEqual(found, [
    'A | BORN_IN | York',
    'A | BORN_IN | 3 May 1921',
    'B | CHILD_OF | A',
    'C | ACQUIRED | D',
  ])
})
