import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platform } from 'node:process'
import { after, describe, test } from 'node:test'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findLeash, findNetworkCut } from '../../../src/adapters/confine/confine.ts'
import { createChildPool, type PoolOptions } from '../../../src/adapters/converters/isolate/child-pool.ts'
import type { ChildUse } from '../../../src/adapters/converters/isolate/isolated-child.ts'
import { measureUse } from '../../../src/adapters/converters/isolate/watch-limits.ts'
import { failure, makeSource } from '../../../src/adapters/converters/test/make-source.ts'
import { descendantsOf, untilGone } from '../../e2e/faults/living-processes.ts'

const program = new URL('./probe-child.ts', import.meta.url)
const opened: { close(): Promise<void> }[] = []

/** A pool whose children run the requested action instead of converting. */
function probe(options: Partial<PoolOptions> = {}) {
  const uses: ChildUse[] = []
  const pool = createChildPool({
    setup: { tesseractPath: findTesseract(), transcription: null },
    limits: { timeMs: 60_000, memoryBytes: 1_500_000_000 },
    size: 1,
    environment: { PATH: '/usr/bin:/bin' },
    observe: use => uses.push(use),
    program,
    ...options,
  })
  opened.push(pool)
  const tell = async (words: string, sharesChild = false): Promise<string> => {
    const raw = makeSource('probe.txt', words)
    const order = { converter: 'probe', sharesChild, raw, options: { password: null, ocrLanguages: [] } }
    const context = { signal: new AbortController().signal, progress: () => {} }
    return (await pool.convert(order, context)).markdown
  }
  return { tell, uses }
}

const noNamespaces = await whyNetwork()
const hasLeash = (await findLeash()).length > 0
const denied = failure('invalid', 'PROBE_FAILED', /ERR_ACCESS_DENIED/)

describe('a converting process', () => {
  after(() => Promise.all(opened.map(pool => pool.close())))

  test('reads the program and nothing else', async () => {
    const { tell } = probe()
    assert.ok(
      Number(
        await tell(`read file: ${fileURLToPath(new URL('../../../src/core/engine.ts', import.meta.url))}`),
      ) > 0,
    )
    for (const path of ['/etc/passwd', fileURLToPath(new URL('../../../README.md', import.meta.url))])
      await assert.rejects(tell(`read file: ${path}`), denied, path)
  })

  test('writes its own temporary folder, which is removed, and nothing else', async () => {
    const { tell } = probe()
    const folder = await mkdtemp(join(tmpdir(), 'quire-outside-'))
    try {
      await assert.rejects(tell(`write file: ${join(folder, 'a')}`), denied)
      const own = await tell('write own file')
      assert.match(own, /quire-child-/)
      while (existsSync(own)) await setImmediate()
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('starts no programs and makes no code of text', async () => {
    const { tell } = probe()
    await assert.rejects(tell('start program: /bin/true'), denied)
    await assert.rejects(
      tell('make code: return 1'),
      failure('invalid', 'PROBE_FAILED', /Code generation from strings/),
    )
  })

  test('starts no threads where a program reads pictures', { skip: findTesseract() === null }, async () => {
    await assert.rejects(probe().tell('start thread'), denied)
  })

  test('sees no variables but those it is given and its folder', async () => {
    const { tell } = probe()
    assert.match(await tell('environment'), /^(NODE_CHANNEL_[A-Z_]+,)*PATH,TEMP,TMP,TMPDIR$/)
  })

  test('has no network, also for native code', { skip: noNamespaces }, async () => {
    const server = createServer(socket => socket.end()).listen(0, '127.0.0.1')
    const receiver = createSocket('udp4').bind(0, '127.0.0.1')
    await Promise.all([once(server, 'listening'), once(receiver, 'listening')])
    // SAFETY: the server listens on a TCP port.
    const { port } = server.address() as AddressInfo
    try {
      const { tell } = probe()
      await assert.rejects(tell(`connect: ${port}`), failure('invalid', 'PROBE_FAILED', /ENETUNREACH/))
      await assert.rejects(
        tell(`send packet: ${receiver.address().port}`),
        failure('invalid', 'PROBE_FAILED', /ENETUNREACH/),
      )
      // The same socket from a process that is not confined: the port answers, so the confinement refused it.
      assert.equal(await probe({ networkCut: [] }).tell(`connect: ${port}`), 'connected')
    } finally {
      server.close()
      receiver.close()
    }
  })

  test('takes one source, unless its converter shares', async () => {
    const { tell, uses } = probe()
    for (let turn = 0; turn < 3; turn += 1) await tell('stay clean')
    assert.equal(new Set(uses.map(use => use.pid)).size, 3)
  })

  test('takes another source only when it was verified clean after a success', async () => {
    const { tell, uses } = probe()
    for (let turn = 0; turn < 2; turn += 1) await tell('stay clean', true)
    await tell('be dirty', true)
    await tell('stay clean', true)
    await assert.rejects(tell('be clean and fail', true), failure('invalid', 'PROBE_FAILED', /broken/))
    await tell('stay clean', true)
    const [first, second, dirty, third, failed, fourth] = uses.map(use => use.pid)
    assert.deepEqual([second, dirty, failed], [first, first, third])
    assert.equal(new Set([first, third, fourth]).size, 3)
  })
})

describe('the time of a conversion', () => {
  const limits = { timeMs: 1500, memoryBytes: 1_500_000_000 }

  test('is its processor time since its last progress', async () => {
    // Nine steps of 300 ms: together more than the limit, each far below it.
    assert.equal(await probe({ limits }).tell('spin in steps: 9'), 'finished')
  })

  test('is over when it computes without progress', async () => {
    await assert.rejects(
      probe({ limits }).tell('spin: 3600000'),
      failure('timeout', 'CONVERSION_TIMEOUT', /probe\.txt made no progress in 1\.5 s of CPU time/),
    )
  })

  test('is over when it waits for nothing', async () => {
    await assert.rejects(
      probe({ limits: { ...limits, timeMs: 60_000, stallMs: 500 } }).tell('hang'),
      failure('timeout', 'CONVERSION_TIMEOUT', /probe\.txt made no progress for/),
    )
  })
})

describe('a converting process whose parent is killed', () => {
  test('ends with it, although it computes without a pause', {
    skip: !hasLeash && 'this system has no setpriv',
  }, async t => {
    const parent = spawn(process.execPath, [fileURLToPath(new URL('./doomed-parent.ts', import.meta.url))])
    t.after(() => parent.kill('SIGKILL'))
    const children = await untilBusy(parent.pid ?? 0)
    parent.kill('SIGKILL')
    await untilGone(children)
  })
})

/** The descendants of a process, as soon as one of them has used more CPU time than starting takes. */
async function untilBusy(pid: number): Promise<number[]> {
  for (;;) {
    const children = await descendantsOf(pid)
    const uses = await Promise.all(children.map(child => measureUse(child)))
    if (uses.some(({ cpuMs }) => (cpuMs ?? 0) > 3_000)) return children
    await pause(20)
  }
}

function findTesseract(): string | null {
  return ['/usr/bin/tesseract'].find(path => existsSync(path)) ?? null
}

async function whyNetwork(): Promise<string | false> {
  if (platform !== 'linux') return 'network namespaces are a means of Linux'
  const cut = await findNetworkCut()
  return cut.length > 0
    ? false
    : `no network namespaces here (${execFileSync('id', ['-u']).toString().trim()})`
}
