import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confidenceOf, marginOf } from './accept-excerpt.ts'

test('near passages that answer as a whole are needed for an answer; neither sign is enough alone', () => {
  assert.ok(marginOf({ meaning: 0.9, evidence: 0.95, ahead: 0.1 }) > 0)
  assert.ok(marginOf({ meaning: 0.9, evidence: 0.05, ahead: 0.1 }) < 0)
  assert.ok(marginOf({ meaning: 0.3, evidence: 0.99, ahead: 0.1 }) < 0)
})

test('an excerpt that other sections are as near as needs more', () => {
  const signs = { meaning: 0.85, evidence: 0.95 }
  assert.ok(marginOf({ ...signs, ahead: 0.3 }) > 0)
  assert.ok(marginOf({ ...signs, ahead: null }) > 0)
  assert.ok(marginOf({ ...signs, ahead: -0.1 }) < 0)
})

test('evidence that is certain either way is bounded', () => {
  assert.ok(Number.isFinite(marginOf({ meaning: 0.5, evidence: 0, ahead: null })))
  assert.ok(Number.isFinite(marginOf({ meaning: 0.5, evidence: 1, ahead: null })))
})

test('what is quoted has a confidence of at least a half, what is not has less', () => {
  assert.equal(confidenceOf(-0.5, { isAnswered: true }), 0.5)
  assert.equal(confidenceOf(3, { isAnswered: false }), 0.49)
  assert.ok(confidenceOf(3, { isAnswered: true }) > 0.9)
  assert.equal(confidenceOf(undefined, { isAnswered: false }), 0)
})
