import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openSite } from '../../support/site.ts'
import { openCli } from './run-cli.ts'

test('words that share a first word are listed by it, with and without --help', async t => {
  const cli = await openCli(t)
  for (const [first, second] of [
    ['config', 'show'],
    ['project', 'add <id>'],
    ['zotero', 'sync <project>'],
    ['graph facts', 'show <entity>'],
  ] as const)
    for (const argv of [first.split(' '), [...first.split(' '), '--help'], ['help', ...first.split(' ')]]) {
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

test('a command that is misspelt below two shared words is guessed', async t => {
  const cli = await openCli(t)
  const { exitCode, stderr } = await cli.run('graph', 'facts', 'shw')
  assert.equal(exitCode, 2)
  assert.match(stderr, /quire graph facts has no "shw"\.\nhint: {2}Was "show" meant\?/)
})

test('help begins with whole sentences and says what a flag switches on and off', async t => {
  const cli = await openCli(t)
  assert.match((await cli.run('cite', '--help')).stdout, /^Write a reference in APA[^.]*, with the form/m)
  const { stdout } = await cli.run('jobs', 'show', '--help')
  assert.match(stdout, /^ {2}quire jobs show <job-id> .*^ {2}<job-id> /ms)
  assert.match((await cli.run('export', '--help')).stdout, /--\[no-\]vectors +Include the vectors/)
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
  assert.match(found.stdout, /^1\. On Paper {2}relevance \d+ %\n.*project thesis$/m)
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

test('a project is pointed at by verify and cite, those with documents first, and not where something is added', async t => {
  const cli = await withThesis(t)
  await cli.run('project', 'add', 'empty')
  const hint = /Not in any library; did you mean project thesis\? Add --project thesis/
  const verdict = await cli.run('verify', 'gelatine sizing keeps ink')
  assert.equal(verdict.exitCode, 4)
  assert.match(verdict.stdout, /^not found {2}in 1 document$/m)
  assert.match(verdict.stderr, hint)
  assert.match((await cli.run('cite', 'paper')).stderr, hint)
  assert.match((await cli.run('list', '--project', 'thesis')).stdout, /^TITLE +PROJECT .*\nOn Paper +thesis /)
  await mkdir(join(cli.folder, 'nothing'))
  const added = await cli.run('ingest', 'nothing')
  assert.doesNotMatch(added.stderr, /Not in any library/)
})

test('a library that is taken for a project is pointed at', async t => {
  const cli = await withThesis(t)
  const { exitCode, stderr } = await cli.run('query', 'notes', 'milk')
  assert.equal(exitCode, 4)
  assert.match(
    stderr,
    /Project 'notes' not found.*\nhint: {2}There is a library of that name: use `quire search` with library "notes"/,
  )
})

test('ingesting into a project ends with a sum, and with 1 when a document failed', async t => {
  const cli = await openCli(t)
  await cli.run('project', 'add', 'thesis')
  await mkdir(join(cli.folder, 'papers'))
  await writeFile(join(cli.folder, 'papers', 'good.md'), '# Good\n\nWords.\n')
  const first = await cli.run('ingest', 'papers', '--project', 'thesis')
  assert.equal(first.exitCode, 0, first.stderr)
  assert.match(first.stdout, /^1 document: 1 added, 1 new chunk → project thesis$/m)
  await writeFile(join(cli.folder, 'papers', 'bad.docx'), Buffer.from('PK\u0003\u0004 and then nothing'))
  const second = await cli.run('ingest', 'papers', '--project', 'thesis')
  assert.equal(second.exitCode, 1)
  assert.match(second.stdout, /^failed {4}.*bad\.docx\n/m)
  assert.match(second.stdout, /^2 documents: 1 skipped, 1 failed, 0 new chunks → project thesis$/m)
})

test('a tool that a part failed for ends with 1, also where its answer is shown field by field', async t => {
  const cli = await openCli(t)
  const [good, bad] = ['good.md', 'empty.md'].map(name => join(cli.folder, name)) as [string, string]
  await writeFile(good, '# Good\n\nWords.\n')
  await writeFile(bad, '')
  assert.equal((await cli.run('knowledge', 'ingest-documents', good)).exitCode, 0)
  assert.equal((await cli.run('knowledge', 'ingest-documents', good, bad)).exitCode, 1)
})

test('a parsed repository is counted, and what to do with it is said in commands', async t => {
  const cli = await openCli(t)
  await mkdir(join(cli.folder, 'code'))
  await writeFile(
    join(cli.folder, 'code', 'lib.py'),
    'class Client:\n    def fetch(self):\n        return 1\n',
  )
  const env = { USE_KNOWLEDGE_GRAPH: 'true' }
  const { exitCode, stdout, stderr } = await cli.runWith({ env }, 'graph', 'parse', 'code')
  assert.equal(exitCode, 0, stderr)
  assert.match(stdout, /^parsed {2}.*code.*\n1 class, 1 method, 0 functions/)
  assert.match(stderr, /`quire graph check`/)
  assert.doesNotMatch(stdout + stderr, /check_ai_script|query_knowledge/)
})

test('a stated page is a number, a printed label or a range', async t => {
  const cli = await withThesis(t)
  for (const page of ['iv', '12–13', '12-13', '5', '"5"'])
    assert.deepEqual(
      (
        (await cli.json(
          'verify',
          'gelatine sizing keeps ink',
          '--project',
          'thesis',
          '--page',
          page,
        )) as Record<string, Record<string, unknown>>
      ).page_check?.stated,
      page.replaceAll('"', ''),
    )
})

test('references that cannot be read are refused when they are named, not when documents are added', async t => {
  const cli = await openCli(t)
  await writeFile(join(cli.folder, 'notes.txt'), 'no references at all')
  const missing = await cli.run('project', 'add', 'thesis', '--references', 'refs.bib')
  assert.equal(missing.exitCode, 4)
  assert.match(missing.stderr, /refs\.bib': there is no such file/)
  const other = await cli.run('project', 'add', 'thesis', '--references', 'notes.txt')
  assert.equal(other.exitCode, 2)
  assert.match(other.stderr, /contains no bibliography/)
  assert.deepEqual(await cli.json('project', 'list'), [])
})

test('with --json a failure outside of a tool is JSON too', async t => {
  const cli = await openCli(t)
  const cases: [string[], number, RegExp][] = [
    // Commands that call a tool print errors in the format of the tool's contract.
    [['search', 'x', '--project', 'theses', '--json'], 4, /^\{"status":"error","error":".*theses/],
    [['search', '--json'], 2, /^\{"status":"error","error":".*<query>/],
    [['query', 'thesis', '--json'], 2, /^\{"error":\{"code":"VALIDATION_ERROR"/],
    [['serach', 'x', '--json'], 2, /^\{"error":\{"code":"UNKNOWN_COMMAND"/],
    [['import', 'nowhere.quire', '--json'], 4, /^\{"error":\{"code":"FILE_NOT_FOUND"/],
  ]
  for (const [argv, expected, shape] of cases) {
    const { exitCode, stdout, stderr } = await cli.run(...argv)
    assert.equal(exitCode, expected, argv.join(' '))
    assert.match(JSON.stringify(JSON.parse(stdout)), shape)
    assert.match(stderr, /^error: /)
  }
  assert.equal((await cli.run('serach', 'x')).stdout, '')
})

test('an empty pipe is said to be empty', async t => {
  const cli = await openCli(t)
  const { exitCode, stderr } = await cli.runWith({ stdin: ' \n' }, 'ingest', '-', '--source', 'a label')
  assert.equal(exitCode, 2)
  assert.match(stderr, /nothing was piped in/)
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
    assert.match(stderr, /cannot be opened|is not opened/)
  }
  for (const address of ['file://server/share/x.pdf', 'file:///tmp/a%2Fb.pdf']) {
    const { exitCode, stderr } = await cli.run('open', address)
    assert.equal(exitCode, 2, address)
    assert.match(stderr, /cannot be opened|is not opened/)
  }
  assert.equal((await cli.run('open', 'no-such-id')).exitCode, 4)
  await writeFile(join(cli.folder, 'a.pdf'), '%PDF-')
  const file = pathToFileURL(join(cli.folder, 'a.pdf')).href
  assert.equal((await cli.run('open', file, '--page', '3')).stdout, `${file}#page=3\n`)
  assert.equal((await cli.run('open', file, '--page', '0')).exitCode, 2)
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
    [['ingest', 'no-such-file.md'], /hint: .*`quire documents server-info --check-path …`/],
    [['search', 'x', '--since', 'soon'], /error: --since must be a date/],
    [['query', 'thesis', 'two', 'words'], /hint: {2}Put a question of several words in quotes/],
    [['verify', 'two', 'words'], /hint: {2}Put a quotation of several words in quotes/],
    [['trust'], /There is no .*quire\.toml\.\nhint: /],
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
