import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { hostileInputs, send } from './hostile-inputs.ts'
import { startWatchedServer, type WatchedServer } from './watched-server.ts'

/**
 * CPU time of the main thread. The promise is 100 ms, which `npm run measure -- main-thread` measures; the same work takes
 * several times as long on a busy processor, and the faults that this test is for take seconds.
 */
const mostMs = 1_000

/** With these sizes the main thread was busy for seconds when it did all the work itself. */
const cases: [name: string, mebibytes: number, answer: RegExp][] = [
  ['CSV, two rows', 1.8, /^200 indexed/],
  ['XML, many elements', 2, /^200 indexed/],
  ['JSON, nested 150 deep, many times', 2, /^200 indexed/],
  ['JSON, an object of many keys', 1, /^200 indexed/],
  ['Markdown, only headings', 1, /^200 indexed/],
  ['text, twenty scripts', 1, /^200 indexed/],
  ['JavaScript, minified', 1, /^200 indexed/],
  ['JSON body, one long text', 2, /^200 indexed/],
  ['JSON body, many keys', 16, /^413 .*too complex/],
  ['JSON body, nested', 16, /^413 .*too complex/],
  ['JSON-RPC body, many keys', 16, /^413 .*too complex/],
  ['JSON body, one long label', 16, /^400 .*at most 100000 characters/],
  ['JSON body, one long name in a search', 16, /^400 .*at most 100000 characters/],
  ['multipart form, boundaries that begin no line', 50, /^400 The body is not a multipart form/],
  ['multipart form of 100,000 parts', 50, /^400 The form has more than 1000 parts/],
]

let home = ''
let server: WatchedServer

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'quire-load-'))
  server = await startWatchedServer(home)
})
after(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

test('a small text is ingested beside other calls, as briefly', async () => {
  const note = (text: string) => ({ kind: 'file' as const, fileName: 'note.md', bytes: Buffer.from(text) })
  await server.longestBlock()
  assert.match(await send(server.url, note('# a\n\n'.repeat(3200))), /^200 indexed/)
  const longest = await server.longestBlock()
  assert.ok(longest <= mostMs, `the main thread was busy for ${longest} ms`)
})

for (const [name, mebibytes, expected] of cases)
  test(`${name}, ${mebibytes} MiB: others wait for less than ${mostMs} ms of CPU time`, async t => {
    const input = hostileInputs.find(candidate => candidate.name === name)
    assert.ok(input)
    const sent = input.make(mebibytes * 1024 * 1024)
    await server.longestBlock()
    const work = send(server.url, sent)
    const asked = await askUntil(work)
    assert.match(await work, expected)
    const longest = await server.longestBlock()
    t.diagnostic(`longest block ${longest} ms, /healthz answered ${asked} times meanwhile`)
    assert.ok(longest <= mostMs, `the main thread was busy for ${longest} ms`)
  })

/** Requests /healthz repeatedly until the work ends; every request must succeed. */
async function askUntil(work: Promise<unknown>): Promise<number> {
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  let asked = 0
  for (; !isOver; asked++) {
    const response = await fetch(`${server.url}/healthz`)
    assert.deepEqual(await response.json(), { status: 'ok' })
    await Promise.race([over, new Promise(resolve => setTimeout(resolve, 50))])
  }
  return asked
}
