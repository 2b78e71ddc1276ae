import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { toJsonSchema } from '../../core/contract/json-schema.ts'
import type { Command } from '../../core/contract/shell/command.ts'
import { inputOptions } from '../../core/contract/shell/input-options.ts'
import { Failure } from '../../core/model/failure.ts'
import { parseArguments } from './parse-arguments.ts'

const schema = z.object({
  query: z.string().describe('A question'),
  top_k: z.int().default(5),
  weight: z.number().optional(),
  library: z.string().nullable().default(null),
  shelf: z.string().nullable().default('a'),
  sort: z.enum(['relevance', 'newest']).default('relevance'),
  recursive: z.boolean().default(true),
  explain: z.boolean().default(false),
  tags: z.array(z.string()).nullable().default(null),
  filter: z.record(z.string(), z.unknown()).nullable().default(null),
  shape: z.union([z.string(), z.int()]).optional(),
})

const command: Command = {
  words: ['documents', 'search'],
  group: null,
  summary: '',
  positionals: [{ field: 'query', isRepeatable: false, isRequired: true }],
  options: inputOptions(toJsonSchema(schema, 'input')),
  examples: [],
  run: async () => 0,
}

function valuesOf(...argv: string[]) {
  return parseArguments(command, argv).values
}

test('every JSON type has its way of being written', () => {
  const cases: [string[], Record<string, unknown>][] = [
    [['tides'], { query: 'tides' }],
    [['--query', 'tides'], { query: 'tides' }],
    [['--query=a=b'], { query: 'a=b' }],
    [['q', '--top-k', '7'], { query: 'q', top_k: 7 }],
    [['q', '--top_k=7'], { query: 'q', top_k: 7 }],
    [['q', '--top-k', '-1'], { query: 'q', top_k: -1 }],
    [['q', '--weight', '0.5'], { query: 'q', weight: 0.5 }],
    [['q', '--library', 'papers'], { query: 'q', library: 'papers' }],
    [['q', '--no-shelf'], { query: 'q', shelf: null }],
    [['q', '--sort', 'newest'], { query: 'q', sort: 'newest' }],
    [['q', '--no-recursive', '--explain'], { query: 'q', recursive: false, explain: true }],
    [['q', '--recursive=false'], { query: 'q', recursive: false }],
    [['q', '--tags', 'a,b', '--tags', 'c'], { query: 'q', tags: ['a,b', 'c'] }],
    [['q', '--filter', '{"page":3}'], { query: 'q', filter: { page: 3 } }],
    [
      ['q', '--filter', 'page=3', '--filter', 'file_type=pdf', '--filter', 'title=a=b'],
      { query: 'q', filter: { page: 3, file_type: 'pdf', title: 'a=b' } },
    ],
    [['q', '--shape', '"round"'], { query: 'q', shape: 'round' }],
    [['--', '--top-k'], { query: '--top-k' }],
    [['-'], { query: '-' }],
  ]
  for (const [argv, expected] of cases) assert.deepEqual(valuesOf(...argv), expected, argv.join(' '))
})

test('defaults are left to the schema', () => {
  assert.deepEqual(valuesOf('q'), { query: 'q' })
})

test('wrong words are refused, saying which and what is allowed', () => {
  const cases: [string[], RegExp][] = [
    [[], /quire documents search needs <query>/],
    [['q', '--top-k', 'many'], /--top-k must be a whole number, not "many"/],
    [['q', '--sort', 'oldest'], /--sort must be one of relevance, newest, not "oldest"/],
    [['q', '--filter', 'page'], /--filter must be KEY=VALUE or a JSON object/],
    [['q', '--filter', '{page}'], /--filter must be JSON/],
    [['q', '--library'], /--library needs a value/],
    [['q', '--library', '--explain'], /--library needs a value/],
    [['q', '--explain=maybe'], /--explain must be true or false/],
    [['q', 'r'], /"r" is one argument too many/],
    [['q', '--libary', 'x'], /has no flag --libary/],
  ]
  for (const [argv, message] of cases)
    assert.throws(
      () => valuesOf(...argv),
      error => error instanceof Failure && error.kind === 'invalid' && message.test(error.message),
      argv.join(' '),
    )
})

test('an unknown flag is answered with the nearest one', () => {
  assert.throws(
    () => valuesOf('q', '--libary', 'x'),
    error => error instanceof Failure && error.hint === 'Was --library meant?',
  )
})

test('help is given even when arguments are missing or too many', () => {
  for (const argv of [['--help'], ['-h'], ['a', 'b', '--help']])
    assert.equal(parseArguments(command, argv).wantsHelp, true)
})

test('--json is distinguished from the values of the tool', () => {
  const parsed = parseArguments(command, ['q', '--json'])
  assert.equal(parsed.wantsJson, true)
  assert.deepEqual(parsed.values, { query: 'q' })
})
