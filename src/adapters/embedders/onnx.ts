import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { Failure } from '../../core/model/failure.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import { type LocalEmbedderOptions, localEmbedder } from './local-embedder.ts'
import { hashFile, type LocalModel, type PinnedFile } from './local-model.ts'

/** A sentence-embedding model in a folder with the layout of model hubs. */
export async function onnxEmbedder(folder: string, options: LocalEmbedderOptions = {}): Promise<Embedder> {
  return localEmbedder(await readModelFolder(folder), options)
}

/** Reads the facts of a model from its folder; throws MODEL_INCOMPLETE when a needed file or value is missing. */
export async function readModelFolder(folder: string): Promise<LocalModel> {
  const root = resolve(folder)
  if (!existsSync(root) || !statSync(root).isDirectory())
    throw incomplete(folder, 'it is not a folder that can be read')
  const config = readConfig(root, 'config.json')
  if (config === null) throw incomplete(folder, 'config.json is missing')
  const dimensions = numberIn(config, 'hidden_size') ?? numberIn(config, 'n_embd') ?? numberIn(config, 'dim')
  if (dimensions === null) throw incomplete(folder, 'config.json has no hidden_size')
  if (!existsSync(join(root, 'tokenizer.json'))) throw incomplete(folder, 'tokenizer.json is missing')

  const name = modelName(root, config)
  const facts = modelFacts(`${name} ${basename(root)}`)
  const model = await pin(findModelFile(root, folder))
  const weights = `${model.path}_data` // weights of exports above 2 GB
  const tokenizer = await pin(join(root, 'tokenizer.json'))
  const tokenizerConfig = join(root, 'tokenizer_config.json')
  const behaviour = {
    dimensions,
    maxTokens: maxTokensOf(root, config),
    pooling: poolingOf(root) ?? facts.pooling,
    languages: null,
    documentPrefix: facts.documentPrefix,
    queryPrefix: facts.queryPrefix,
  }
  const contents = [model.sha256, tokenizer.sha256, existsSync(weights) ? await hashFile(weights) : '']
  return {
    ...behaviour,
    id: `onnx:${name}@${fingerprint([...contents, JSON.stringify(behaviour)])}`,
    model,
    tokenizer,
    tokenizerConfig: existsSync(tokenizerConfig) ? await pin(tokenizerConfig) : null,
  }
}

function findModelFile(root: string, folder: string): string {
  const usual = ['model.onnx', 'onnx/model.onnx', 'onnx/model_quantized.onnx', 'onnx/model_int8.onnx']
  const found = usual.map(name => join(root, name)).find(path => existsSync(path))
  if (found !== undefined) return found
  const inside = join(root, 'onnx')
  const others = existsSync(inside) ? readdirSync(inside).filter(name => /^model.*\.onnx$/.test(name)) : []
  const [first] = others.sort()
  if (first === undefined) throw incomplete(folder, 'there is no model.onnx in it, nor in its onnx/ folder')
  return join(inside, first)
}

function modelName(root: string, config: Readonly<Record<string, unknown>>): string {
  const declared = config._name_or_path
  const name = typeof declared === 'string' ? basename(declared) : ''
  return name === '' || name === '.' ? basename(root) : name
}

/** The smallest limit in the files: positions of the network, and lengths it was trained or tuned for. */
function maxTokensOf(root: string, config: Readonly<Record<string, unknown>>): number {
  const tuned = readConfig(root, 'sentence_bert_config.json') ?? {}
  const tokenizer = readConfig(root, 'tokenizer_config.json') ?? {}
  const limits = [
    numberIn(tuned, 'max_seq_length'),
    numberIn(tokenizer, 'model_max_length'),
    numberIn(config, 'max_position_embeddings') ?? numberIn(config, 'n_positions'),
  ].filter(limit => limit !== null)
  return Math.min(8192, ...limits)
}

function poolingOf(root: string): 'mean' | 'cls' | null {
  const pooling = readConfig(root, '1_Pooling/config.json')
  if (pooling === null) return null
  if (pooling.pooling_mode_cls_token === true) return 'cls'
  if (pooling.pooling_mode_mean_tokens === true) return 'mean'
  throw new Failure(
    'unsupported',
    'MODEL_UNUSABLE',
    'The model pools neither by mean nor by its first token.',
    {
      hint: 'Choose a model whose 1_Pooling/config.json specifies mean or cls pooling.',
    },
  )
}

async function pin(path: string): Promise<PinnedFile> {
  return { path, sha256: await hashFile(path) }
}

/** Two different exports of one model must not have the same id. */
function fingerprint(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12)
}

function readConfig(root: string, name: string): Readonly<Record<string, unknown>> | null {
  const path = join(root, name)
  if (!existsSync(path)) return null
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    // SAFETY: a non-null object is indexable; every value read from it is checked where it is used.
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch (cause) {
    throw incomplete(root, `${name} is not readable JSON`, cause)
  }
  throw incomplete(root, `${name} is not a JSON object`)
}

/** Hubs write "no limit" as numbers like 1e30. */
function numberIn(config: Readonly<Record<string, unknown>>, key: string): number | null {
  const value = config[key]
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e9 ? value : null
}

function incomplete(folder: string, problem: string, cause?: unknown): Failure {
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

/** Facts about a family of models that its files do not contain. */
type ModelFacts = { documentPrefix: string; queryPrefix: string; pooling: 'mean' | 'cls' }

const families: readonly { name: RegExp; facts: ModelFacts }[] = [
  {
    name: /nomic-embed-text/i,
    facts: { documentPrefix: 'search_document: ', queryPrefix: 'search_query: ', pooling: 'mean' },
  },
  {
    name: /bge-(small|base|large)-en/i,
    facts: {
      documentPrefix: '',
      queryPrefix: 'Represent this sentence for searching relevant passages: ',
      pooling: 'cls',
    },
  },
  { name: /bge-m3/i, facts: { documentPrefix: '', queryPrefix: '', pooling: 'cls' } },
  {
    name: /e5-(small|base|large)/i,
    facts: { documentPrefix: 'passage: ', queryPrefix: 'query: ', pooling: 'mean' },
  },
  {
    name: /(snowflake-)?arctic-embed/i,
    facts: {
      documentPrefix: '',
      queryPrefix: 'Represent this sentence for searching relevant passages: ',
      pooling: 'cls',
    },
  },
  {
    name: /mxbai-embed/i,
    facts: {
      documentPrefix: '',
      queryPrefix: 'Represent this sentence for searching relevant passages: ',
      pooling: 'cls',
    },
  },
]

/** Looks up the family by the name of the model; the default is no prefixes and mean pooling. */
function modelFacts(name: string): ModelFacts {
  const family = families.find(candidate => candidate.name.test(name))
  return family?.facts ?? { documentPrefix: '', queryPrefix: '', pooling: 'mean' }
}
