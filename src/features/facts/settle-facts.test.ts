import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { KnownObservation } from './fact-store.ts'
import { settleFacts } from './settle-facts.ts'

/** "A 2001 2005" is A from 2001 to 2005; "…" is unknown; "?" after it: not exclusive. */
function observe(lines: readonly string[], relation = 'MEMBER_OF_PARTY'): KnownObservation[] {
  return lines.map((line, key) => {
    const [object = '', from = '…', to = '…'] = line.replace('?', '').split(' ')
    const day = (year: string) => (year === '…' ? null : `${year}-01-01`)
    return {
      key,
      subject: 'someone',
      relation,
      object,
      fact: `someone is in ${object}`,
      isExclusive: !line.endsWith('?'),
      validAt: day(from),
      invalidAt: day(to),
    }
  })
}

const year = (day: string | null) => day?.slice(0, 4) ?? '…'

const settled = (...lines: string[]): string[] =>
  settleFacts(observe(lines))
    .map(
      ({ object, validAt, invalidAt, isSuperseded, observations }) =>
        `${object} ${year(validAt)}–${year(invalidAt)} ×${observations.length}${isSuperseded ? ' superseded' : ''}`,
    )
    .sort()

test('sightings on successive days are one interval', () => {
  assert.deepEqual(settled('A 2001', 'A 2003', 'A 2002'), ['A 2001–… ×3'])
})

test('another in its place closes it on the day that other was first seen', () => {
  assert.deepEqual(settled('A 2001', 'A 2003', 'B 2005', 'B 2007'), [
    'A 2001–2005 ×2 superseded',
    'B 2005–… ×2',
  ])
})

test('the order in which sightings become known does not matter', () => {
  const forward = settled('A 2001', 'B 2005', 'A 2009')
  assert.deepEqual(settled('A 2009', 'A 2001', 'B 2005'), forward)
  assert.deepEqual(forward, ['A 2001–2005 ×1 superseded', 'A 2009–… ×1', 'B 2005–2009 ×1 superseded'])
})

test('two seen on the same day both hold', () => {
  assert.deepEqual(settled('A 2001', 'B 2001'), ['A 2001–… ×1', 'B 2001–… ×1'])
})

test('an end that was stated closes a fact without another fact', () => {
  assert.deepEqual(settled('A 2001', 'A … 2005'), ['A 2001–2005 ×2'])
  assert.deepEqual(settled('A 2001 2005', 'A 2008'), ['A 2001–2005 ×1', 'A 2008–… ×1'])
})

test('what does not rule out another is neither closed by it nor closes it', () => {
  assert.deepEqual(settled('A 2001?', 'B 2005'), ['A 2001–… ×1', 'B 2005–… ×1'])
  assert.deepEqual(settled('A 2001', 'B 2005?'), ['A 2001–… ×1', 'B 2005–… ×1'])
})

test('a term that was only mentioned ends when the record shows another in the office', () => {
  const terms = settleFacts(observe(['A 1956?', 'B 1972', 'C 1980?'], 'HOLDS_OFFICE'))
  assert.deepEqual(
    terms.map(({ object, validAt, invalidAt }) => `${object} ${year(validAt)}–${year(invalidAt)}`),
    ['A 1956–1972', 'B 1972–…', 'C 1980–…'],
  )
})

test('what has no date closes nothing and is not closed', () => {
  assert.deepEqual(settled('A', 'B 2005'), ['A …–… ×1', 'B 2005–… ×1'])
})

test('a mention on the day on which it is said to be over is about the past', () => {
  assert.deepEqual(settled('A 2008?', 'A … 2008?'), ['A …–2008 ×2'])
})
