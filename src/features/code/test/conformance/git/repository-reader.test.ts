import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { silent } from '../../../../../core/model/progress.ts'
import { clone } from '../../../git/clone.ts'
import { gitEnvironment } from '../../../git/git-process.ts'
import { type RepositoryReaderOptions, repositoryReader } from '../../../git/repository-reader.ts'
import { type GitServer, openGitServer } from '../../../git/test/git-server.ts'
import type { OpenRepository, RepositoryAccess } from '../../../ports/repository-reader.ts'

const local: RepositoryAccess = { roots: null, isLocal: true }
const context = { signal: new AbortController().signal, progress: silent }

async function textsOf(opened: OpenRepository): Promise<Record<string, string | null>> {
  const texts: Record<string, string | null> = {}
  const paths = opened.files.map(({ path }) => path)
  for await (const { path, text } of opened.read(paths, context.signal)) texts[path] = text
  return texts
}

describe('repositories by git', () => {
  let server: GitServer
  let folder: string
  const reader = (options: Partial<RepositoryReaderOptions> = {}) =>
    repositoryReader({
      home: folder,
      workingDirectory: folder,
      temporaryFolder: join(folder, 'clones'),
      fetchAllow: [server.host],
      maxBytes: 10_000_000,
      maxFiles: 1_000,
      timeoutMs: 600_000,
      path: process.env.PATH ?? '',
      ...options,
    })
  const leftOver = () => readdir(join(folder, 'clones')).catch(() => [])

  before(async () => {
    server = await openGitServer()
    folder = await realpath(await mkdtemp(join(tmpdir(), 'quire-clones-')))
  })
  after(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  test('a repository is fetched without its history, read, and nothing of it stays', async () => {
    await server.commit('owner/lib', { 'a.py': 'old = 1\n' })
    const commit = await server.commit('owner/lib', {
      'lib/a.py': 'x = "é"\n',
      'b.bin': 'a\0b',
      'c d/e.ts': '',
    })
    const opened = await reader().open(`${server.url}/owner/lib.git`, local, context)
    assert.equal(opened.revision, commit)
    assert.deepEqual(opened.files, [
      { path: 'b.bin', bytes: 3 },
      { path: 'c d/e.ts', bytes: 0 },
      { path: 'lib/a.py', bytes: 9 },
    ])
    assert.deepEqual(await textsOf(opened), { 'b.bin': null, 'c d/e.ts': '', 'lib/a.py': 'x = "é"\n' })
    assert.equal((await leftOver()).length, 1)
    await opened.close()
    assert.deepEqual(await leftOver(), [])
  })

  test('a server of plain files, which cannot leave out the history, is read too', async () => {
    await server.commit('owner/plain', { 'a.py': 'x = 1\n' })
    const { execFileSync } = await import('node:child_process')
    execFileSync('git', ['update-server-info'], { cwd: server.folderOf('owner/plain') })
    const { createReadStream } = await import('node:fs')
    server.intercept('/owner/plain.git', (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://git')
      createReadStream(join(server.folderOf('owner/plain'), pathname.replace('/owner/plain.git', '')))
        .on('error', () => response.writeHead(404).end())
        .pipe(response)
    })
    const opened = await reader().open(`${server.url}/owner/plain.git`, local, context)
    assert.deepEqual(await textsOf(opened), { 'a.py': 'x = 1\n' })
    await opened.close()
  })

  test('links and submodules of a repository are not among its files', async () => {
    const { execFileSync } = await import('node:child_process')
    await server.commit('owner/links', { 'a.py': 'x = 1\n' })
    const cwd = server.folderOf('owner/links')
    const env = {
      ...process.env,
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@b',
    }
    const blob = execFileSync('git', ['hash-object', '-w', '--stdin'], { cwd, input: '/etc/passwd' })
      .toString()
      .trim()
    const head = execFileSync('git', ['rev-parse', 'main'], { cwd }).toString().trim()
    const tree = execFileSync('git', ['mktree', '--missing'], {
      cwd,
      input: `120000 blob ${blob}\tsecrets.py\n160000 commit ${head}\tsub\n100644 blob ${blob}\tplain.py\n`,
    })
      .toString()
      .trim()
    const commit = execFileSync('git', ['commit-tree', tree, '-m', 'links'], { cwd, env }).toString().trim()
    execFileSync('git', ['update-ref', 'refs/heads/main', commit], { cwd })
    const opened = await reader().open(`${server.url}/owner/links.git`, local, context)
    assert.deepEqual(await textsOf(opened), { 'plain.py': '/etc/passwd' })
    await opened.close()
  })

  test('what cannot be fetched says why, and leaves nothing behind', async () => {
    await assert.rejects(reader().open(`${server.url}/owner/none.git`, local, context), {
      code: 'CLONE_FAILED',
      message: 'The repository owner/none was not found.',
    })
    server.intercept('/owner/private.git', (_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end()
    })
    await assert.rejects(reader().open(`${server.url}/owner/private.git`, local, context), {
      code: 'CLONE_FAILED',
      message: 'The repository owner/private requires a login.',
    })
    server.intercept('/owner/moved.git', (_request, response) => {
      response.writeHead(301, { location: `${server.url}/owner/lib.git` }).end()
    })
    await assert.rejects(reader().open(`${server.url}/owner/moved.git`, local, context), {
      code: 'CLONE_FAILED',
      message: 'The repository owner/moved has moved to another address.',
    })
    await server.commit('owner/empty', { a: '' })
    const { execFileSync } = await import('node:child_process')
    execFileSync('git', ['update-ref', '-d', 'refs/heads/main'], { cwd: server.folderOf('owner/empty') })
    await assert.rejects(reader().open(`${server.url}/owner/empty.git`, local, context), {
      code: 'REPOSITORY_EMPTY',
    })
    await assert.rejects(
      reader({ path: join(folder, 'nowhere') }).open(`${server.url}/owner/lib.git`, local, context),
      { code: 'GIT_MISSING', kind: 'unavailable' },
    )
    assert.deepEqual(await leftOver(), [])
  })

  test('what is too large, has too many files or takes too long is stopped', async () => {
    await server.commit('owner/large', { 'a.bin': noise(200_000) })
    const address = `${server.url}/owner/large.git`
    await assert.rejects(reader({ maxBytes: 50_000 }).open(address, local, context), {
      code: 'REPOSITORY_TOO_LARGE',
      kind: 'too_large',
    })
    await server.commit('owner/many', { a: '', b: '', c: '' })
    await assert.rejects(reader({ maxFiles: 2 }).open(`${server.url}/owner/many.git`, local, context), {
      code: 'REPOSITORY_TOO_LARGE',
    })
    server.intercept('/owner/slow.git', () => {})
    await assert.rejects(reader({ timeoutMs: 300 }).open(`${server.url}/owner/slow.git`, local, context), {
      code: 'CLONE_TIMEOUT',
    })
    const cancelled = new AbortController()
    const opening = reader().open(`${server.url}/owner/slow.git`, local, {
      ...context,
      signal: cancelled.signal,
    })
    setImmediate(() => cancelled.abort())
    await assert.rejects(opening, { code: 'CANCELLED' })
    assert.deepEqual(await leftOver(), [])
  })

  test('private and local hosts are refused unless allowed, by whatever name', async () => {
    const strict = reader({ fetchAllow: [], resolveName: async () => [{ address: '10.0.0.7', family: 4 }] })
    const before = server.requests.length
    for (const address of [
      'https://127.0.0.1/o/n.git',
      'https://[::1]/o/n.git',
      'https://git.example.org/o/n.git',
      'git@git.example.org:o/n.git',
      'https://localhost/o/n.git',
    ])
      await assert.rejects(strict.open(address, local, context), { code: 'FORBIDDEN_ADDRESS' }, address)
    await assert.rejects(strict.open(`${server.url}/owner/lib.git`, local, context), {
      code: 'INVALID_REPOSITORY',
    })
    assert.equal(server.requests.length, before)
  })

  test('git connects to the addresses that were checked, whatever the name means by then', async () => {
    const place = await mkdtemp(join(folder, 'pinned-'))
    const [host, port] = ['pinned.example', new URL(server.url).port]
    const env = gitEnvironment({
      path: process.env.PATH ?? '',
      home: place,
      protocol: 'http',
      proxy: null,
      caFile: null,
      resolve: [`${host}:${port}:127.0.0.1`],
      sshAgent: null,
    })
    const url = `http://${host}:${port}/owner/lib.git`
    const request = { url, name: 'lib', folder: join(place, 'clone'), env, maxBytes: 1e6, timeoutMs: 600_000 }
    await clone(request, context)
    assert.ok((await readdir(request.folder)).includes('HEAD'))
  })

  test('over ssh nobody is asked for anything, and the agent is the user’s own', async () => {
    const programs = await mkdtemp(join(folder, 'programs-'))
    const log = join(programs, 'log')
    // Replaces ssh: records its arguments, and runs the remote command on this machine.
    await writeFile(
      join(programs, 'ssh'),
      `#!/bin/sh\nfor last; do :; done\necho "$@ | $SSH_AUTH_SOCK | $HOME" > ${log}\ncd ${dirname(dirname(server.folderOf('owner/lib')))}\neval "$(echo "$last" | sed "s#'/#'#")"\n`,
    )
    await chmod(join(programs, 'ssh'), 0o755)
    const options = {
      path: `${programs}:${process.env.PATH}`,
      sshAgent: '/run/agent',
      fetchAllow: ['git.example.org'],
    }
    const opened = await reader(options).open('git@git.example.org:owner/lib.git', local, context)
    assert.ok(opened.files.some(({ path }) => path === 'lib/a.py'))
    await opened.close()
    const said = await readFile(log, 'utf8')
    assert.match(said, /-oBatchMode=yes .*git@git\.example\.org .*git-upload-pack '\/owner\/lib\.git'/)
    assert.match(said, /\| \/run\/agent \| .*clones/)
  })

  test('settings of the machine are not used: no hooks, helpers or rewritten addresses', async () => {
    const home = join(folder, 'home')
    await mkdir(home, { recursive: true })
    const trap = join(folder, 'trapped')
    await writeFile(
      join(home, '.gitconfig'),
      `[url "ext::touch ${trap} "]\n  insteadOf = ${server.url}\n[credential]\n  helper = "!touch ${trap}"\n[core]\n  hooksPath = ${home}\n`,
    )
    await writeFile(join(home, 'post-checkout'), `#!/bin/sh\ntouch ${trap}\n`)
    await chmod(join(home, 'post-checkout'), 0o755)
    const old = process.env.HOME
    process.env.HOME = home
    try {
      const opened = await reader().open(`${server.url}/owner/lib.git`, local, context)
      await opened.close()
    } finally {
      process.env.HOME = old
    }
    assert.ok(!(await readdir(folder)).includes('trapped'))
  })

  test('a folder is read as it lies there, inside the roots only', async () => {
    const root = join(folder, 'root')
    await mkdir(join(root, 'lib/.git'), { recursive: true })
    await mkdir(join(root, 'lib/node_modules/x'), { recursive: true })
    await writeFile(join(root, 'lib/a.py'), 'x = 1\n')
    await writeFile(join(root, 'lib/.git/config'), 'x')
    await writeFile(join(root, 'lib/node_modules/x/i.js'), 'x')
    await writeFile(join(folder, 'secret.py'), 'secret = 1\n')
    await symlink(join(folder, 'secret.py'), join(root, 'lib/leak.py'))
    await writeFile(join(root, 'lib/old.py'), Buffer.from([0x23, 0xe9, 0x0a]))
    const confined: RepositoryAccess = { roots: [root], isLocal: false }
    const opened = await reader().open(join(root, 'lib'), confined, context)
    assert.equal(opened.revision, null)
    assert.deepEqual(await textsOf(opened), { 'a.py': 'x = 1\n', 'old.py': '#é\n' })
    const byUrl = await reader().open(`file://${join(root, 'lib')}`, confined, context)
    assert.deepEqual(byUrl.files, opened.files)
    for (const outside of [folder, `${root}/../`, `file://${folder}`])
      await assert.rejects(reader().open(outside, confined, context), { code: 'FORBIDDEN_PATH' })
    await assert.rejects(reader().identify(join(root, 'none'), confined), {
      code: 'REPOSITORY_FOLDER_MISSING',
    })
    await assert.rejects(reader().identify(join(root, 'lib/a.py'), confined), { code: 'INVALID_REPOSITORY' })
  })
})

/** Text that does not compress. */
function noise(length: number): string {
  let state = 1
  let text = ''
  while (text.length < length) {
    state = (state * 1103515245 + 12345) % 2147483648
    text += state.toString(36)
  }
  return text
}
