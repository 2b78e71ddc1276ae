import assert from 'node:assert/strict'
import { test } from 'node:test'
import { versionTest } from './version-test.ts'

const cases: readonly (readonly [string, boolean | null])[] = [
  ['PY2', false],
  ['six.PY3', true],
  ['not compat.PY3', false],
  ['IS_PY2', false],
  ['sys.version_info[0] == 2', false],
  ['sys.version_info[0] >= 3', true],
  ['sys.version_info.major < 3', false],
  ['(sys.version_info < (3,))', false],
  ['sys.version_info >= (2, 7)', true],
  ['version_info[:2] >= (3, 6)', true],
  ['sys.version_info < (3, 7)', false],
  ['sys.version_info >= (3, 9)', null],
  ['sys.version_info == (3, 11)', null],
  ["sys.platform == 'win32'", null],
  ['PY2 and other', null],
]

for (const [text, outcome] of cases)
  test(`on Python 3, ${text} is ${outcome ?? 'not settled'}`, () => {
    assert.equal(versionTest(text), outcome)
  })
