import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { Failure } from '../../core/model/failure.ts'

/** A JSON file of a model. Every value that is read from it is checked where it is used. */
export type ModelConfig = Readonly<Record<string, unknown>>

/** A folder with the layout of model hubs. */
export type ModelFolder = {
  path: string
  config: ModelConfig
  /** Returns the content of another JSON file; null when there is none. */
  read(name: string): ModelConfig | null
}

/** Opens a folder; throws MODEL_INCOMPLETE unless it has the files that every model needs. */
export function openModelFolder(folder: string): ModelFolder {
  const path = resolve(folder)
  if (!existsSync(path) || !statSync(path).isDirectory())
    throw incomplete(folder, 'it is not a folder that can be read')
  const read = (name: string) => readObject(path, name)
  const config = read('config.json')
  if (config === null) throw incomplete(folder, 'config.json is missing')
  if (!existsSync(join(path, 'tokenizer.json'))) throw incomplete(folder, 'tokenizer.json is missing')
  return { path, config, read }
}

/** What the architecture in config.json makes of a text: a vector, or a score for a pair of texts. */
export type ModelKind = 'embedding' | 'reranker'

/** Returns what the model does; throws MODEL_UNUSABLE for one that does neither. */
export function kindOfModel(config: ModelConfig): ModelKind {
  const [architecture] = textsIn(config.architectures)
  // Exports that were written by hand do not always name one.
  if (architecture === undefined || /(Model|ForMaskedLM|ForSentenceEmbedding|Encoder)$/.test(architecture))
    return 'embedding'
  if (/ForSequenceClassification$/.test(architecture)) return requireOneScore(config)
  throw unusable(`It is a ${architecture}, which neither embeds texts nor scores pairs of texts.`)
}

/** A model that sorts texts into several classes gives no score to rank by. */
function requireOneScore(config: ModelConfig): ModelKind {
  const labels = isObject(config.id2label)
    ? Object.keys(config.id2label).length
    : numberIn(config, 'num_labels')
  if (labels === null || labels <= 1) return 'reranker'
  throw unusable(`It sorts texts into ${labels} classes, and gives no single score to rank by.`)
}

/** The ONNX file: `model.onnx` in the folder, or one of those in `onnx/`. */
export function findModelFile({ path }: Pick<ModelFolder, 'path'>): string {
  const usual = ['model.onnx', 'onnx/model.onnx', 'onnx/model_quantized.onnx', 'onnx/model_int8.onnx']
  const found = usual.map(name => join(path, name)).find(file => existsSync(file))
  if (found !== undefined) return found
  const inside = join(path, 'onnx')
  const others = existsSync(inside) ? readdirSync(inside).filter(name => /^model.*\.onnx$/.test(name)) : []
  const [first] = others.sort()
  if (first === undefined) throw incomplete(path, 'there is no model.onnx in it, nor in its onnx/ folder')
  return join(inside, first)
}

/**
 * The longest input in tokens: the smallest limit in the files. Networks of the RoBERTa family number positions from the
 * padding token on, so they read fewer tokens than they have positions.
 */
export function maxTokensOf({ config, read }: ModelFolder): number {
  const positions = numberIn(config, 'max_position_embeddings') ?? numberIn(config, 'n_positions')
  const isOffset = /roberta|camembert|mpnet/.test(String(config.model_type))
  const offset = isOffset ? (numberIn(config, 'pad_token_id') ?? 1) + 1 : 0
  const limits = [
    numberIn(read('sentence_bert_config.json') ?? {}, 'max_seq_length'),
    numberIn(read('tokenizer_config.json') ?? {}, 'model_max_length'),
    positions === null ? null : positions - offset,
  ].filter(limit => limit !== null)
  return Math.min(8192, ...limits)
}

/** Hubs write "no limit" as numbers like 1e30. */
export function numberIn(config: ModelConfig, key: string): number | null {
  const value = config[key]
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e9 ? value : null
}

export function isObject(value: unknown): value is ModelConfig {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter(entry => typeof entry === 'string') : []
}

function readObject(folder: string, name: string): ModelConfig | null {
  const path = join(folder, name)
  if (!existsSync(path)) return null
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    // SAFETY: a non-null object is indexable; modules.json is an array, whose members are checked where they are read.
    if (typeof value === 'object' && value !== null) return value as ModelConfig
  } catch (cause) {
    throw incomplete(folder, `${name} is not readable JSON`, cause)
  }
  throw incomplete(folder, `${name} is not a JSON object`)
}

export function incomplete(folder: string, problem: string, cause?: unknown): Failure {
  return new Failure(
    'invalid',
    'MODEL_INCOMPLETE',
    `${basename(folder)} cannot be used as a model: ${problem}.`,
    {
      hint: 'Pass a folder with model.onnx (or onnx/model.onnx), tokenizer.json and config.json.',
      ...(cause === undefined ? {} : { cause }),
    },
  )
}

export function unusable(problem: string): Failure {
  return new Failure('unsupported', 'MODEL_UNUSABLE', `The model cannot be used. ${problem}`, {
    hint: 'Choose a sentence-embedding model or a cross-encoder: quire model list names some.',
  })
}
