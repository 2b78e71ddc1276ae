import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtInNames } from '../../../src/app/config/setting-names.ts'
import { features } from '../../../src/app/features.ts'
import { loadToolsets } from '../../../src/app/load-features.ts'
import { inputOptions } from '../../../src/core/contract/shell/input-options.ts'
import { toolTable } from '../../../src/core/contract/tool-table.ts'
import { openCli } from './run-cli.ts'

const table = toolTable(await loadToolsets())
const shown = table.rows.filter(row => row.toolset.isHidden !== true)

test('every tool is a command, in snake_case and kebab-case, whose help names every input', async t => {
  const cli = await openCli(t)
  for (const { toolset, tool, inputSchema } of shown)
    for (const name of [tool.name, tool.name.replaceAll('_', '-')]) {
      const { exitCode, stdout } = await cli.run(toolset.name, name, '--help')
      assert.equal(exitCode, 0)
      for (const option of inputOptions(inputSchema)) {
        const isPlace = tool.positionals.includes(option.field)
        const written = isPlace ? `<${option.flag}>` : new RegExp(`--(\\[no-\\])?${option.flag}\\b`)
        assert.ok(
          typeof written === 'string' ? stdout.includes(written) : written.test(stdout),
          `${name}: ${option.flag}`,
        )
      }
    }
})

test('no input of a tool is named like a setting, so that a flag has one meaning', () => {
  for (const { tool, inputSchema } of table.rows)
    for (const { flag } of inputOptions(inputSchema))
      assert.ok(!builtInNames.ofFlag.has(flag), `--${flag} of ${tool.name} is also a setting`)
})

test('every word that a tool or command declares is one that its feature answers to', async t => {
  const cli = await openCli(t)
  for (const { name, toolset, words = [] } of features) {
    const aliases = table.rows
      .filter(({ tool }) => tool.feature === name)
      .flatMap(({ tool }) => tool.shell?.aliases ?? [])
    for (const alias of aliases) {
      const [first = ''] = alias.words
      assert.ok(words.includes(first) || toolset?.name === first, `${name} does not list ${first}`)
    }
    for (const word of words) {
      const { exitCode } = await cli.run(word, '--help')
      assert.equal(exitCode, 0, word)
    }
  }
})

test('the overview lists every verb, every own command and every toolset', async t => {
  const cli = await openCli(t)
  const pages = await Promise.all([cli.run(), cli.run('help'), cli.run('--help')])
  for (const { stdout, exitCode } of pages) {
    assert.equal(exitCode, 0)
    for (const word of [
      'ingest',
      'search',
      'list',
      'libraries',
      'show',
      'delete',
      'export',
      'import',
      'start',
      'serve',
      'mcp',
      'doctor',
      'config show',
      'completion',
      'cite',
      'verify',
      'project add',
      'zotero sync',
      'hansard import',
      'jobs',
      'generate',
      'tokens',
      ...table.toolsets.filter(toolset => toolset.isHidden !== true).map(({ name }) => name),
    ])
      assert.match(stdout, new RegExp(`^  ${word}\\b`, 'm'))
  }
})

test('a word that is no command is answered with the nearest one', async t => {
  const cli = await openCli(t)
  const cases: [string[], RegExp][] = [
    [['serch'], /There is no command "serch"\.\nhint: {2}Was "search" meant\?/],
    [
      ['documents', 'get_documnet'],
      /quire documents has no "get_documnet"\.\nhint: {2}Was "get_document" meant\?/,
    ],
    [['config', 'shwo'], /Was "show" meant\?/],
    [['frobnicate'], /There is no command "frobnicate"\.\nhint: {2}See quire --help\./],
    [['search-speeches'], /Was "hansard search_speeches" meant\?/],
  ]
  for (const [argv, message] of cases) {
    const { exitCode, stdout, stderr } = await cli.run(...argv)
    assert.equal(exitCode, 2)
    assert.equal(stdout, '')
    assert.match(stderr, message)
  }
})

test('the version is printed bare', async t => {
  const cli = await openCli(t)
  for (const argv of [['--version'], ['-V'], ['version']])
    assert.deepEqual(await cli.run(...argv), { exitCode: 0, stdout: '1.2.3\n', stderr: '' })
})

test('help and version work where the settings are wrong', async t => {
  const cli = await openCli(t)
  const env = { QUIRE_PORT: 'many' }
  for (const word of ['help', 'version']) assert.equal((await cli.runWith({ env }, word)).exitCode, 0)
  const { exitCode, stderr } = await cli.runWith({ env }, 'libraries')
  assert.equal(exitCode, 2)
  assert.match(stderr, /http\.port must be a whole number/)
})

test('config show prints every setting with its origin, as a table and as JSON', async t => {
  const cli = await openCli(t)
  const { stdout } = await cli.runWith({ env: { QUIRE_TOKEN: 'hush' } }, 'config', 'show', '--port', '99')
  assert.match(stdout, /^http\.port +99 +--port$/m)
  assert.match(stdout, /^http\.token +\*+ +QUIRE_TOKEN$/m)
  assert.match(stdout, /^embedder\.model +hash +QUIRE_EMBEDDER$/m)
  assert.doesNotMatch(stdout, /hush/)
  const shown = JSON.stringify(await cli.json('config', 'show'))
  assert.match(shown, /"embedder\.model":\{"value":"hash","from":"env","name":"QUIRE_EMBEDDER"\}/)
})

test('completion is generated for each shell and knows commands, tools, flags and settings', async t => {
  const cli = await openCli(t)
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { exitCode, stdout } = await cli.run('completion', shell)
    assert.equal(exitCode, 0)
    for (const word of ['search', 'ingest_folder', 'top-k', 'embedder'])
      assert.ok(stdout.includes(word), `${shell}: ${word}`)
  }
  assert.equal((await cli.run('completion', 'tcsh')).exitCode, 2)
})
