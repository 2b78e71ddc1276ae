import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from './failure.ts'

test('an error repeats no more than a line of what it was given', () => {
  const given = 'a line of a document\n'.repeat(1_000_000)
  const failure = new Failure('invalid', 'INVALID_INPUT', `"${given}" cannot name a collection.`, {
    hint: `Not ${given}`,
    details: { given, list: Array(5000).fill(given), nested: { [given]: { given } } },
  })
  const said = JSON.stringify([failure.message, failure.hint])
  assert.ok(said.length < 2_000, `${said.length} characters`)
  assert.ok(!said.includes('\\n'))
  assert.match(failure.message, /^"a line of a document a line .*…[^…]*" cannot name a collection\.$/)
  assert.ok(JSON.stringify(failure.details).length < 40_000)
})

test('what is short stays as it is', () => {
  const details = { item: 'a', counts: [1, 2], nested: { of: { any: null } } }
  const failure = new Failure('not_found', 'X', 'There is no document "a".', { hint: 'List them.', details })
  assert.deepEqual(
    [failure.message, failure.hint, failure.details],
    ['There is no document "a".', 'List them.', details],
  )
})
