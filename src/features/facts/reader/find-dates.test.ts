import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findDates } from './find-dates.ts'
import { wordsOf } from './windows.ts'

/** The dates of a text; vague ones with `~`. */
function datesIn(text: string): string[] {
  return findDates(wordsOf(text, 0, 0)).map(({ day, isVague }) => `${isVague ? '~' : ''}${day}`)
}

const cases: readonly [text: string, ...days: string[]][] = [
  ['She was born on 3 May 1921 in Leeds.', '1921-05-03'],
  ['born the 18th of September, 1709', '1709-09-18'],
  ['on May 3, 1921, she', '1921-05-03'],
  ['in Sept. 1921 and in May, 1922', '1921-09', '1922-05'],
  ['from 1921 to 1925', '1921', '1925'],
  ['1921–25: lecturer', '1921', '1925'],
  ['on 1921-05-03', '1921-05-03'],
  ['around 1921, c. 1930, before 1940', '~1921', '~1930', '~1940'],
  ['in early 1921 or the fall of 1922', '1921', '1922'],
  ['the day after 3 May 1921', '1921-05-03'],
  ['in the 1920s', ...[]],
  ['2,014 people and $1921', ...[]],
  ['31 February 1921', '1921-02'],
  ['he may 1921 times', '1921'],
]

for (const [text, ...days] of cases)
  test(`dates of «${text}»`, () => {
    assert.deepEqual(datesIn(text), days)
  })
