import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type ModelFiles, smallEmbedder, smallReranker } from '../../../../../test/support/small-models.ts'
import { modelShelf } from '../../../../adapters/embedders/model-shelf.ts'
import { systemClock } from '../../../../app/clock.ts'
import { systemProcesses } from '../../../../app/system-processes.ts'
import type { ModelShelf } from '../../../../core/ports/model-shelf.ts'
import { type AddRequest, addModel } from '../../add-model.ts'
import { openHub } from '../../hub/hub-client.ts'
import { type FakeModel, type ModelHub, startHub } from '../model-hub.ts'

const idle = new AbortController().signal
const embedder = smallEmbedder({ seed: 1, dimensions: 32 })
const weights = embedder.get('onnx/model.onnx')!

test('a model is fetched over the protocol of the hub, tried, and put on the shelf', async t => {
  const world = await openWorld(t, { 'lab/small': { files: withCard(embedder) } })
  const reports: number[] = []
  const added = await world.add({ onProgress: done => reports.push(done) })
  assert.deepEqual(
    [added.name, added.kind, added.dimensions, added.maxTokens, added.languages, added.license],
    ['lab/small', 'embedding', 32, 512, ['en'], 'mit'],
  )
  assert.match(added.id, /^onnx:small@[0-9a-f]{12}$/)
  assert.deepEqual(await world.shelf.list(), [added])
  assert.ok(reports.length > 3 && reports.at(-1)! >= weights.length)
  assert.deepEqual(
    reports.toSorted((a, b) => a - b),
    reports,
  )
})

test('a cross-encoder is recognised as a reranker', async t => {
  const world = await openWorld(t, { 'lab/small': { files: smallReranker({ seed: 2, dimensions: 16 }) } })
  const added = await world.add()
  assert.deepEqual([added.kind, added.dimensions], ['reranker', null])
})

test('a broken connection is continued where it broke', async t => {
  const world = await openWorld(t, { 'lab/small': { files: embedder } })
  world.hub.mishaps.files.push({ kind: 'cut', after: 1_000_000 }, { kind: 'cut', after: 500_000 })
  await world.add()
  const [first, second, third] = world.fetched().map(({ range }) => Number(/\d+/.exec(range ?? '0')?.[0]))
  assert.equal(first, 0)
  assert.ok(second! > 0 && second! <= 1_000_000, `continued at ${second}`)
  assert.ok(third! > second! && third! <= 1_500_000, `continued at ${third}`)
})

test('an interrupted command is continued by the next one', async t => {
  const world = await openWorld(t, { 'lab/small': { files: embedder } })
  world.hub.mishaps.files.push({ kind: 'stall', after: 2_000_000 })
  const stop = new AbortController()
  const first = world.add({ signal: stop.signal, onProgress: done => done > 1_500_000 && stop.abort() })
  await assert.rejects(first, { code: 'CANCELLED' })
  assert.deepEqual(await world.shelf.list(), [])
  await world.add()
  const from = Number(/\d+/.exec(world.fetched().at(-1)?.range ?? '0')?.[0])
  assert.ok(from > 500_000, `continued at ${from}`)
})

test('a connection that sends nothing more is given up and continued', async t => {
  const world = await openWorld(t, { 'lab/small': { files: embedder } })
  world.hub.mishaps.files.push({ kind: 'stall', after: 2_000_000 })
  await world.add({ stallMs: 500 })
  assert.match(world.fetched().at(-1)?.range ?? '', /^bytes=\d{6,}-$/)
})

test('a damaged file is fetched again, and refused when it is damaged again', async t => {
  const world = await openWorld(t, { 'lab/small': { files: embedder } })
  world.hub.mishaps.files.push({ kind: 'flip', at: 3_000 })
  await world.add()
  assert.deepEqual(
    world.fetched().map(({ range }) => range),
    [null, null],
  )

  const other = await openWorld(t, { 'lab/small': { files: embedder } })
  other.hub.mishaps.files.push({ kind: 'flip', at: 3_000 }, { kind: 'flip', at: 3_000 })
  await assert.rejects(other.add(), { code: 'MODEL_DAMAGED', message: /model\.onnx.*[0-9a-f]{64}/ })
  assert.deepEqual(await other.shelf.list(), [])
})

test('a damaged beginning that an earlier attempt left does not survive', async t => {
  const world = await openWorld(t, { 'lab/small': { files: embedder } })
  const staged = await world.shelf.stage({ name: 'lab/small', revision: 'c0ffee00c0ffee00' })
  await staged.release()
  mkdirSync(join(staged.path, 'onnx'))
  writeFileSync(join(staged.path, 'onnx', 'model.onnx.part'), Buffer.alloc(70_000, 1))
  await world.add()
  assert.deepEqual(
    world.fetched().map(({ range }) => range),
    ['bytes=70000-', null],
  )
})

test('a server that ignores ranges sends the file from its start', async t => {
  const world = await openWorld(t, { 'lab/small': { files: embedder } })
  world.hub.mishaps.files.push({ kind: 'cut', after: 1_000_000 }, { kind: 'ignore range' })
  const added = await world.add()
  assert.equal(added.kind, 'embedding')
})

test('an answer that there is nothing left does not end the download', async t => {
  const world = await openWorld(t, { 'lab/small': { files: embedder } })
  world.hub.mishaps.files.push(
    { kind: 'cut', after: 1_000_000 },
    { kind: 'status', status: 416, headers: { 'content-range': `bytes */${weights.length}` } },
  )
  await world.add()
  assert.equal(world.fetched().at(-1)?.range, null)
})

test('a rate limit is waited for, as long as the hub asks', async t => {
  const world = await openWorld(t, { 'lab/small': { files: embedder } })
  world.hub.mishaps.hub.push({ kind: 'status', status: 429, headers: { 'retry-after': '0.05' } })
  world.hub.mishaps.files.push(
    { kind: 'status', status: 429, headers: { ratelimit: '"resolvers";r=0;t=0' } },
    { kind: 'status', status: 503 },
  )
  await world.add()
  assert.equal(world.fetched().length, 3)

  world.hub.mishaps.hub.push({ kind: 'status', status: 429, headers: { 'retry-after': '3600' } })
  await assert.rejects(world.add(), { kind: 'rate_limited', code: 'RATE_LIMITED', hint: /HF_TOKEN/ })
})

test('a gated model says what to do, with and without a token, and is fetched with the right one', async t => {
  const gated = { 'lab/small': { files: embedder, gated: { token: 'hf_right' } } }
  const world = await openWorld(t, gated)
  await assert.rejects(world.add(), { kind: 'forbidden', code: 'MODEL_GATED', hint: /lab\/small.*HF_TOKEN/ })
  const wrong = await openWorld(t, gated, 'hf_wrong')
  await assert.rejects(wrong.add(), (error: Error & { hint: string }) => {
    assert.match(error.hint, /Accept the conditions/)
    assert.ok(!JSON.stringify([error.message, error.hint]).includes('hf_wrong'))
    return true
  })
  const right = await openWorld(t, gated, 'hf_right')
  await right.add()
  for (const { host, token } of right.hub.seen)
    assert.equal(token, host === 'hub' ? 'Bearer hf_right' : null, `${host} got ${token}`)
})

test('a model that is neither kind is refused before its weights are fetched', async t => {
  const cases: Record<string, object> = {
    'It is a LlamaForCausalLM': { architectures: ['LlamaForCausalLM'] },
    'into 3 classes': {
      architectures: ['BertForSequenceClassification'],
      id2label: { 0: 'contradiction', 1: 'entailment', 2: 'neutral' },
    },
  }
  for (const [reason, config] of Object.entries(cases)) {
    const world = await openWorld(t, {
      'lab/small': { files: smallEmbedder({ seed: 1, dimensions: 32, config }) },
    })
    await assert.rejects(world.add(), { code: 'MODEL_UNUSABLE', message: new RegExp(reason) })
    assert.deepEqual(world.fetched(), [])
    assert.deepEqual(world.left(), [])
  }
})

test('a network with other inputs than text, or with other vectors than it says, is refused', async t => {
  const vision = new Map(embedder)
  vision.set(
    'onnx/model.onnx',
    Buffer.from(weights.toString('latin1').replaceAll('input_ids', 'pixel_val'), 'latin1'),
  )
  const world = await openWorld(t, { 'lab/small': { files: vision } })
  await assert.rejects(world.add(), { code: 'MODEL_UNUSABLE', message: /pixel_val/ })
  assert.deepEqual([await world.shelf.list(), world.left()], [[], []])

  const other = await openWorld(t, {
    'lab/small': { files: smallEmbedder({ seed: 1, dimensions: 32, config: { hidden_size: 64 } }) },
  })
  await assert.rejects(other.add(), { code: 'EMBEDDING_INVALID' })
})

test('a model without an export, and one that does not exist, are told apart', async t => {
  const bare = new Map([...embedder].filter(([path]) => !path.endsWith('.onnx')))
  const world = await openWorld(t, { 'lab/small': { files: bare } })
  await assert.rejects(world.add(), { code: 'MODEL_NO_ONNX', hint: /Xenova\/small/ })
  await assert.rejects(world.add({ model: 'lab/none' }), { code: 'MODEL_NOT_FOUND' })
})

test('the export with 8-bit numbers is preferred, and another one can be named', async t => {
  const files = new Map(embedder)
  files.set('onnx/model_quantized.onnx', smallEmbedder({ seed: 9, dimensions: 32 }).get('onnx/model.onnx')!)
  const world = await openWorld(t, { 'lab/small': { files } })
  const quantized = await world.add()
  const exact = await world.add({ file: 'onnx/model.onnx' })
  assert.notEqual(quantized.id, exact.id)
  assert.equal((await world.shelf.find('lab/small'))?.id, exact.id)
  await assert.rejects(world.add({ file: 'onnx/none.onnx' }), { hint: /onnx\/model_quantized\.onnx/ })
})

test('two processes do not fill the same folder', async t => {
  const world = await openWorld(t, { 'lab/small': { files: embedder } })
  const staged = await world.shelf.stage({ name: 'lab/small', revision: 'c0ffee00c0ffee00' })
  await assert.rejects(world.add(), { code: 'MODEL_BUSY' })
  await staged.release()
  await world.add()
})

type World = {
  hub: ModelHub
  shelf: ModelShelf
  add(
    request?: Partial<AddRequest> & { signal?: AbortSignal; onProgress?: (done: number) => unknown },
  ): ReturnType<typeof addModel>
  /** Requests for the weights, which are the only large file. */
  fetched(): ModelHub['seen']
  /** Names of what is left of unfinished downloads. */
  left(): string[]
}

async function openWorld(
  t: TestContext,
  models: Record<string, FakeModel>,
  token: string | null = null,
): Promise<World> {
  const fake = await startHub(t)
  for (const [id, model] of Object.entries(models)) fake.models.set(id, model)
  const home = mkdtempSync(join(tmpdir(), 'quire-models-'))
  t.after(() => rmSync(home, { recursive: true, force: true }))
  const folder = join(home, 'models')
  const shelf = modelShelf({
    folder,
    cacheFolder: join(home, 'runtime'),
    clock: systemClock,
    processes: systemProcesses(),
  })
  const network = { fetchAllow: [], userAgent: 'quire-test' }
  const hub = openHub({ url: fake.url, token, network, backoffMs: 10 })
  t.after(() => hub.close())
  const unfinished = join(folder, '.unfinished')
  return {
    hub: fake,
    shelf,
    add: ({ model = 'lab/small', file = null, signal = idle, onProgress, stallMs = 60_000 } = {}) =>
      addModel(
        { model, file, stallMs },
        { hub, shelf },
        { signal, progress: ({ done }) => onProgress?.(done) },
      ),
    fetched: () => fake.seen.filter(({ host }) => host === 'files'),
    left: () => (existsSync(unfinished) ? readdirSync(unfinished) : []),
  }
}

function withCard(files: ModelFiles): ModelFiles {
  return new Map([...files, ['README.md', Buffer.from('---\nlanguage:\n- en\nlicense: mit\n---\n# Small\n')]])
}
