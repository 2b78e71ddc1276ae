import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fakeTerminal } from '../../test/support/fake-terminal.ts'
import { toolTable } from '../core/contract/tool-table.ts'
import { Failure } from '../core/model/failure.ts'
import { systemClock } from './clock.ts'
import { connectLines } from './commands/start.ts'
import { loadConfig } from './config/load-config.ts'
import { rootsPolicy } from './file-access.ts'
import { loadChosen, loadToolsets } from './load-features.ts'
import { createLog } from './log.ts'
import { mountOf, withDefaultLibrary } from './offer.ts'

const local = { surface: 'stdio', isLocal: true } as const
const remote = { surface: 'http', isLocal: false } as const

test('local callers go anywhere unless roots are set; HTTP callers stay inside them, where Quire started when they know its token, or nowhere', () => {
  const free = rootsPolicy(null, { startedIn: '/work', hasToken: true })
  assert.equal(free(local), null)
  assert.deepEqual(free(remote), ['/work'])
  const open = rootsPolicy(null, { startedIn: '/work', hasToken: false })
  assert.deepEqual([open(local), open(remote)], [null, []])
  const confined = rootsPolicy(['/papers'], { startedIn: '/work', hasToken: false })
  assert.deepEqual([confined(local), confined(remote)], [['/papers'], ['/papers']])
})

test('the log writes one line per event, in the form and from the level asked for', () => {
  const lines: string[] = []
  const clock = { now: () => '2026-01-02T03:04:05.678+00:00' }
  const write = (line: string) => lines.push(line)
  const text = createLog({ level: 'info', format: 'text', clock, write })
  text.write('debug', 'hidden')
  text.write('warn', 'call', { tool: 'search', note: 'two words\nand a line', ms: 3, id: null })
  createLog({ level: 'error', format: 'json', clock, write }).write('error', 'surprise', { error: 'x' })
  assert.deepEqual(lines, [
    '03:04:05 warn  call tool=search note="two words\\nand a line" ms=3 id=null\n',
    '{"time":"2026-01-02T03:04:05.678+00:00","level":"error","event":"surprise","error":"x"}\n',
  ])
})

test('the clock writes an offset, and a limit too long for a timer never ends', () => {
  assert.match(systemClock.now(), /^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)
  const limit = systemClock.timeout(Number.POSITIVE_INFINITY)
  assert.equal(limit.signal.aborted, false)
  limit.dispose()
})

test('a limit that is over aborts with a TimeoutError', async () => {
  const limit = systemClock.timeout(1)
  await new Promise(resolve => limit.signal.addEventListener('abort', resolve))
  assert.equal(limit.signal.reason.name, 'TimeoutError')
})

function configWith(...argv: string[]) {
  return loadConfig({ argv, env: {}, file: null, cwd: '/', homedir: '/' })
}

test('the default mounts what exists of it; a choice must exist', async () => {
  const names = async (...argv: string[]) => {
    const config = configWith(...argv)
    return mountOf(await loadChosen(config.values.toolsets), config).toolsets.map(({ name }) => name)
  }
  assert.ok((await names()).includes('documents'))
  assert.deepEqual(await names('--toolsets', 'system,documents'), ['documents', 'system'])
  assert.ok(!(await names('--toolsets', 'all')).includes('conformance'))
  await assert.rejects(names('--toolsets', 'documents,documnets'), Failure)
})

test('a server loads the toolsets it offers and no other; whoever chooses wrongly is shown all names', async () => {
  const named = await loadChosen(['system', 'documents'])
  assert.deepEqual(
    named.map(({ name }) => name),
    ['documents', 'system'],
  )
  const all = (await loadToolsets()).map(({ name }) => name)
  for (const choice of ['all', 'documnets'])
    assert.deepEqual(
      (await loadChosen([choice])).map(({ name }) => name),
      all,
    )
})

test('every toolset has the name by which it is loaded', async () => {
  for (const { name, tools } of await loadToolsets()) {
    const [loaded, ...others] = await loadChosen([name])
    assert.deepEqual([loaded?.name, others], [name, []])
    assert.deepEqual(
      loaded?.tools.map(tool => tool.name),
      tools.map(tool => tool.name),
    )
  }
})

test('the default library replaces the built-in one wherever a tool falls back to it', async () => {
  const table = toolTable(withDefaultLibrary(await loadToolsets(), 'main'))
  const fallback = (tool: string) => table.find(tool)?.inputSchema.properties?.library
  assert.equal(fallback('ingest_file')?.default, 'main')
  assert.equal(fallback('ingest_folder')?.default, 'main')
  assert.equal(fallback('search')?.default, null)
  assert.equal(fallback('crawl_deep')?.default, 'web')
  assert.match(fallback('ingest_file')?.description ?? '', /Library to put it in/)
})

test('a checkout is started by its path, a package through npx, and a token is asked for', () => {
  const lines = (packageFolder: string, hasToken: boolean) =>
    connectLines({ packageFolder }, { url: 'http://127.0.0.1:8321', hasToken }, fakeTerminal())
  const checkout = lines('/home/ada/quire/', false)
  assert.match(checkout, /"\/home\/ada\/quire\/bin\/quire\.js",\n +"mcp"/)
  assert.match(checkout, /http:\/\/127\.0\.0\.1:8321\/openapi\.json/)
  assert.doesNotMatch(checkout, /Authorization/)
  assert.match(
    lines('/usr/lib/node_modules/quire-mcp/', true),
    /"quire-mcp",\n +"mcp"[\s\S]*Bearer <your token>/,
  )
})

test('samples are wanted until they have been read once', async t => {
  const { needsSamples } = await import('./commands/start.ts')
  const home = await mkdtemp(join(tmpdir(), 'quire-samples-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  assert.equal(await needsSamples(home), true)
  assert.equal(await needsSamples(join(home, 'not there yet')), true)
})
