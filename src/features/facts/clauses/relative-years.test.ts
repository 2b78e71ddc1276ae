import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastYear, writeYears } from './relative-years.ts'

test('a year that is counted from another is written as a year', () => {
  assert.equal(
    writeYears('He left Lund in 1990 and founded Orrin the following year.', null),
    'He left Lund in 1990 and founded Orrin in 1991.',
  )
  assert.equal(writeYears('Two years later she joined Orrin.', 1990), 'in 1992 she joined Orrin.')
  assert.equal(writeYears('In May the same year she left.', 1990), 'In May 1990 she left.')
})

test('without a year before it nothing is counted, and years in brackets do not count', () => {
  assert.equal(writeYears('The following year she left.', null), 'The following year she left.')
  assert.equal(lastYear('She wrote Orrin (1990) in 1980.'), 1980)
})
