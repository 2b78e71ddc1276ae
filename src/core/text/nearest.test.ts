import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editDistance, nearest } from './nearest.ts'

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

test('letters changed, left out, added or swapped count one each', () => {
  const cases: [string, string, number][] = [
    ['', '', 0],
    ['same', 'same', 0],
    ['', 'word', 4],
    ['word', '', 4],
    ['colour', 'color', 1],
    ['reed', 'read', 1],
    ['recieve', 'receive', 1],
    ['kitten', 'sitting', 3],
  ]
  for (const [one, other, distance] of cases) {
    assert.equal(editDistance(one, other), distance, `${one} ${other}`)
    assert.equal(editDistance(other, one), distance, `${other} ${one}`)
  }
})

test('a distance beyond the limit is returned as the limit plus one', () => {
  assert.equal(editDistance('kitten', 'sitting', 3), 3)
  assert.equal(editDistance('kitten', 'sitting', 2), 3)
  assert.equal(editDistance('a', 'a long text', 2), 3)
})
