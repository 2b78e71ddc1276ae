import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gteSmallModel } from '../../src/adapters/embedders/local-embedder.ts'
import { encodeModel, type Port, type Tensor } from './onnx-graph.ts'

/** Files of a model by their path in its folder. */
export type ModelFiles = Map<string, Buffer>

export type SmallModel = {
  /** Models with other seeds make other vectors. */
  seed: number
  dimensions: number
  config?: object
}

/** Size of the vocabulary of the tokenizer that comes with the package, which these models share. */
const vocabulary = 30_522

/**
 * A model like BERT with one layer: the vector of a token is the sum of the vectors of its word and its type. Texts that
 * share words have similar vectors.
 */
export function smallEmbedder({ seed, dimensions, config = {} }: SmallModel): ModelFiles {
  const model = encodeModel({
    constants: [...tables(seed, dimensions)],
    inputs: textInputs,
    nodes: [
      { op: 'Gather', inputs: ['words', 'input_ids'], output: 'word' },
      { op: 'Gather', inputs: ['types', 'token_type_ids'], output: 'type' },
      { op: 'Add', inputs: ['word', 'type'], output: 'sum' },
      { op: 'Cast', inputs: ['attention_mask'], output: 'mask', attributes: { to: 1 } },
      { op: 'Unsqueeze', inputs: ['mask'], output: 'column', attributes: { axes: [2] } },
      { op: 'Mul', inputs: ['sum', 'column'], output: 'last_hidden_state' },
    ],
    outputs: [{ name: 'last_hidden_state', type: 'float32', shape: ['batch', 'sequence', dimensions] }],
  })
  return filesOf(model, { architectures: ['BertModel'], hidden_size: dimensions, ...config })
}

/** A cross-encoder: its score is the product of the summed vectors of both texts, so shared words raise it. */
export function smallReranker({ seed, dimensions, config = {} }: SmallModel): ModelFiles {
  const model = encodeModel({
    constants: [
      ...tables(seed, dimensions).slice(0, 1),
      { name: 'one', shape: [1], values: new Float32Array([1]) },
    ],
    inputs: textInputs,
    nodes: [
      { op: 'Gather', inputs: ['words', 'input_ids'], output: 'word' },
      { op: 'Cast', inputs: ['token_type_ids'], output: 'second', attributes: { to: 1 } },
      { op: 'Sub', inputs: ['one', 'second'], output: 'first' },
      { op: 'Unsqueeze', inputs: ['first'], output: 'in_question', attributes: { axes: [2] } },
      { op: 'Unsqueeze', inputs: ['second'], output: 'in_passage', attributes: { axes: [2] } },
      { op: 'Mul', inputs: ['word', 'in_question'], output: 'question_words' },
      { op: 'Mul', inputs: ['word', 'in_passage'], output: 'passage_words' },
      {
        op: 'ReduceMean',
        inputs: ['question_words'],
        output: 'question',
        attributes: { axes: [1], keepdims: 0 },
      },
      {
        op: 'ReduceMean',
        inputs: ['passage_words'],
        output: 'passage',
        attributes: { axes: [1], keepdims: 0 },
      },
      { op: 'Mul', inputs: ['question', 'passage'], output: 'products' },
      { op: 'ReduceSum', inputs: ['products'], output: 'logits', attributes: { axes: [1], keepdims: 1 } },
    ],
    outputs: [{ name: 'logits', type: 'float32', shape: ['batch', 1] }],
  })
  const architecture = { architectures: ['BertForSequenceClassification'], id2label: { 0: 'LABEL_0' } }
  return filesOf(model, { ...architecture, hidden_size: dimensions, ...config })
}

/** Writes the files of a model to a folder and returns it. */
export function writeModel(folder: string, files: ModelFiles): string {
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return folder
}

const textInputs: readonly Port[] = ['input_ids', 'attention_mask', 'token_type_ids'].map(name => ({
  name,
  type: 'int64',
  shape: ['batch', 'sequence'],
}))

function tables(seed: number, dimensions: number): Tensor[] {
  const random = seededRandom(seed)
  // Special tokens and single signs, which come first in the vocabulary, hardly count: all texts have them.
  const weigh = (row: number) => (row < 1_000 ? 0.05 : 1)
  const table = (name: string, rows: number): Tensor => ({
    name,
    shape: [rows, dimensions],
    values: Float32Array.from(
      { length: rows * dimensions },
      (_, place) => (random() - 0.5) * weigh(Math.floor(place / dimensions)),
    ),
  })
  return [table('words', vocabulary), table('types', 2)]
}

function filesOf(model: Buffer, config: object): ModelFiles {
  const base = { model_type: 'bert', max_position_embeddings: 512, vocab_size: vocabulary }
  return new Map([
    ['config.json', Buffer.from(JSON.stringify({ ...base, ...config }))],
    ['tokenizer.json', readFileSync(gteSmallModel.tokenizer.path)],
    ['tokenizer_config.json', readFileSync(gteSmallModel.tokenizerConfig?.path ?? '')],
    ['onnx/model.onnx', model],
  ])
}

/** Mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
