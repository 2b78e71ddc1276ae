import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { slow } from '../../../test/support/slow.ts'
import { openEmbedder } from './index.ts'
import { gteSmallModel, localEmbedder } from './local-embedder.ts'

const folder = mkdtempSync(join(tmpdir(), 'quire-model-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const idle = new AbortController().signal

test('one string chooses the embedder', async () => {
  const ids: Record<string, string> = {
    'gte-small': 'gte-small-int8',
    hash: 'hash-64',
    'hash:128': 'hash-128',
  }
  for (const [choice, id] of Object.entries(ids)) {
    const embedder = await openEmbedder(choice)
    assert.equal(embedder.id, id)
    await embedder.close()
  }
})

for (const choice of [
  '',
  'gpt',
  'gte-small:x',
  'onnx',
  'onnx:',
  'openai',
  'hash:0',
  'hash:1.5',
  'hash:x',
  'toString',
])
  test(`an unknown choice is refused with those there are: "${choice}"`, async () => {
    await assert.rejects(openEmbedder(choice), {
      kind: 'invalid',
      code: 'EMBEDDER_INVALID',
      hint: /gte-small/,
    })
  })

test('a damaged model file is named, with both hashes and the remedy', slow, async () => {
  const path = join(folder, 'model.onnx')
  copyFileSync(gteSmallModel.model.path, path)
  writeSync(openSync(path, 'r+'), 'x', 20_000_000)
  const embedder = localEmbedder({ ...gteSmallModel, model: { path, sha256: gteSmallModel.model.sha256 } })
  const damaged = {
    kind: 'unavailable',
    code: 'MODEL_DAMAGED',
    message: new RegExp(`model\\.onnx.*[0-9a-f]{64}.*${gteSmallModel.model.sha256}`),
    hint: /[Rr]einstall/,
  }
  await assert.rejects(embedder.warm(), damaged)
  await assert.rejects(embedder.embedQuery('hello', idle), damaged)
  await assert.rejects(embedder.embedDocuments(['a', 'b'], idle), damaged)
  await embedder.close()
})

test('a damaged tokenizer is named when tokens are counted', async () => {
  const path = join(folder, 'tokenizer.json')
  copyFileSync(gteSmallModel.tokenizer.path, path)
  writeSync(openSync(path, 'r+'), 'x', 1000)
  const embedder = localEmbedder({ ...gteSmallModel, tokenizer: { ...gteSmallModel.tokenizer, path } })
  assert.throws(() => embedder.countTokens('hello'), { code: 'MODEL_DAMAGED', message: /tokenizer\.json/ })
  await embedder.close()
})

test('a missing model file is a Failure', async () => {
  const path = join(folder, 'gone.onnx')
  const embedder = localEmbedder({ ...gteSmallModel, model: { ...gteSmallModel.model, path } })
  await assert.rejects(embedder.warm(), { code: 'MODEL_UNREADABLE', message: /gone\.onnx/ })
  await embedder.close()
})

const index = new URL('./index.ts', import.meta.url).href

test('opening the default embedder loads no runtime and no vocabulary', async () => {
  const loaded = await runScript(`
    const { createRequire } = await import('node:module')
    const { openEmbedder } = await import('${index}')
    await openEmbedder('gte-small')
    console.log(Object.keys(createRequire('${index}').cache).filter(name => /onnxruntime|tokenizers/.test(name)).length)`)
  assert.equal(loaded, '0')
})

test('a process that forgets to close its embedder can still end', slow, async () => {
  const said = await runScript(`
    const { openEmbedder } = await import('${index}')
    const embedder = await openEmbedder('gte-small', { local: { threads: 1 } })
    const signal = new AbortController().signal
    await Promise.all([embedder.embedQuery('a', signal), embedder.embedDocuments(['b'], signal)])
    console.log('done')`)
  assert.equal(said, 'done')
})

async function runScript(script: string): Promise<string> {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { timeout: 600_000 })
  return stdout.trim()
}
