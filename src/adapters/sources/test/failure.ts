import assert from 'node:assert/strict'
import { Failure } from '../../../core/model/failure.ts'

/** Matches a rejection with this Failure and no other error. */
export function failure(code: string, kind: string, message?: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof Failure, String(error))
    assert.deepEqual([error.code, error.kind], [code, kind], error.message)
    if (message) assert.match(error.message, message)
    return true
  }
}
