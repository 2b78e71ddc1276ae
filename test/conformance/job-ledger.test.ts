import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openJobLedger, openStore } from '../../src/adapters/stores/index.ts'
import { sqliteJobLedger } from '../../src/adapters/stores/sqlite/job-ledger.ts'
import { memoryJobLedger } from '../../src/core/jobs/memory-ledger.ts'
import type { JobLedger } from '../../src/core/ports/job-ledger.ts'
import { testJobLedger } from './job-ledger-suite.ts'
import { never, stillClock } from './store-fixtures.ts'

async function temporaryFolder(context: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-ledger-'))
  context.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

testJobLedger('sqlite', async (context, options) => {
  const opened: JobLedger[] = []
  context.after(async () => {
    for (const ledger of opened) await ledger.close()
  })
  const path = join(await temporaryFolder(context), 'quire.db')
  return {
    open() {
      const ledger = sqliteJobLedger({ path, clock: stillClock, ...options })
      opened.push(ledger)
      return ledger
    },
  }
})

testJobLedger('memory', async (_context, options) => {
  const ledger = memoryJobLedger(options)
  return { open: () => ledger }
})

test('the ledger of a store lies in its file, and is opened by the first use only', async context => {
  const folder = await temporaryFolder(context)
  const url = `sqlite:${join(folder, 'quire.db')}`
  const unused = await openJobLedger(url, { clock: stillClock })
  await unused.close()
  const store = await openStore(url, { clock: stillClock })
  const ledger = await openJobLedger(url, { clock: stillClock })
  assert.deepEqual(await ledger.list({ states: null, limit: 1 }), [])
  assert.deepEqual(await store.check(never), { ok: true, problems: [] })
  await ledger.close()
  await store.close()
  await assert.rejects(openJobLedger('nope:x', { clock: stillClock }), { code: 'INVALID_STORE' })
})

test('what SQLite throws leaves as a Failure', async context => {
  const folder = await temporaryFolder(context)
  const ledger = sqliteJobLedger({ path: folder, clock: stillClock })
  await assert.rejects(ledger.list({ states: null, limit: 1 }), {
    name: 'Failure',
    code: 'STORE_UNREACHABLE',
  })
  await ledger.close()
})
