import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Order, Outcome } from '../../../src/adapters/converters/isolate/messages.ts'

/**
 * A program that replaces the converters: runs the action named in the source and returns its result as text. It is
 * started, confined and watched like the real one.
 */
const deeds: Record<string, (argument: string) => unknown> = {
  'read file': path => readFileSync(path, 'utf8').length,
  'write file': path => writeFileSync(path, 'x'),
  'write own file': () => {
    mkdirSync(tmpdir(), { recursive: true })
    writeFileSync(join(tmpdir(), 'own'), 'mine')
    return readFileSync(join(tmpdir(), 'own'), 'utf8') === 'mine' ? tmpdir() : 'lost'
  },
  'start program': path => {
    const { error, status } = spawnSync(path)
    if (error) throw error
    return status
  },
  'start thread': () => new Worker('process.exit()', { eval: true }),
  'make code': text => new Function(text)(),
  connect: port =>
    until(done =>
      connect(Number(port), '127.0.0.1')
        .on('connect', () => done('connected'))
        .on('error', done),
    ),
  'send packet': port =>
    until(done => {
      const socket = createSocket('udp4').on('error', done)
      socket.send('x', Number(port), '127.0.0.1', error => done(error ?? 'sent'))
    }),
  environment: () => Object.keys(process.env).sort().join(),
  spin: cpuMs => spin(Number(cpuMs)),
  'spin in steps': steps => {
    for (let step = 0; step < Number(steps); step += 1) {
      spin(300)
      // The same count every time: any report is progress.
      process.send?.({ kind: 'progress', progress: { done: 0, total: null, message: `Step ${step}` } })
    }
    return 'finished'
  },
  hang: () => new Promise(() => {}),
  'stay clean': () => 'clean',
  'be dirty': () => 'dirty',
  'be clean and fail': () => {
    throw new Error('broken source')
  },
}

process.on('message', async (order: Order) => {
  if (order.kind !== 'convert') return
  const words = Buffer.from(order.raw.bytes).toString()
  const [deed = '', argument = ''] = words.split(': ')
  const outcome = await attempt(deed, argument)
  process.send?.({ ...outcome, isClean: deed !== 'be dirty' })
})
process.on('disconnect', () => process.exit(0))

async function attempt(deed: string, argument: string): Promise<Outcome> {
  try {
    const text = String(await deeds[deed]?.(argument))
    const page = { pages: [], outline: [], warnings: [], title: null, fileType: 'txt' }
    return { kind: 'converted', converted: { markdown: text, ...page } }
  } catch (error) {
    // SAFETY: the actions throw errors of Node only.
    const { code = '', message } = error as Error & { code?: string }
    const facts = { hint: null, details: {}, kind: 'invalid', code: 'PROBE_FAILED' } as const
    return { kind: 'failed', failure: { ...facts, message: `${code} ${message}` } }
  }
}

function until(start: (done: (result: unknown) => void) => void): Promise<unknown> {
  return new Promise((resolve, reject) =>
    start(result => (result instanceof Error ? reject(result) : resolve(result))),
  )
}

/** Uses CPU time, however long that takes on a busy machine. */
function spin(cpuMs: number): void {
  const start = process.cpuUsage()
  for (let used = 0; used < cpuMs * 1000; ) {
    const { user, system } = process.cpuUsage(start)
    used = user + system
  }
}
