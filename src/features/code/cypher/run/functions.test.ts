import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callFunction } from './functions.ts'

test('a query that calls a name which every object inherits gets the error that there is no such function', () => {
  for (const name of [
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '__defineGetter__',
  ])
    assert.throws(() => callFunction(name, []), /There is no function/)
})
