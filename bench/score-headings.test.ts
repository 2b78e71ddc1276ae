import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSame, scoreHeadings } from './score-headings.ts'

test('a heading is the same with another case, spacing or without its number, but not with another number', () => {
  for (const [a, b, same] of [
    ['1. INTRODUCTION', '1 Introduction', true],
    ['3.1 Overview', 'Overview', true],
    ['3.1 Overview', '3.2 Overview', false],
    ['Chapter 1 Introduction', '1 Introduction', true],
    ['Part I The API', 'The API', true],
    ['(a) Mapping the Network', 'Mapping the Network', true],
    ['A R T I C L E I N F O', 'Article Info', true],
    ['A NP-Completeness Proof', 'NP-Completeness Proof', true],
    ['References', 'Reference', false],
    ['4', '5', false],
  ] as const)
    assert.equal(isSame(a, b), same, `${a} / ${b}`)
})

test('a heading counts once, on its page; optional ones and the title count neither way', () => {
  const truth = [
    { text: '1 Introduction', level: 1, page: 1 },
    { text: 'Limits:', level: 2, page: 1, optional: true as const },
    { text: '2 Method', level: 1, page: 2 },
    { text: '2.1 Data', level: 2, page: 2 },
  ]
  const given = [
    { text: 'A Paper', level: 1, page: 1 },
    { text: 'Introduction', level: 2, page: 1 },
    { text: 'Introduction', level: 2, page: 1 },
    { text: 'Limits', level: 3, page: 1 },
    { text: '2 Method', level: 2, page: 3 },
    { text: '2.1 Data', level: 3, page: 2 },
  ]
  const score = scoreHeadings(truth, given, ['A paper'])
  assert.deepEqual([score.hits, score.given, score.real, score.nested, score.pairs], [2, 4, 3, 1, 1])
  assert.deepEqual(
    score.missing.map(heading => heading.text),
    ['2 Method'],
  )
})
