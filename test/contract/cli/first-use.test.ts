import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSite } from '../../../src/features/crawl/test/site.ts'
import { openCli } from './run-cli.ts'

test('words that share a first word are listed by it, with and without --help', async t => {
  const cli = await openCli(t)
  for (const [first, second] of [
    ['config', 'show'],
    ['project', 'add <id>'],
    ['zotero', 'sync <project>'],
  ] as const)
    for (const argv of [[first], [first, '--help'], ['help', first]]) {
      const { exitCode, stdout, stderr } = await cli.run(...argv)
      assert.deepEqual([exitCode, stderr], [0, ''], argv.join(' '))
      assert.ok(stdout.includes(`  ${second}`), stdout)
    }
})

test('every command explains itself with --help', async t => {
  const cli = await openCli(t)
  const { commands } = (await cli.json('help')) as { commands: { command: string }[] }
  assert.ok(commands.length > 60)
  const firsts = new Set(commands.map(({ command }) => command.split(' ')[0] ?? ''))
  for (const words of [
    ...commands.map(({ command }) => command.split(' ')),
    ...[...firsts].map(first => [first]),
  ]) {
    const { exitCode, stdout } = await cli.run(...words, '--help')
    assert.equal(exitCode, 0, words.join(' '))
    assert.match(stdout, /^Usage$/m, words.join(' '))
  }
})

test('the exit codes are a page of the help', async t => {
  const cli = await openCli(t)
  const { exitCode, stdout } = await cli.run('help', 'exit-codes')
  assert.equal(exitCode, 0)
  for (const code of ['0', '1', '2', '3', '4', '5', '6', '7', '8', '130'])
    assert.match(stdout, new RegExp(`^ {2}${code} `, 'm'))
})

async function withThesis(t: Parameters<typeof openCli>[0]) {
  const cli = await openCli(t)
  await mkdir(join(cli.folder, 'papers'))
  await writeFile(
    join(cli.folder, 'papers', 'paper.md'),
    '# On Paper\n\nGelatine sizing keeps ink from spreading.\n',
  )
  await writeFile(join(cli.folder, 'note.md'), '# Note\n\nRemember the milk.\n')
  assert.equal((await cli.run('project', 'add', 'thesis')).exitCode, 0)
  assert.equal((await cli.run('ingest', 'papers', '--project', 'thesis')).exitCode, 0)
  assert.equal((await cli.run('ingest', 'note.md', '--library', 'notes')).exitCode, 0)
  return cli
}

test('one flag names a project wherever a library is looked into, and one list shows both', async t => {
  const cli = await withThesis(t)
  const found = await cli.run('search', 'gelatine', '--project', 'thesis')
  assert.match(found.stdout, /^1\. On Paper\n.*project thesis$/m)
  assert.match((await cli.run('list', '--project', 'thesis')).stdout, /^On Paper /m)
  const both = await cli.run('libraries')
  assert.match(both.stdout, /^notes +library +1 +1 /m)
  assert.match(both.stdout, /^thesis +project +1 +1 /m)
  const { projects } = (await cli.json('libraries')) as {
    projects: { project: string; document_count: number }[]
  }
  assert.deepEqual(
    projects.map(({ project, document_count }) => [project, document_count]),
    [['thesis', 1]],
  )
  const file = join(cli.folder, 'thesis.quire')
  assert.match((await cli.run('export', '--project', 'thesis', file)).stdout, /^exported {2}thesis → /)
  assert.match((await cli.run('query', 'thesis', 'gelatine')).stdout, /^1\. \(paper/)
})

test('a project stays out of what is asked of all libraries, and is pointed at', async t => {
  const cli = await withThesis(t)
  const everywhere = await cli.run('search', 'gelatine')
  assert.doesNotMatch(everywhere.stdout, /Gelatine/)
  const empty = await openCli(t)
  await empty.run('project', 'add', 'thesis')
  for (const argv of [['search', 'gelatine'], ['list']])
    assert.match(
      (await empty.run(...argv)).stderr,
      /Not in any library; did you mean project thesis\? Add --project thesis/,
      argv.join(' '),
    )
  for (const argv of [
    ['search', 'gelatine', '--library', 'thesis'],
    ['list', 'thesis'],
    ['export', 'thesis', 'x.quire'],
    ['verify', 'gelatine sizing keeps ink', '--library', 'thesis'],
  ]) {
    const { exitCode, stderr } = await cli.run(...argv)
    assert.equal(exitCode, 4, argv.join(' '))
    assert.match(
      stderr,
      /There is no library "thesis"\.\nhint: {2}Did you mean project thesis\? Use --project thesis/,
      argv.join(' '),
    )
  }
  assert.match((await cli.run('search', 'x', '--project', 'theses')).stderr, /Project 'theses' not found/)
})

test('hits print the id that show and open take', async t => {
  const cli = await withThesis(t)
  for (const argv of [
    ['search', 'milk'],
    ['query', 'thesis', 'gelatine'],
  ]) {
    const { stdout } = await cli.run(...argv)
    const [, doc = '', hit = ''] = /doc (\S+) {2}hit (\S+)/.exec(stdout) ?? []
    assert.equal((await cli.run('show', doc)).exitCode, 0, stdout)
    const opened = await cli.run('open', hit)
    assert.match(opened.stdout, /^file:\/\/\/.*\.md\n$/)
    assert.equal(opened.exitCode, 0)
  }
})

test('only files, http and https are opened', async t => {
  const cli = await openCli(t)
  for (const address of ['javascript:alert(1)', 'smb://host/x', 'data:text/html,x']) {
    const { exitCode, stderr } = await cli.run('open', address)
    assert.equal(exitCode, 2, address)
    assert.match(stderr, /is not opened/)
  }
  assert.equal((await cli.run('open', 'no-such-id')).exitCode, 4)
  await cli.runWith({ stdin: 'Text without a place.' }, 'ingest', '-', '--source', 'a label')
  const { documents } = (await cli.json('list')) as { documents: { doc_id: string }[] }
  const { exitCode, stderr } = await cli.run('open', documents[0]?.doc_id ?? '')
  assert.equal(exitCode, 2)
  assert.match(stderr, /neither a file nor a web address\.\nhint: {2}Print its text with: quire show /)
})

test('hints name commands, not tools', async t => {
  const cli = await openCli(t)
  const cases: [string[], RegExp][] = [
    [['show', 'no-such-id'], /hint: .*`quire list`/],
    [['jobs', 'show', 'no-such-job'], /hint: .*`quire jobs`/],
    [['system', 'call-tool', 'no_such_tool'], /hint: .*`quire system search-tools`/],
  ]
  for (const [argv, message] of cases) {
    const { stderr } = await cli.run(...argv)
    assert.match(stderr, message, argv.join(' '))
    assert.doesNotMatch(stderr, /list_documents|list_jobs|search_tools/)
  }
})

test('help names commands, not tools', async t => {
  const cli = await openCli(t)
  for (const argv of [
    ['search', '--help'],
    ['help', 'documents', 'search'],
  ]) {
    const { stdout } = await cli.run(...argv)
    assert.match(stdout.replaceAll(/\s+/g, ' '), /Use `quire show` to read a whole document/)
    assert.doesNotMatch(stdout, /get_document/)
  }
})

test('quire crawl takes an address, and ends with a summary', async t => {
  const cli = await openCli(t)
  const site = await openSite()
  t.after(() => site.close())
  const { exitCode, stdout, stderr } = await cli.run('crawl', `${site.url}/`, '--fetch-allow', '127.0.0.1')
  assert.ok(exitCode === 0 || exitCode === 1, stderr)
  assert.match(stdout, /^crawled {2}http:\/\/127\.0\.0\.1.* → web\n\d+ pages?: .*new chunks?/)
  assert.doesNotMatch(stdout, /[0-9a-f]{8}-[0-9a-f]{4}/)
  assert.match(stderr, /Search it with: quire search "…" --library web/)
})
