import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import test from 'node:test'
import { Failure } from '../../core/model/failure.ts'
import { fileReader } from './file-reader.ts'
import { folderReader } from './folder-reader.ts'
import { failure } from './test/failure.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'quire-files-')))
test.after(() => rmSync(base, { recursive: true }))

const root = join(base, 'root')
const outside = join(base, 'outside')
const place = (path: string, text = path) => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}
place(join(root, 'a.txt'), 'hello')
place(join(root, 'sub/b.md'), 'bee')
place(join(root, 'sub/deep/c.md'), 'sea')
place(join(root, '.hidden/d.md'))
place(join(root, '.secret.md'))
place(join(root, 'node_modules/pkg/e.md'))
place(join(root, '.git/config'))
place(join(outside, 'secret.txt'))
place(join(base, 'root-of-another/f.txt'))
symlinkSync(join(outside, 'secret.txt'), join(root, 'link-out.txt'))
symlinkSync(outside, join(root, 'folder-out'))
symlinkSync(join(outside, 'missing.txt'), join(root, 'dangling-out.txt'))
symlinkSync('a.txt', join(root, 'link-in.txt'))
symlinkSync(root, join(root, 'sub/loop'))
symlinkSync('circle-b', join(root, 'circle-a'))
symlinkSync('circle-a', join(root, 'circle-b'))
utimesSync(join(root, 'a.txt'), 1_750_000_000, 1_750_000_000)

const files = fileReader({ maxBytes: 100, home: root, workingDirectory: base })
const { signal } = new AbortController()

test('a file is read with its real path, name, bytes and time of change', async () => {
  assert.deepEqual(await files.read(join(root, 'sub/../link-in.txt'), [root], signal), {
    source: join(root, 'a.txt'),
    name: 'a.txt',
    bytes: Buffer.from('hello'),
    mediaType: null,
    charset: null,
    lastModified: '2025-06-15T15:06:40+00:00',
    fileType: null,
  })
})

test('the home sign and relative paths are expanded', async () => {
  assert.equal(await files.resolve('~/a.txt', null), join(root, 'a.txt'))
  assert.equal(await files.resolve('root/a.txt', [root]), join(root, 'a.txt'))
  assert.equal(await files.resolve('~', null), root)
})

test('a missing file says where the server looked and how to check', async () => {
  await assert.rejects(files.read('root/none.txt', [root], signal), error => {
    assert.ok(error instanceof Failure)
    assert.equal(
      error.message,
      "Ingestion failed: cannot read 'root/none.txt': there is no such file or folder.",
    )
    assert.ok(error.hint?.includes(base) && error.hint.includes('server_info(check_path='))
    return failure('SOURCE_NOT_FOUND', 'not_found')(error)
  })
  await assert.rejects(files.resolve(join(root, 'a.txt/x'), null), failure('SOURCE_NOT_FOUND', 'not_found'))
  await assert.rejects(files.resolve('C:\\Windows\\win.ini', null), failure('SOURCE_NOT_FOUND', 'not_found'))
  await assert.rejects(files.resolve('~nobody/x', null), failure('SOURCE_NOT_FOUND', 'not_found'))
})

test('outside the roots the answer is the same whether something is there or not', async () => {
  const attempts = [
    [join(outside, 'secret.txt'), join(outside, 'missing.txt')],
    [join(root, 'link-out.txt'), join(root, 'dangling-out.txt')],
    [join(root, 'folder-out/secret.txt'), join(root, 'folder-out/missing.txt')],
    [join(root, '../outside/secret.txt'), join(root, '../outside/none/none.txt')],
    [join(base, 'root-of-another/f.txt'), join(base, 'root-of-another')],
    ['/etc/passwd', '/etc/no-such-file'],
    [`/proc/self/root${join(outside, 'secret.txt')}`, '/proc/self/root/none'],
  ]
  for (const pair of attempts) {
    const answers = await Promise.all(
      pair.map(path =>
        files.read(path, [root], signal).then(
          () => 'read',
          (error: unknown) => {
            assert.ok(error instanceof Failure)
            return JSON.stringify([
              error.kind,
              error.code,
              error.message,
              error.hint,
              error.details,
            ]).replaceAll(path, '')
          },
        ),
      ),
    )
    assert.match(answers[0] ?? '', /FORBIDDEN_PATH/, String(pair))
    assert.equal(answers[0], answers[1])
  }
})

test('without roots a link may lead anywhere, with roots only into them', async () => {
  assert.equal(await files.resolve(join(root, 'link-out.txt'), null), join(outside, 'secret.txt'))
  assert.equal(await files.resolve(join(root, 'link-out.txt'), [root, outside]), join(outside, 'secret.txt'))
  await assert.rejects(files.resolve(join(root, 'a.txt'), []), failure('FORBIDDEN_PATH', 'forbidden'))
})

test('a root that is itself a link confines to where it leads', async () => {
  assert.equal(
    await files.resolve(join(root, 'folder-out/secret.txt'), [join(root, 'folder-out')]),
    join(outside, 'secret.txt'),
  )
})

test('links in a circle and odd paths are clear failures', async () => {
  await assert.rejects(files.resolve(join(root, 'circle-a'), null), failure('SOURCE_NOT_FOUND', 'not_found'))
  await assert.rejects(files.resolve(join(root, 'circle-a'), [root]), failure('FORBIDDEN_PATH', 'forbidden'))
  await assert.rejects(files.resolve('a\0b', null), failure('INVALID_PATH', 'invalid'))
  await assert.rejects(files.resolve('  ', null), failure('INVALID_PATH', 'invalid'))
  await assert.rejects(
    files.resolve(`${root}/${'x'.repeat(5000)}`, null),
    failure('SOURCE_NOT_FOUND', 'not_found'),
  )
})

test('only regular files are read: no folder, device or pipe', async () => {
  const pipe = join(root, 'pipe.txt')
  execFileSync('mkfifo', [pipe])
  for (const path of [root, '/dev/zero', pipe])
    await assert.rejects(files.read(path, null, signal), failure('NOT_A_FILE', 'invalid'))
  rmSync(pipe)
})

test('a file larger than the limit is refused, also when it hides its size', async () => {
  place(join(root, 'big.bin'), 'x'.repeat(101))
  place(join(root, 'just.bin'), 'x'.repeat(100))
  await assert.rejects(files.read(join(root, 'big.bin'), null, signal), failure('TOO_LARGE', 'too_large'))
  assert.equal((await files.read(join(root, 'just.bin'), null, signal)).bytes.length, 100)
  await assert.rejects(files.read('/proc/cpuinfo', null, signal), failure('TOO_LARGE', 'too_large'))
  rmSync(join(root, 'big.bin'))
  rmSync(join(root, 'just.bin'))
})

test('a cancelled read stops', async () => {
  await assert.rejects(
    files.read(join(root, 'a.txt'), null, AbortSignal.abort()),
    failure('CANCELLED', 'cancelled'),
  )
})

test('a folder lists its files by path, once, without hidden ones and packages, and never leaves it', async () => {
  const listed = await files.list(root, { recursive: true, roots: [root] }, signal)
  assert.deepEqual(
    listed.files.map(file => [relative(root, file.path), file.bytes]),
    [
      ['a.txt', 5],
      ['sub/b.md', 3],
      ['sub/deep/c.md', 3],
    ],
  )
  const flat = await files.list(root, { recursive: false, roots: null }, signal)
  assert.deepEqual(
    flat.files.map(file => relative(root, file.path)),
    ['a.txt'],
  )
})

test('a folder outside the roots, a missing one and a file are refused as such', async () => {
  const options = { recursive: true, roots: [root] }
  await assert.rejects(files.list(outside, options, signal), failure('FORBIDDEN_PATH', 'forbidden'))
  await assert.rejects(
    files.list(join(root, 'folder-out'), options, signal),
    failure('FORBIDDEN_PATH', 'forbidden'),
  )
  await assert.rejects(
    files.list(join(root, 'none'), options, signal),
    failure('SOURCE_NOT_FOUND', 'not_found'),
  )
  await assert.rejects(files.list(join(root, 'a.txt'), options, signal), failure('NOT_A_FOLDER', 'invalid'))
})

const hasByteNames = process.platform === 'linux'

test('names that are not UTF-8 are left out with a readable name, and so is what lies below them', {
  skip: hasByteNames ? false : 'this system has no such names',
}, async t => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'quire-bytes-')))
  t.after(() => rm(folder, { recursive: true }))
  const named = (bytes: string) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(bytes, 'latin1')])
  await writeFile(named('caf\xe9-\xff.md'), 'one')
  await mkdir(named('dir\xfe'))
  await writeFile(named('dir\xfe/inside.md'), 'two')
  await writeFile(join(folder, 'grün.md'), 'three')
  const { files: found, leftOut } = await files.list(folder, { recursive: true, roots: null }, signal)
  assert.deepEqual(
    found.map(({ path }) => relative(folder, path)),
    ['grün.md'],
  )
  assert.deepEqual(
    leftOut.map(({ path }) => relative(folder, path)),
    ['caf\\xe9-\\xff.md', 'dir\\xfe'],
  )
  for (const { reason } of leftOut) assert.match(reason, /not valid UTF-8.*rename/)
  const { entries } = await folderReader({ home: folder, workingDirectory: folder, maxBytes: 100 }).list(
    folder,
    { roots: [folder], limit: 10, offset: 0 },
    signal,
  )
  assert.deepEqual(
    entries.map(({ name, kind }) => [name, kind]),
    [
      ['caf\\xe9-\\xff.md', 'file'],
      ['dir\\xfe', 'directory'],
      ['grün.md', 'file'],
    ],
  )
})
