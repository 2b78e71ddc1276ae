import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CodeArgument, CodeParameter, ParameterKind } from '../model/code.ts'
import { bindArguments } from './judge-call.ts'

const parameter = (text: string): CodeParameter => {
  const [name = '', kind = 'positional', optional] = text.split(' ')
  return {
    name,
    kind: kind as ParameterKind,
    type: null,
    default: null,
    isOptional: optional === '?' || kind.startsWith('var'),
  }
}
const argument = (text: string): CodeArgument => {
  const value = { kind: 'other', parts: [] } as const
  if (text === '*') return { kind: 'spread', name: null, value }
  if (text === '**') return { kind: 'spread_keyword', name: null, value }
  return text === '_' ? { kind: 'positional', name: null, value } : { kind: 'keyword', name: text, value }
}

const cases: [string, string[], string[], string[]][] = [
  ['all by place', ['a', 'b'], ['_', '_'], []],
  ['all by name', ['a', 'b'], ['b', 'a'], []],
  ['a name twice', ['a', 'b'], ['_', 'a', 'b'], ['given_twice']],
  ['too many', ['a'], ['_', '_'], ['too_many']],
  ['rest takes any', ['a', 'r var_positional'], ['_', '_', '_'], []],
  ['missing', ['a', 'b positional ?'], [], ['too_few']],
  ['unknown name', ['a'], ['_', 'x'], ['unknown_keyword']],
  ['keywords take any', ['a', 'k var_keyword'], ['_', 'x'], []],
  ['positional only by name', ['a positional_only'], ['a'], ['unknown_keyword', 'too_few']],
  ['keyword only missing', ['a keyword_only'], [], ['missing_keyword']],
  ['keyword only by place', ['a keyword_only ?'], ['_'], ['too_many']],
  ['spread may fill all', ['a', 'b'], ['*'], []],
  ['named spread may fill all', ['a keyword_only'], ['**'], []],
]

for (const [name, parameters, given, expected] of cases)
  test(`arguments: ${name}`, () => {
    const problems = bindArguments(parameters.map(parameter), given.map(argument))
    assert.deepEqual(
      problems.map(({ kind }) => kind),
      expected,
    )
  })
