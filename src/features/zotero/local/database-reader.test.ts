import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DatabaseFacts, planOpening } from './database-reader.ts'

const facts = (given: Partial<DatabaseFacts>): DatabaseFacts => ({
  isWalMode: true,
  walBytes: null,
  hasSharedMemory: false,
  journalBytes: null,
  mark: '',
  writtenAt: 0,
  ...given,
})

const cases: [string, Partial<DatabaseFacts>, 'live' | 'immutable' | 'copy'][] = [
  ['a database without write-ahead log is opened where it lies', { isWalMode: false }, 'live'],
  ['one whose log is in use is opened beside its user', { walBytes: 4152, hasSharedMemory: true }, 'live'],
  ['so is one whose log is in use and empty', { walBytes: 0, hasSharedMemory: true }, 'live'],
  ['one that nobody has open is read without creating a log', {}, 'immutable'],
  ['an empty log that was left behind hides nothing', { walBytes: 0 }, 'immutable'],
  ['a log with frames and no index is never ignored', { walBytes: 4152 }, 'copy'],
  ['an index without a log hides nothing', { hasSharedMemory: true }, 'immutable'],
]

for (const [promise, given, expected] of cases)
  test(promise, () => assert.equal(planOpening(facts(given)), expected))
