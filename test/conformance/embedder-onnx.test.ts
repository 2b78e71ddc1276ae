import assert from 'node:assert/strict'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { openEmbedder } from '../../src/adapters/embedders/index.ts'
import { gteSmallModel } from '../../src/adapters/embedders/local-embedder.ts'
import { readEmbeddingModel } from '../../src/adapters/embedders/onnx.ts'
import { idle, testEmbedder } from './embedder-suite.ts'

const root = mkdtempSync(join(tmpdir(), 'quire-onnx-'))
after(() => rmSync(root, { recursive: true, force: true }))

testEmbedder('onnx folder', () => openEmbedder(`onnx:${copyModel('whole')}`))

test('onnx: the same files give the same vectors as the model that comes with the package', async () => {
  const [folder, packaged] = [
    await openEmbedder(`onnx:${copyModel('same')}`),
    await openEmbedder('gte-small'),
  ]
  try {
    const text = 'Rivers carry sediment to the sea.'
    assert.deepEqual(await folder.embedQuery(text, idle()), await packaged.embedQuery(text, idle()))
    assert.equal(folder.countTokens(text), packaged.countTokens(text))
  } finally {
    await Promise.all([folder.close(), packaged.close()])
  }
})

test('onnx: facts come from the files, and the id changes with anything that changes vectors', async () => {
  const plain = await readEmbeddingModel(copyModel('plain'))
  assert.equal(plain.dimensions, 384)
  assert.equal(plain.maxTokens, 512)
  assert.equal(plain.pooling, 'mean')
  assert.match(plain.id, /^onnx:gte-small@[0-9a-f]{12}$/)
  assert.equal((await readEmbeddingModel(copyModel('plain-again'))).id, plain.id)

  const pooled = copyModel('pooled')
  mkdirSync(join(pooled, '1_Pooling'))
  writeFileSync(join(pooled, '1_Pooling', 'config.json'), JSON.stringify({ pooling_mode_cls_token: true }))
  const cls = await readEmbeddingModel(pooled)
  assert.equal(cls.pooling, 'cls')
  assert.notEqual(cls.id, plain.id)
})

test('onnx: nomic and bge models get the prefixes they were trained with', async () => {
  const nomic = copyModel('nomic-embed-text-v1.5')
  writeConfig(nomic, { n_embd: 384, n_positions: 8192 })
  const nomicFacts = await readEmbeddingModel(nomic)
  assert.equal(nomicFacts.documentPrefix, 'search_document: ')
  assert.equal(nomicFacts.queryPrefix, 'search_query: ')
  assert.equal(nomicFacts.dimensions, 384)

  const bge = copyModel('bge-small-en-v1.5')
  writeConfig(bge, { hidden_size: 384, max_position_embeddings: 512 })
  const bgeFacts = await readEmbeddingModel(bge)
  assert.match(bgeFacts.queryPrefix, /^Represent this sentence/)
  assert.equal(bgeFacts.documentPrefix, '')
  assert.equal(bgeFacts.pooling, 'cls')
})

test('onnx: a model in the onnx/ folder is found', async () => {
  const folder = copyModel('hub-layout')
  mkdirSync(join(folder, 'onnx'))
  renameSync(join(folder, 'model.onnx'), join(folder, 'onnx', 'model_quantized.onnx'))
  assert.equal((await readEmbeddingModel(folder)).model.path, join(folder, 'onnx', 'model_quantized.onnx'))
})

test('onnx: an incomplete folder is refused with what is missing', async () => {
  await assert.rejects(openEmbedder(`onnx:${join(root, 'nowhere')}`), { code: 'MODEL_INCOMPLETE' })
  for (const file of ['model.onnx', 'tokenizer.json', 'config.json']) {
    const folder = copyModel(`without-${file}`)
    rmSync(join(folder, file))
    await assert.rejects(openEmbedder(`onnx:${folder}`), {
      code: 'MODEL_INCOMPLETE',
      message: new RegExp(file.replace('.', '\\.')),
    })
  }
})

test('onnx: a truncated model is a Failure at the first call, and warming up says so too', async () => {
  const folder = copyModel('truncated')
  truncateSync(join(folder, 'model.onnx'), 1_000_000)
  const embedder = await openEmbedder(`onnx:${folder}`)
  try {
    await assert.rejects(embedder.warm(), { code: 'MODEL_UNUSABLE' })
    await assert.rejects(embedder.embedDocuments(['text'], idle()), { code: 'MODEL_UNUSABLE' })
  } finally {
    await embedder.close()
  }
})

test('onnx: a model whose vectors are not of the declared length is refused', async () => {
  const folder = copyModel('wrong-size')
  writeConfig(folder, { hidden_size: 256, max_position_embeddings: 512 })
  const embedder = await openEmbedder(`onnx:${folder}`)
  try {
    await assert.rejects(embedder.embedQuery('text', idle()), { code: 'EMBEDDING_INVALID' })
  } finally {
    await embedder.close()
  }
})

test('onnx: a broken tokenizer is a Failure when tokens are counted', async () => {
  const folder = copyModel('broken-tokenizer')
  const file = join(folder, 'tokenizer.json')
  writeFileSync(file, readFileSync(file).subarray(0, 5000))
  const embedder = await openEmbedder(`onnx:${folder}`)
  assert.throws(() => embedder.countTokens('text'), { code: 'MODEL_UNUSABLE' })
  await embedder.close()
})

function copyModel(name: string): string {
  const folder = join(root, name)
  cpSync(dirname(gteSmallModel.model.path), folder, { recursive: true })
  return folder
}

function writeConfig(folder: string, config: object): void {
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
}
