import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { sqliteStore } from '../../../src/adapters/stores/sqlite/sqlite-store.ts'
import { stillClock } from '../../conformance/store-fixtures.ts'
import { launcher, spawnQuire, temporaryHome } from '../cli/spawn-quire.ts'
import { readHome } from './read-home.ts'
import { writeText } from './write-text.ts'

/** Homes that cannot be used, and the error for each; all return the same exit code. */
const unusable: Record<string, { make(home: string): Promise<void>; says: RegExp }> = {
  'whose path leads through a file': {
    make: home => writeFile(home, 'a file'),
    says: /^error: The folder of the store .* cannot be created\.\nhint: {2}\S/,
  },
  'whose database is a folder': {
    make: home => mkdir(join(home, 'quire.db'), { recursive: true }).then(() => {}),
    says: /^error: The store .*quire\.db is not a file\.\nhint: {2}\S/,
  },
  'whose database is empty, as a full disk leaves it': {
    make: async home => {
      await mkdir(home)
      await writeFile(join(home, 'quire.db'), '')
    },
    says: /^error: The store .*quire\.db is empty: the file has 0 bytes\.\nhint: {2}.*backup/,
  },
  'whose schema number is older than its tables': {
    make: async home => {
      const store = await sqliteStore({ path: join(home, 'quire.db'), clock: stillClock })
      await store.close()
      const database = new DatabaseSync(join(home, 'quire.db'))
      database.exec('PRAGMA user_version = 2')
      database.close()
    },
    says: /^error: The store .*quire\.db has schema version 2, but its tables .*Nothing was changed\.\nhint: {2}.*\n$/,
  },
  'whose database is something else': {
    make: async home => {
      await mkdir(home)
      await writeFile(join(home, 'quire.db'), 'This is a letter, not a database. '.repeat(100))
    },
    says: /^error: .*quire\.db is not a store.*\nhint: {2}\S/,
  },
}

for (const [what, { make, says }] of Object.entries(unusable))
  test(`a home ${what} is explained`, async t => {
    const home = join(await temporaryHome(t), 'home')
    await make(home)
    const quire = spawnQuire(t, ['list'], { home })
    assert.deepEqual([(await quire.ended).exitCode, quire.stdout()], [6, ''])
    assert.match(quire.stderr(), says)
  })

test('a home that no file system can hold is explained at once', {
  skip: process.platform !== 'linux' && 'only Linux has /proc',
}, async t => {
  const quire = spawnQuire(t, ['list'], { home: '/proc/quire' })
  assert.equal((await quire.ended).exitCode, 6)
  assert.match(quire.stderr(), /^error: The folder of the store .* cannot be created\.\nhint: {2}\S/)
})

/** A file system that only one process sees; it is removed when the process ends. */
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

test('a read-only home can be searched, and a write fails with the reason', {
  skip: !canMount && 'this user may not mount a small disk',
}, async t => {
  const folder = await temporaryHome(t)
  const home = join(folder, 'disk')
  await mkdir(home)
  await writeFile(join(folder, 'pulp.md'), '# Pulp\n\nWood pulp turns brown with age.\n')
  await writeFile(join(folder, 'rags.md'), '# Rags\n\nRags make paper that lasts.\n')
  const quire = `'${process.execPath}' '${launcher}'`
  const script = `
    mount -t tmpfs -o size=32m none '${home}' || exit 99
    ${quire} ingest '${folder}/pulp.md' >/dev/null || exit 98
    mount -o remount,ro '${home}' || exit 97
    ${quire} search 'wood pulp' ; echo "search $?" >&2
    ${quire} server-info --json ; echo "info $?" >&2
    ${quire} ingest '${folder}/rags.md' ; echo "ingest $?" >&2
    ${quire} delete-library default ; echo "delete $?" >&2`
  const { status, stdout, stderr } = spawnSync(privateDisk[0], [...privateDisk.slice(1), script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home, QUIRE_HOME: home, QUIRE_EMBEDDER: 'hash' },
  })
  assert.equal(status, 0, stderr)
  assert.match(stdout, /Wood pulp turns brown with age/)
  assert.match(stderr, /^warning: The store .* is read-only: it can be searched/m)
  assert.match(stderr, /^search 0$/m)
  assert.match(stderr, /^ingest 3$/m)
  assert.match(stderr, /^error: .*is open for reading only.*\nhint: {2}Searching works/m)
})
