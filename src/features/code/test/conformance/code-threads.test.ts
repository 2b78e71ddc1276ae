import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { stillClock } from '../../../../../test/conformance/store-fixtures.ts'
import { openEmbedder } from '../../../../adapters/embedders/index.ts'
import { openTables } from '../../../../adapters/stores/index.ts'
import { silent } from '../../../../core/model/progress.ts'
import { codeParser } from '../../parse/code-parser.ts'
import type { CodeWork } from '../../ports/code-work.ts'
import type { GraphStore } from '../../ports/graph-store.ts'
import { graphTables } from '../../tables/index.ts'
import { type CodeThreadsOptions, codeThreads } from '../../work/code-threads.ts'
import { codeWork } from '../../work/code-work.ts'
import { pump, wrongScript } from '../sources.ts'

const { signal } = new AbortController()
const listOf = (length: number) =>
  ({ path: 'list.py', language: 'python', text: `x = [${'1,'.repeat(length)}]\n` }) as const
/** Takes seconds to check. */
const endless = listOf(1_400_000)

type Opened = { store: GraphStore; threads: CodeWork; own: CodeWork }

async function open(t: TestContext, options: Partial<CodeThreadsOptions> = {}): Promise<Opened> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-threads-'))
  const path = join(folder, 'quire.db')
  const store = await openTables(`sqlite:${path}`, graphTables, { clock: stillClock })
  const model = await openEmbedder('hash')
  const threads = codeThreads({ place: { kind: 'sqlite', path }, model, ...options })
  t.after(async () => {
    await threads.close()
    await store.close()
    await rm(folder, { recursive: true })
  })
  return { store, threads, own: codeWork({ store, parser: codeParser(), model }) }
}

async function* read(paths: readonly string[]): AsyncGenerator<{ path: string; text: string | null }> {
  const texts = new Map(Object.entries(pump))
  for (const path of paths) yield { path, text: texts.get(path) ?? null }
}

function stateOf(source: string): Parameters<CodeWork['update']>[0] {
  const files = Object.entries(pump).map(([path, text]) => ({ path, bytes: text.length }))
  return { source, names: [source], revision: null, parsedAt: stillClock.now(), files }
}

test('threads return what the calling thread would, with progress', async t => {
  const { store, threads, own } = await open(t)
  const messages: string[] = []
  const progress = ({ message }: { message: string }) => messages.push(message)
  const parsed = await threads.update(stateOf('a/pump'), read, { signal, progress })
  const again = await own.update(stateOf('b/pump'), read, { signal, progress: silent })
  assert.deepEqual(
    { ...parsed, record: { ...parsed.record, name: '', source: '', version: 0 } },
    { ...again, record: { ...again.record, name: '', source: '', version: 0 } },
  )
  assert.ok(messages.includes('Parsing pump/device.py'), messages.join())
  await store.remove('b/pump')
  const script = { path: 'script.py', language: 'python', text: wrongScript } as const
  assert.deepEqual(await threads.check(script, signal), await own.check(script, signal))
})

test('a Failure keeps its kind, code and hint', async t => {
  const { threads, own } = await open(t)
  const empty = { ...stateOf('lib'), files: [] }
  const context = { signal, progress: silent }
  const expected = await own.update(empty, read, context).catch((error: unknown) => error)
  assert.ok(expected instanceof Error)
  await assert.rejects(threads.update(empty, read, context), {
    name: expected.name,
    message: expected.message,
    code: 'NOTHING_TO_PARSE',
    kind: 'invalid',
  })
})

test('a cancelled check ends its thread, and the next one is answered', async t => {
  const { threads } = await open(t)
  const stop = new AbortController()
  const checks = [1, 2, 3].map(() => threads.check(endless, stop.signal))
  setTimeout(() => stop.abort(), 200)
  for (const outcome of await Promise.allSettled(checks))
    assert.equal(outcome.status === 'rejected' && outcome.reason.code, 'CANCELLED')
  const report = await threads.check({ path: 'a.py', language: 'python', text: 'import a\n' }, signal)
  assert.equal(report.metadata.totalImports, 1)
})

test('a cancelled update leaves the graph as it was, and its thread goes on', async t => {
  const { store, threads } = await open(t)
  const stop = new AbortController()
  async function* readSome(paths: readonly string[]): AsyncGenerator<{ path: string; text: string | null }> {
    for await (const file of read(paths)) {
      stop.abort()
      yield file
    }
  }
  const cancelled = threads.update(stateOf('lib'), readSome, { signal: stop.signal, progress: silent })
  await assert.rejects(cancelled, { code: 'CANCELLED' })
  assert.deepEqual(await store.listRepositories(), [])
  await threads.update(stateOf('lib'), read, { signal, progress: silent })
  assert.equal((await store.listRepositories()).length, 1)
})

test('a script that needs too much memory is a Failure, and the next one is checked', async t => {
  const { threads } = await open(t, { memoryMb: 32 })
  await assert.rejects(threads.check(listOf(300_000), signal), {
    kind: 'too_large',
    code: 'CODE_FILE_TOO_LARGE',
  })
  const report = await threads.check({ path: 'a.py', language: 'python', text: 'import a\n' }, signal)
  assert.equal(report.metadata.totalImports, 1)
})
