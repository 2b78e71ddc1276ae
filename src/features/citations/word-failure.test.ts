import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure, type FailureKind } from '../../core/model/failure.ts'
import { wordFailure } from './word-failure.ts'

const cases: [FailureKind, string, string][] = [
  ['not_found', 'INVALID_PROJECT', 'INVALID_PROJECT'],
  ['conflict', 'EMBEDDING_MISMATCH', 'EMBEDDING_MISMATCH'],
  ['invalid', 'INVALID_INPUT', 'VALIDATION_ERROR'],
  ['not_found', 'SOURCE_NOT_FOUND', 'VALIDATION_ERROR'],
  ['forbidden', 'FORBIDDEN_PATH', 'VALIDATION_ERROR'],
  ['not_found', 'COLLECTION_NOT_FOUND', 'INVALID_PROJECT'],
  ['unavailable', 'STORE_BUSY', 'INDEX_UNAVAILABLE'],
  ['timeout', 'TIMEOUT', 'TIMEOUT'],
  ['cancelled', 'CANCELLED', 'TIMEOUT'],
  ['conflict', 'JOB_RUNNING', 'JOB_RUNNING'],
  ['unavailable', 'STORE_DAMAGED', 'INDEX_UNAVAILABLE'],
  ['forbidden', 'STORE_READ_ONLY', 'INDEX_UNAVAILABLE'],
]

for (const [kind, code, expected] of cases)
  test(`${code} leaves as ${expected}, and the reason is kept`, () => {
    const failure = new Failure(kind, code, 'What is wrong', { hint: 'Do this.', details: { field: 'x' } })
    const worded = wordFailure(failure, { correlationId: 'c1' })
    assert.deepEqual(worded, {
      error: {
        code: expected,
        message: 'What is wrong. Do this.',
        details: { field: 'x', ...(code === expected ? {} : { reason: code }) },
      },
      correlation_id: 'c1',
    })
  })
