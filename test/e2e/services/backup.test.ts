import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { lazyDatabase } from '../../../src/adapters/stores/postgres/lazy-database.ts'
import { systemClock } from '../../../src/app/clock.ts'
import { runProgram } from '../../../src/app/run-program.ts'
import { openWorld, testProcess } from '../../contract/world.ts'
import { postgresDatabases } from '../../support/postgres-databases.ts'

const databases = await postgresDatabases()
let folder: string

describe('backup and restore', () => {
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-backup-'))
  })
  after(async () => {
    await rm(folder, { recursive: true, force: true })
    if (!('reason' in databases)) await databases.stop()
  })

  test('a SQLite store is copied while it is open, and restored into an empty home only', async () => {
    const home = join(folder, 'home')
    await restoresWhatWasAcknowledged({
      at: ['--home', home],
      into: ['--home', join(folder, 'restored')],
      backup: join(folder, 'sqlite'),
    })
    const again = await run(['restore', join(folder, 'sqlite'), '--home', home])
    assert.match(again.text, /There is already a store/)
    assert.notEqual(again.code, 0)
  })

  test('a file that was changed is found before anything is restored', async () => {
    const backup = join(folder, 'sqlite')
    const path = join(backup, 'store/quire.db')
    const bytes = await readFile(path)
    bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000)
    await writeFile(path, bytes)
    const { code, text } = await run(['restore', backup, '--home', join(folder, 'third')])
    assert.notEqual(code, 0)
    assert.match(text, /store\/quire\.db was changed/)
    assert.match(text, /Nothing was changed/)
  })

  test('a PostgreSQL store is copied in one snapshot, with the tables of features', {
    skip: 'reason' in databases && databases.reason,
  }, async () => {
    if ('reason' in databases) return
    const home = ['--home', join(folder, 'third')]
    const target = await databases.createEmpty()
    const from = await databases.createStore()
    const notes =
      'CREATE TABLE quire.notes (id integer PRIMARY KEY, next integer REFERENCES quire.notes, text text)'
    const database = lazyDatabase({ url: from, clock: systemClock }, { feature: 'notes', steps: [notes] })
    await database.write(sql => sql.run("INSERT INTO quire.notes VALUES (1, NULL, 'kept'), (2, 1, NULL)"))
    await database.close()
    await restoresWhatWasAcknowledged({
      at: [...home, '--store', from],
      into: [...home, '--store', target],
      backup: join(folder, 'postgres'),
    })
    const rows = await databases.run('SELECT * FROM quire.notes ORDER BY id', target)
    assert.deepEqual(rows, [
      { id: 1, next: null, text: 'kept' },
      { id: 2, next: 1, text: null },
    ])
    const other = await run(['restore', join(folder, 'postgres'), ...home, '--store', from])
    assert.match(other.text, /There is already a store/)
    const wrongKind = await run(['restore', join(folder, 'postgres'), '--home', join(folder, 'fourth')])
    assert.match(wrongKind.text, /of the kind "postgres"/)
  })
})

type Case = { at: string[]; into: string[]; backup: string }

const writers = 4
const earlier = 25

/**
 * Four writers add, replace and delete documents before and during the backup. What was acknowledged before it began must be
 * restored, word for word, unless it was replaced or deleted during it; and `quire doctor` must find nothing wrong.
 */
async function restoresWhatWasAcknowledged({ at, into, backup }: Case): Promise<void> {
  const world = await openWorld('library', { flags: at })
  const acknowledged = new Map<string, string>()
  let isWriting = true
  let later = 0
  const put = async (source: string, text: string) => {
    const { doc_id } = await world.call('ingest_content', { content: text, source })
    return String(doc_id)
  }
  const writeBefore = async (writer: number) => {
    for (let number = 0; number < earlier; number++) {
      const text = `# Part ${writer}-${number}\n\nIron gall ink number ${writer * 1_000 + number} is made from oak galls.`
      acknowledged.set(await put(`before-${writer}-${number}.md`, text), text)
    }
  }
  const writeOn = async (writer: number) => {
    const own = `later-${writer}.md`
    for (let number = 0; isWriting; number++) {
      const id = await put(own, `Version ${number} of writer ${writer}`)
      if (number % 5 === 4) await world.call('delete_document', { doc_id: id })
      later += 1
    }
  }
  const all = (work: (writer: number) => Promise<void>) =>
    Promise.all(Array.from({ length: writers }, (_, writer) => work(writer)))
  try {
    await all(writeBefore)
    const added = await run(['token', 'add', '--role', 'reader', '--label', 'kept-token', ...at])
    assert.equal(added.code, 0, added.text)
    const writing = all(writeOn)
    const { code, text } = await start(['backup', backup, ...at])
    isWriting = false
    await writing
    assert.equal(code, 0, text)
    assert.ok(later > writers, 'writes went on')
  } finally {
    isWriting = false
    await world.close()
  }
  const restored = await run(['restore', backup, ...into])
  assert.equal(restored.code, 0, restored.text)
  assert.match(restored.text, /the store is sound/)
  const { text: findings } = await run(['doctor', '--json', ...into])
  const { checks } = JSON.parse(findings)
  const ofStore = checks.filter(({ name }: { name: string }) => name === 'store')
  assert.ok(ofStore.length > 0 && ofStore.every(({ state }: { state: string }) => state !== 'fail'), findings)
  assert.match((await run(['token', 'list', ...into])).text, /kept-token/)
  const copy = await openWorld('library', { flags: into })
  try {
    assert.equal(acknowledged.size, writers * earlier)
    for (const [id, text] of acknowledged) {
      const { content } = await copy.call('get_document', { doc_id: id })
      assert.equal(content.trim(), text)
    }
    const { results } = await copy.call('search', { query: 'Iron gall ink number 2007', top_k: 3 })
    assert.match(results[0].content, /2007/)
    const later = await copy.call('ingest_content', {
      content: 'After.',
      source: 'after.md',
      library: 'later',
    })
    assert.equal(later.status, 'indexed')
  } finally {
    await copy.close()
  }
}

async function run(argv: string[]): Promise<{ code: number; text: string }> {
  const world = testProcess(folder, [...argv, '--embedder', 'hash'])
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) > 0, isTTY: false }
  // SAFETY: the program only writes to its streams here.
  const streams = { ...world.streams, stdout: stream, stderr: stream } as unknown as typeof world.streams
  const code = await runProgram({ ...world, streams })
  return { code, text: lines.join('') }
}

const main = join(import.meta.dirname, '../../../src/app/main.ts')

/** Runs the program as a process of its own: copying a SQLite file blocks its thread, and the writers must not wait. */
async function start(argv: string[]): Promise<{ code: number; text: string }> {
  const args = [main, ...argv, '--embedder', 'hash']
  const child = promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH } })
  return child.then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    error => ({ code: 1, text: `${error.stdout}${error.stderr}` }),
  )
}
