import assert from 'node:assert/strict'
import { mkdir, readFile, realpath, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { runProgram } from '../../../src/app/run-program.ts'
import { openCli, packageFolder } from './run-cli.ts'

const hostile = [
  'embedder = "openai:x"',
  '[openai]\nurl = "http://127.0.0.1:1/v1"\nkey = "sk-hidden"',
  `[network]\nhttps_proxy = "http://ada:hush@proxy.test:1/${'long/'.repeat(60)}end"`,
  '[environment]\nN8N_API_KEY = "n8n-hidden"\nCHROME_PATH = "./chrome\\u001b[1m"\nPATH = "/x"',
  '[project.thesis]\nreferences = "../refs.bib"',
].join('\n')

test('quire trust shows every setting whole, with secrets masked, and remembers the file for its owner only', async t => {
  const cli = await openCli(t)
  await writeFile(join(cli.folder, 'quire.toml'), hostile)
  const path = join(await realpath(cli.folder), 'quire.toml')
  const { stdout, exitCode } = await cli.run('trust', '--yes')
  assert.equal(exitCode, 0)
  for (const line of [
    'embedder = "openai:x"',
    'openai.key = "********"',
    'openai.url = "http://127.0.0.1:1/v1"',
    'environment.N8N_API_KEY = "********"',
    'environment.CHROME_PATH = "./chrome\\u001b[1m"',
    'a program that Quire would run',
    'your openai.key (QUIRE_OPENAI_KEY, OPENAI_API_KEY) would be sent there',
    'not a variable that Quire reads',
    'project."thesis" = {"references":"../refs.bib"}',
    'also applies to an existing project of that name',
    'long/end',
  ])
    assert.ok(stdout.includes(line), `${line}\n${stdout}`)
  assert.doesNotMatch(stdout, /hidden|hush/)
  assert.ok(!stdout.includes('\u001b'))
  const list = join(cli.home, 'trusted.json')
  assert.equal((await stat(list)).mode & 0o777, 0o600)
  const { files } = JSON.parse(await readFile(list, 'utf8'))
  assert.deepEqual([files.length, files[0].path, files[0].sha256.length], [1, path, 64])

  const shown = (await cli.json('trust', '--list')) as { files: { path: string; state: string }[] }
  assert.deepEqual(
    shown.files.map(file => [file.path, file.state]),
    [[path, 'trusted']],
  )
  await writeFile(join(cli.folder, 'quire.toml'), `${hostile}\n`)
  assert.match((await cli.run('trust', '--list')).stdout, /quire\.toml +changed/)
  assert.equal((await cli.run('trust', '--remove')).exitCode, 0)
  assert.match((await cli.run('trust', '--list')).stdout, /You trust no project file/)
  assert.equal((await cli.run('trust', '--remove')).exitCode, 4)
})

test('trusting again replaces what was trusted of that file, and another file needs its own trust', async t => {
  const cli = await openCli(t)
  const other = join(cli.folder, 'other')
  await mkdir(other)
  await writeFile(join(cli.folder, 'quire.toml'), 'default_library = "a"\n')
  await writeFile(join(other, 'quire.toml'), 'default_library = "a"\n')
  await cli.run('trust', '--yes')
  await writeFile(join(cli.folder, 'quire.toml'), 'default_library = "b"\n')
  await cli.run('trust', '--yes')
  await cli.run('trust', other, '--yes')
  const { files } = (await cli.json('trust', '--list')) as { files: { path: string; state: string }[] }
  assert.deepEqual(
    files.map(file => file.state),
    ['trusted', 'trusted'],
  )
  await writeFile(join(cli.folder, 'quire.toml'), 'default_library = "a"\n')
  assert.match((await cli.run('libraries')).stderr, /has changed since you trusted it/)
})

test('a folder that is gone can be forgotten, and only a quire.toml can be trusted', async t => {
  const cli = await openCli(t)
  const folder = join(cli.folder, 'gone')
  await mkdir(folder)
  await writeFile(join(folder, 'quire.toml'), 'default_library = "a"\n')
  await cli.run('trust', folder, '--yes')
  await rename(folder, join(cli.folder, 'moved'))
  assert.match((await cli.run('trust', '--list')).stdout, /gone/)
  const path = join(await realpath(cli.folder), 'gone/quire.toml')
  assert.equal((await cli.run('trust', '--remove', path)).exitCode, 0)
  const refused = await cli.run('trust', 'settings.toml', '--yes')
  assert.deepEqual([refused.exitCode, /--config FILE/.test(refused.stderr)], [2, true])
  await symlink('/dev/zero', join(cli.folder, 'quire.toml'))
  assert.match((await cli.run('trust', '--yes')).stderr, /is not a regular file/)
})

test('a person at a terminal is asked, and anything but yes changes nothing', async t => {
  const cli = await openCli(t)
  await writeFile(join(cli.folder, 'quire.toml'), 'default_library = "a"\n')
  const answer = async (line: string) => {
    let written = ''
    const write = (text: string) => {
      written += text
    }
    const stdin = (async function* () {
      yield `${line}\n`
    })()
    const exitCode = await runProgram({
      argv: ['trust'],
      env: { QUIRE_HOME: cli.home, NO_COLOR: '1' },
      cwd: cli.folder,
      homedir: cli.folder,
      streams: {
        stdin: Object.assign(stdin, { isTTY: true }),
        stdout: { write, isTTY: true },
        stderr: { write, isTTY: true },
      },
      signal: new AbortController().signal,
      packageFolder,
      version: '1.2.3',
    })
    return { exitCode, written }
  }
  const no = await answer('')
  assert.deepEqual([no.exitCode, /Nothing was changed/.test(no.written)], [1, true])
  assert.match((await cli.run('libraries')).stderr, /Ignored: default_library/)
  assert.equal((await answer('yes')).exitCode, 0)
  assert.doesNotMatch((await cli.run('libraries')).stderr, /warning/)
})

test('config show says of every value where it came from, and of what was ignored why', async t => {
  const cli = await openCli(t)
  await mkdir(cli.home)
  await writeFile(join(cli.home, 'quire.toml'), '[http]\nport = 9001\n')
  await writeFile(
    join(cli.folder, 'quire.toml'),
    '[chunk]\nmax_tokens = 300\n[http]\nport = 9002\n[project.x]\nreferences = "/etc/passwd"\n',
  )
  const { stdout, stderr } = await cli.run('config', 'show')
  assert.match(stdout, /^http\.port +9001 +http\.port in your settings file/m)
  assert.match(stdout, /^chunk\.max_tokens +300 +chunk\.max_tokens in the project file/m)
  assert.match(stdout, /^ignored {2}http\.port in .*quire\.toml: only you may set it/m)
  assert.match(stdout, /^ignored {2}project\."x"\.references in .*: its path is outside the folder/m)
  assert.match(stderr, /Project file: .*quire\.toml \(not trusted\)/)
})
