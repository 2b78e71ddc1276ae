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

test('a word far longer than every candidate costs next to nothing: callers and settings files choose its length', () => {
  const before = process.cpuUsage()
  const candidates = Array.from({ length: 100 }, (_, at) => `some.setting_${at}`)
  assert.equal(nearest('a'.repeat(1_000_000), candidates), null)
  const { user, system } = process.cpuUsage(before)
  assert.ok(user + system < 2_000_000, `${(user + system) / 1000} ms of CPU time`)
})
