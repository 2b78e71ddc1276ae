import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { brotliCompressSync } from 'node:zlib'
import { slow } from '../../../test/support/slow.ts'
import { unpackRuntime } from './unpack-runtime.ts'

const library = Buffer.from('the machine code of one platform')

/** A packed runtime like the build's, whose entry exports the content of its binary. */
async function pack(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-runtime-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'node_modules', 'onnxruntime-node', 'dist'), { recursive: true })
  await writeFile(join(folder, 'node_modules', 'onnxruntime-node', 'dist', 'index.js'), '')
  await writeFile(join(folder, 'library.br'), brotliCompressSync(library))
  const sha256 = createHash('sha256').update(library).digest('hex')
  const platforms = { 'linux-x64': [{ path: 'bin/library.so', file: 'library.br', sha256 }] }
  await writeFile(join(folder, 'packed.json'), JSON.stringify({ version: '1.2.3', platforms }))
  return folder
}

const binaryOf = (entry: string) => readFile(join(entry, '../../bin/library.so'))

test('the runtime of this platform is unpacked once, whole', async t => {
  const packed = await pack(t)
  const folder = join(packed, 'unpacked')
  const entry = unpackRuntime(packed, [folder], 'linux-x64')
  assert.deepEqual(await binaryOf(entry), library)
  await rm(join(packed, 'library.br'))
  assert.equal(unpackRuntime(packed, [folder], 'linux-x64'), entry)
  assert.deepEqual(await readdir(folder), ['onnxruntime-1.2.3-linux-x64'])
})

test('where the package’s own folder cannot be written to, the next one is used', async t => {
  const packed = await pack(t)
  await writeFile(join(packed, 'file'), '')
  const entry = unpackRuntime(packed, [join(packed, 'file', 'below'), join(packed, 'home')], 'linux-x64')
  assert.ok(entry.startsWith(join(packed, 'home')), entry)
  assert.deepEqual(await binaryOf(entry), library)
})

test('a damaged runtime is refused, and nothing of it stays', async t => {
  const packed = await pack(t)
  await writeFile(join(packed, 'library.br'), brotliCompressSync(Buffer.from('something else')))
  const folder = join(packed, 'unpacked')
  assert.throws(() => unpackRuntime(packed, [folder], 'linux-x64'), { code: 'MODEL_DAMAGED' })
  assert.deepEqual(await readdir(folder), [])
})

test('a platform without a runtime is named, with those that have one', async t => {
  const packed = await pack(t)
  assert.throws(() => unpackRuntime(packed, [packed], 'sunos-x64'), {
    code: 'MODEL_UNUSABLE',
    message: /sunos-x64 \(only for linux-x64\)/,
  })
})

test('threads that unpack at the same time all get a whole one', slow, async t => {
  const packed = await pack(t)
  const module = new URL('./unpack-runtime.ts', import.meta.url).href
  const program = `
    import { parentPort, workerData } from 'node:worker_threads'
    const { unpackRuntime } = await import(workerData.module)
    parentPort.postMessage(unpackRuntime(workerData.packed, [workerData.folder], 'linux-x64'))`
  const folder = join(packed, 'unpacked')
  const address = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
  const entries = await Promise.all(
    Array.from(
      { length: 6 },
      () =>
        new Promise<string>((resolve, reject) => {
          const worker = new Worker(address, { workerData: { module, packed, folder }, execArgv: [] })
          worker.on('message', resolve)
          worker.on('error', reject)
        }),
    ),
  )
  assert.equal(new Set(entries).size, 1)
  assert.deepEqual(await binaryOf(entries[0] ?? ''), library)
  assert.deepEqual(await readdir(folder), ['onnxruntime-1.2.3-linux-x64'])
})
