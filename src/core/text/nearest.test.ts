import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from './nearest.ts'

test('the word that was probably meant is found, and none where nothing is close', () => {
  const commands = ['search', 'serve', 'start', 'show', 'libraries', 'completion']
  const cases: [string, string | null][] = [
    ['serch', 'search'],
    ['saerch', 'search'],
    ['SEARCH', 'search'],
    ['strat', 'start'],
    ['comp', 'completion'],
    ['lib', 'libraries'],
    ['frobnicate', null],
    ['x', null],
  ]
  for (const [word, expected] of cases) assert.equal(nearest(word, commands), expected, word)
})
