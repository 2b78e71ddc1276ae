import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePhrases } from './parse-phrases.ts'
import { chronicleDate, fromChronicle } from './read-chronicle.ts'

const said = (text: string, before: string | null = null) => {
  const last = before === null ? null : chronicleDate(parsePhrases(before, () => false))
  return fromChronicle(
    parsePhrases(text, () => false),
    last,
  )
    .phrases.map(({ text }) => text)
    .join(' ')
}

test('a line of a chronicle is a sentence in the past tense', () => {
  assert.equal(said('1905: Acme buys Zeta'), 'in 1905 , Acme bought Zeta')
})

test('an undated line in the present tense has the date of the line before', () => {
  assert.equal(said('Jane Doe buys Acme', '1905: Acme buys Zeta'), 'in 1905 , Jane Doe bought Acme')
  assert.equal(said('Jane Doe bought Acme', '1905: Acme buys Zeta'), 'Jane Doe bought Acme')
})
