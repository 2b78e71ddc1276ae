import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fakeTerminal } from '../../../test/support/fake-terminal.ts'
import type { Command } from '../../core/contract/shell/command.ts'
import { inputOptions } from '../../core/contract/shell/input-options.ts'
import { Failure } from '../../core/model/failure.ts'
import { parseArguments } from './parse-arguments.ts'
import { readInputs } from './read-inputs.ts'

const command: Command = {
  words: ['citations', 'store_chunks'],
  group: null,
  summary: '',
  positionals: [{ field: 'library', isRepeatable: false, isRequired: false }],
  options: [
    ...inputOptions({
      type: 'object',
      properties: {
        items: { type: 'array', items: { type: 'object' } },
        filter: { type: 'object' },
        any: {},
        note: { type: 'string' },
        library: { type: 'string' },
      },
    }),
    {
      field: 'project',
      flag: 'project',
      kind: 'string',
      isRepeatable: false,
      isRequired: false,
      description: '',
      standsFor: 'library',
    },
  ],
  examples: [],
  run: async () => 0,
}

test('lists and objects come whole as JSON, from a file, or from a pipe', async t => {
  const cwd = await mkdtemp(join(tmpdir(), 'quire-inputs-'))
  t.after(() => rm(cwd, { recursive: true, force: true }))
  await writeFile(join(cwd, 'items.json'), '\uFEFF[{"id": 1}, {"id": 2}]\n')
  const read = async (stdin: string, ...argv: string[]) => {
    const place = { cwd, terminal: fakeTerminal({ stdin }), signal: new AbortController().signal }
    return parseArguments(command, await readInputs(command, argv, place)).values
  }
  const both = { items: [{ id: 1 }, { id: 2 }] }
  assert.deepEqual(await read('', '--items', '[{"id":1},{"id":2}]'), both)
  assert.deepEqual(await read('', '--items', '{"id":1}', '--items', '{"id":2}'), both)
  assert.deepEqual(await read('', '--items', '@items.json'), both)
  assert.deepEqual(await read('', `--items=@${join(cwd, 'items.json')}`), both)
  assert.deepEqual(await read(' [{"id":1},{"id":2}]', '--items', '-'), both)
  assert.deepEqual(await read('{"page":3}', '--filter', '-'), { filter: { page: 3 } })
  assert.deepEqual(await read('[1]', '--any=-'), { any: [1] })
  assert.deepEqual(await read('', '--note', '@home', '--', '@items.json'), {
    note: '@home',
    library: '@items.json',
  })
  await assert.rejects(
    read('', '--items', '@missing.json'),
    error => error instanceof Failure && error.kind === 'not_found' && /missing\.json/.test(error.message),
  )
})

test('a flag for a positional argument leaves that position to the next argument', () => {
  assert.deepEqual(parseArguments(command, ['--project', 'thesis']).values, { project: 'thesis' })
  assert.throws(() => parseArguments(command, ['--project', 'thesis', 'papers']), /one argument too many/)
  assert.throws(
    () => parseArguments(command, ['--project', 'thesis', '--library', 'papers']),
    /Both --library and --project were given/,
  )
})
