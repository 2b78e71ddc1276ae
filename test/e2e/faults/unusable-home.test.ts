import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { askForTools } from '../cli/ask-for-tools.ts'
import { launcher, spawnQuire, temporaryHome } from '../cli/spawn-quire.ts'
import { readHome } from './read-home.ts'
import { writeText } from './write-text.ts'

/** Homes that cannot be used, what is said about each, and the exit code. */
const unusable: Record<string, { make(home: string): Promise<void>; says: RegExp; exitCode: number }> = {
  'whose path leads through a file': {
    make: home => writeFile(home, 'a file'),
    says: /^error: The folder of the store .* cannot be created\.\nhint: {2}\S/,
    exitCode: 6,
  },
  'whose database is a folder': {
    make: home => mkdir(join(home, 'quire.db'), { recursive: true }).then(() => {}),
    says: /^error: The store file cannot be opened\.\nhint: {2}\S/,
    exitCode: 6,
  },
  'whose database is something else': {
    make: async home => {
      await mkdir(home)
      await writeFile(join(home, 'quire.db'), 'This is a letter, not a database. '.repeat(100))
    },
    says: /^error: .*quire\.db is not a store.*\nhint: {2}\S/,
    exitCode: 2,
  },
}

for (const [what, { make, says, exitCode }] of Object.entries(unusable))
  test(`a home ${what} is explained`, async t => {
    const home = join(await temporaryHome(t), 'home')
    await make(home)
    const quire = spawnQuire(t, ['list'], { home })
    assert.deepEqual([(await quire.ended).exitCode, quire.stdout()], [exitCode, ''])
    assert.match(quire.stderr(), says)
  })

test('quire mcp says what it offers before it opens its home, and ends when that cannot be opened', async t => {
  const { make, says, exitCode } = unusable['whose database is something else']!
  const home = join(await temporaryHome(t), 'home')
  await make(home)
  const quire = spawnQuire(t, ['mcp'], { home })
  askForTools(quire)
  // Nobody hangs up: it ends by itself.
  assert.equal((await quire.ended).exitCode, exitCode)
  assert.match(quire.stderr(), says)
  assert.match(quire.stdout(), /"tools":\[\{"name":"search".*"id":2\}/)
})

test('a home that may only be read is explained', {
  skip: process.getuid?.() === 0 && 'permissions do not bind the superuser',
}, async t => {
  const home = join(await temporaryHome(t), 'home')
  await mkdir(home)
  await chmod(home, 0o555)
  const quire = spawnQuire(t, ['list'], { home })
  const { exitCode } = await quire.ended
  assert.ok(exitCode === 3 || exitCode === 6, String(exitCode))
  assert.match(quire.stderr(), /^error: The store .*\nhint: {2}.*write/)
})

/** A file system of its own, seen by one process only; it is gone with it. */
const privateDisk = ['unshare', '--map-root-user', '--mount', 'sh', '-c'] as const
const canMount =
  spawnSync(privateDisk[0], [...privateDisk.slice(1), 'mount -t tmpfs none /tmp'], { stdio: 'ignore' })
    .status === 0

test('a full disk is explained, and what was stored before stays', {
  skip: !canMount && 'this user may not mount a small disk',
}, async t => {
  const folder = await temporaryHome(t)
  const home = join(folder, 'disk')
  await mkdir(home)
  await writeFile(join(folder, 'small.md'), writeText('small'))
  const large = Array.from({ length: 400 }, (_, index) => writeText(`large ${index}`)).join('\n')
  await writeFile(join(folder, 'large.md'), large)
  const quire = `'${process.execPath}' '${launcher}'`
  const script = `
    mount -t tmpfs -o size=2m none '${home}' || exit 99
    ${quire} ingest '${folder}/small.md' >/dev/null || exit 98
    ${quire} ingest '${folder}/large.md' ; echo "exit code $?" >&2
    cp -r '${home}' '${folder}/copy'`
  const { status, stderr } = spawnSync(privateDisk[0], [...privateDisk.slice(1), script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home, QUIRE_HOME: home, QUIRE_EMBEDDER: 'hash' },
  })
  assert.equal(status, 0, stderr)
  assert.match(stderr, /^error: The disk that holds the store is full; nothing was changed\.\nhint: {2}\S/m)
  assert.match(stderr, /^exit code 6$/m)
  assert.deepEqual([...(await readHome(join(folder, 'copy'))).keys()], [join(folder, 'small.md')])
})
