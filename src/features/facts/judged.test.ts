import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

type Round = {
  seed: string
  judged: number
  right: number
  precision: number
  judgements: { fact: string; verdict: string; reason: string }[]
}

const file = new URL('./test/corpus/judged.json', import.meta.url)
const { rounds } = JSON.parse(readFileSync(file, 'utf8')) as { rounds: Round[] }

test('every sampled fact was judged with a reason, and the sums are those of the judgements', () => {
  for (const { seed, judged, right, precision, judgements } of rounds) {
    assert.equal(judgements.length, judged, seed)
    assert.ok(judgements.every(({ verdict, reason }) => /^(?:right|wrong)$/.test(verdict) && reason !== ''))
    assert.equal(judgements.filter(({ verdict }) => verdict === 'right').length, right, seed)
    assert.equal(precision, right / judged)
  }
  assert.equal(new Set(rounds.map(({ seed }) => seed)).size, rounds.length)
})

test('nine of ten facts of the last round are right', () => {
  const last = rounds.at(-1)
  assert.ok(last && last.judged >= 200 && last.precision >= 0.9)
})
