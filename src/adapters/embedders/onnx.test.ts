import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { smallEmbedder, smallReranker, writeModel } from '../../../test/support/small-models.ts'
import { readEmbeddingModel, readRerankerModel } from './onnx.ts'

const root = mkdtempSync(join(tmpdir(), 'quire-facts-'))
after(() => rmSync(root, { recursive: true, force: true }))

const transformer = { idx: 0, path: '', type: 'sentence_transformers.models.Transformer' }
const pooling = { idx: 1, path: '1_Mean', type: 'sentence_transformers.models.Pooling' }

test('prompts, pooling and length are those of the files of the model', async () => {
  const facts = await readEmbeddingModel(
    folderWith('files', {
      'config_sentence_transformers.json': { prompts: { query: 'Q: ', passage: 'P: ' } },
      'modules.json': [transformer, pooling],
      '1_Mean/config.json': { pooling_mode_cls_token: false, pooling_mode_mean_tokens: true },
      'sentence_bert_config.json': { max_seq_length: 256 },
    }),
    'bge-base-en-v1.5',
  )
  assert.deepEqual(
    [facts.queryPrefix, facts.documentPrefix, facts.pooling, facts.maxTokens],
    ['Q: ', 'P: ', 'mean', 256],
  )
})

test('what the files do not say is taken from the family; empty prompts say nothing', async () => {
  const facts = await readEmbeddingModel(
    folderWith('family', {
      'config_sentence_transformers.json': {
        prompts: { query: '', document: '' },
        default_prompt_name: null,
      },
      'sentence_bert_config.json': { max_seq_length: null },
    }),
    'multilingual-e5-small',
  )
  assert.deepEqual([facts.queryPrefix, facts.documentPrefix, facts.maxTokens], ['query: ', 'passage: ', 512])
})

test('the default prompt counts for queries and documents; the newer form of pooling is read', async () => {
  const facts = await readEmbeddingModel(
    folderWith('default', {
      'config_sentence_transformers.json': { prompts: { text: 'T: ' }, default_prompt_name: 'text' },
      '1_Pooling/config.json': { pooling_mode: 'cls' },
    }),
  )
  assert.deepEqual([facts.queryPrefix, facts.documentPrefix, facts.pooling], ['T: ', 'T: ', 'cls'])
})

test('a network that counts positions from its padding reads fewer tokens than it has positions', async () => {
  const config = { model_type: 'xlm-roberta', max_position_embeddings: 514, pad_token_id: 1 }
  const folder = writeModel(
    join(root, 'roberta'),
    new Map([
      ...smallEmbedder({ seed: 1, dimensions: 8, config }),
      ['tokenizer_config.json', Buffer.from('{"model_max_length": 1e30}')],
    ]),
  )
  assert.equal((await readEmbeddingModel(folder)).maxTokens, 512)
})

const refused: readonly [name: string, files: Record<string, unknown>, reason: RegExp][] = [
  [
    'a layer after the network',
    { 'modules.json': [transformer, pooling, { idx: 2, path: '2_Dense', type: 'models.Dense' }] },
    /Dense/,
  ],
  ['another kind of pooling', { '1_Pooling/config.json': { pooling_mode_max_tokens: true } }, /pools/],
  [
    'two kinds of pooling at once',
    { '1_Pooling/config.json': { pooling_mode_cls_token: true, pooling_mode_mean_tokens: true } },
    /pools/,
  ],
]

for (const [name, files, message] of refused)
  test(`a model with ${name} is refused, because its vectors would be wrong`, async () => {
    await assert.rejects(readEmbeddingModel(folderWith(name, files)), { code: 'MODEL_UNUSABLE', message })
  })

test('an embedding model is no reranker, and a reranker no embedding model', async () => {
  const reranker = writeModel(join(root, 'reranker'), smallReranker({ seed: 1, dimensions: 8 }))
  await assert.rejects(readEmbeddingModel(reranker), { code: 'MODEL_UNUSABLE', message: /reranker/ })
  await assert.rejects(readRerankerModel(folderWith('embedder', {})), { code: 'MODEL_UNUSABLE' })
  assert.equal((await readRerankerModel(reranker)).maxTokens, 512)
})

function folderWith(name: string, files: Record<string, unknown>): string {
  const more = Object.entries(files).map(
    ([path, value]) => [path, Buffer.from(JSON.stringify(value))] as const,
  )
  return writeModel(join(root, name), new Map([...smallEmbedder({ seed: 1, dimensions: 8 }), ...more]))
}
