import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Embedder } from '../../core/ports/embedder.ts'
import { type LocalEmbedderOptions, localEmbedder } from './local-embedder.ts'
import { hashFile, type LocalModel, type LocalReranker, type PinnedFile } from './local-model.ts'
import { readModelCard } from './model-card.ts'
import { familyFacts } from './model-families.ts'
import {
  findModelFile,
  incomplete,
  isObject,
  kindOfModel,
  type ModelConfig,
  type ModelFolder,
  maxTokensOf,
  numberIn,
  openModelFolder,
  unusable,
} from './model-folder.ts'

/** A sentence-embedding model in a folder with the layout of model hubs. */
export async function onnxEmbedder(folder: string, options: LocalEmbedderOptions = {}): Promise<Embedder> {
  return localEmbedder(await readEmbeddingModel(folder), options)
}

/** Reads the facts of an embedding model from its files. `name` is its name where the files are from; else they tell it. */
export async function readEmbeddingModel(path: string, name?: string): Promise<LocalModel> {
  const folder = openModelFolder(path)
  const { config } = folder
  if (kindOfModel(config) === 'reranker')
    throw unusable('It scores pairs of texts and makes no vectors: use it as a reranker.')
  const dimensions = numberIn(config, 'hidden_size') ?? numberIn(config, 'n_embd') ?? numberIn(config, 'dim')
  if (dimensions === null) throw incomplete(path, 'config.json has no hidden_size')
  const known = name ?? modelName(folder)
  const family = familyFacts(`${known} ${basename(folder.path)}`)
  const behaviour = {
    dimensions,
    maxTokens: maxTokensOf(folder),
    pooling: poolingOf(folder) ?? family.pooling,
    // Part of the ids of collections that exist; the languages on the card change no vector.
    languages: null,
    ...(promptsOf(folder) ?? { documentPrefix: family.documentPrefix, queryPrefix: family.queryPrefix }),
  }
  const { languages } = readModelCard(folder.path)
  return { ...(await pinFiles(folder, known, behaviour)), ...behaviour, languages }
}

/** Reads the facts of a cross-encoder from its files. */
export async function readRerankerModel(path: string, name?: string): Promise<LocalReranker> {
  const folder = openModelFolder(path)
  if (kindOfModel(folder.config) === 'embedding')
    throw unusable('It makes vectors of single texts: use it as an embedding model.')
  const behaviour = { maxTokens: maxTokensOf(folder) }
  const { languages } = readModelCard(folder.path)
  return { ...(await pinFiles(folder, name ?? modelName(folder), behaviour)), ...behaviour, languages }
}

type Files = Pick<LocalModel, 'id' | 'model' | 'tokenizer' | 'tokenizerConfig'>

/** Two different exports of one model must not have the same id. */
async function pinFiles(folder: ModelFolder, name: string, behaviour: object): Promise<Files> {
  const model = await pin(findModelFile(folder))
  const weights = `${model.path}_data` // weights of exports above 2 GB
  const tokenizer = await pin(join(folder.path, 'tokenizer.json'))
  const tokenizerConfig = join(folder.path, 'tokenizer_config.json')
  const contents = [
    model.sha256,
    tokenizer.sha256,
    existsSync(weights) ? await hashFile(weights) : '',
    JSON.stringify(behaviour),
  ]
  const fingerprint = createHash('sha256').update(contents.join('\n')).digest('hex').slice(0, 12)
  return {
    id: `onnx:${name}@${fingerprint}`,
    model,
    tokenizer,
    tokenizerConfig: existsSync(tokenizerConfig) ? await pin(tokenizerConfig) : null,
  }
}

async function pin(path: string): Promise<PinnedFile> {
  return { path, sha256: await hashFile(path) }
}

function modelName({ path, config }: ModelFolder): string {
  const declared = config._name_or_path
  const name = typeof declared === 'string' ? basename(declared) : ''
  return name === '' || name === '.' ? basename(path) : name
}

type Module = { type: string; path: string }

/** The layers that Sentence Transformers applies; null when the folder does not list them. */
function modulesOf({ read }: ModelFolder): Module[] | null {
  const listed = read('modules.json')
  if (!Array.isArray(listed)) return null
  return listed.filter(isObject).map(({ type, path }) => ({ type: String(type), path: String(path ?? '') }))
}

function poolingOf(folder: ModelFolder): 'mean' | 'cls' | null {
  const modules = modulesOf(folder)
  const own = modules?.find(({ type }) => !/\.(Transformer|Pooling|Normalize)$/.test(type))
  // An export contains the network alone, so that vectors without this layer would be wrong.
  if (own !== undefined) throw unusable(`It has a layer after the network (${own.type.split('.').at(-1)}).`)
  const path = modules?.find(({ type }) => type.endsWith('.Pooling'))?.path ?? '1_Pooling'
  const pooling = folder.read(`${path}/config.json`)
  if (pooling === null) return null
  const mode = pooling.pooling_mode ?? modeOf(pooling)
  if (mode === 'cls' || mode === 'mean') return mode
  throw unusable('It pools neither by mean nor by its first token.')
}

function modeOf(pooling: ModelConfig): 'mean' | 'cls' | null {
  const modes = Object.keys(pooling).filter(key => key.startsWith('pooling_mode_') && pooling[key] === true)
  if (modes.length > 1) return null
  if (pooling.pooling_mode_cls_token === true) return 'cls'
  return pooling.pooling_mode_mean_tokens === true ? 'mean' : null
}

/**
 * The texts that the model expects before queries and documents. Null when the files name none: newer versions of Sentence
 * Transformers write empty prompts for every model.
 */
function promptsOf({ read }: ModelFolder): { documentPrefix: string; queryPrefix: string } | null {
  const saved = read('config_sentence_transformers.json') ?? {}
  const prompts = isObject(saved.prompts) ? saved.prompts : {}
  const named = (...names: unknown[]) =>
    names.map(name => prompts[String(name)]).find(prompt => typeof prompt === 'string')
  const byDefault = saved.default_prompt_name
  const queryPrefix = String(named('query', byDefault) ?? '')
  const documentPrefix = String(named('document', 'passage', 'corpus', byDefault) ?? '')
  return queryPrefix === '' && documentPrefix === '' ? null : { documentPrefix, queryPrefix }
}
