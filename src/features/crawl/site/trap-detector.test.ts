import assert from 'node:assert/strict'
import test from 'node:test'
import { trapDetector } from './trap-detector.ts'

const limits = { dates: 3, numbers: 5, filters: 2 }
const site = 'https://example.org'

/** Returns how many of an endless series of addresses are accepted. */
function countPassed(make: (index: number) => string, tries = 20): number {
  const detector = trapDetector(limits)
  return Array.from({ length: tries }, (_, index) => detector.judge(site + make(index))).filter(
    trap => trap === null,
  ).length
}

test('folders that repeat are links that lead into themselves', () => {
  const { judge } = trapDetector(limits)
  for (const path of ['/a/a/a/', '/x/a/b/a/b/a/b', '/a/x/a/y/a/z/a/'])
    assert.match(judge(site + path) ?? '', /repeat/)
  for (const path of ['/a/a/', '/a/b/a/b', '/lib/python/lib/']) assert.equal(judge(site + path), null)
})

test('addresses without measure are refused', () => {
  const { judge } = trapDetector(limits)
  assert.match(judge(`${site}/${'x'.repeat(2_000)}`) ?? '', /longer/)
  assert.match(judge(`${site}/${Array.from({ length: 30 }, (_, i) => `d${i}x`).join('/')}`) ?? '', /deep/)
  assert.match(judge(`${site}/?${'a=1&'.repeat(6)}b=2`) ?? '', /parameters/)
})

test('a calendar ends after some dates, in whatever way it writes them', () => {
  for (const make of [
    (index: number) => `/calendar/${2026 + index}/1`,
    (index: number) => `/calendar?year=${2026 + index}&month=1`,
    (index: number) => `/events/${2026 + index}-05-01`,
    (index: number) => `/events/${2026 + index}/december`,
    (index: number) => `/cal?date=${20260101 + index}`,
  ])
    assert.equal(countPassed(make), limits.dates, make(0))
})

test('numbered pages have a higher limit, pages with names none', () => {
  assert.equal(
    countPassed(index => `/list?page=${index}`),
    limits.numbers,
  )
  assert.equal(
    countPassed(index => `/2026/05/${'abcdefghijklmnopqrst'[index]}-title`),
    20,
  )
  assert.equal(
    countPassed(index => `/${'abcdefghijklmnopqrst'[index]}`),
    20,
  )
})

test('combinations of filters end, single parameters do not', () => {
  const letters = 'abcdefghijklmnopqrst'
  assert.equal(
    countPassed(index => `/shop?color=${letters[index]}&size=m&sort=up`),
    limits.filters,
  )
  assert.equal(
    countPassed(index => `/wiki?title=${letters[index]}`),
    20,
  )
})

test('what was counted goes on being counted from a state', () => {
  const first = trapDetector(limits)
  for (let page = 0; page < limits.numbers; page++) first.judge(`${site}/p${page}`)
  const second = trapDetector(limits, JSON.parse(JSON.stringify(first.counts())))
  assert.notEqual(second.judge(`${site}/p99`), null)
})
