import { Failure } from '../../core/model/failure.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { Reranker } from '../../core/ports/reranker.ts'
import type { LocalEmbedderOptions } from './local-embedder.ts'
import type { OpenAiOptions } from './openai.ts'
import type { ShelfRecord } from './shelf-record.ts'

export type EmbedderOptions = {
  local?: LocalEmbedderOptions
  openai?: OpenAiOptions
  /** Folder of the models that were added to the home. */
  shelf?: string
}

type Opening = (rest: string, options: EmbedderOptions) => Promise<Embedder>

/** Embedders by the part of the choice before the first colon; each is opened with the rest. */
const openings = {
  'gte-small': async (rest, options) => {
    if (rest !== '') throw unknownChoice(`gte-small:${rest}`)
    const { gteSmall } = await import('./local-embedder.ts')
    return gteSmall(options.local)
  },
  onnx: async (rest, options) => {
    if (rest === '') throw unknownChoice('onnx')
    const { onnxEmbedder } = await import('./onnx.ts')
    return onnxEmbedder(rest, options.local)
  },
  hub: async (rest, options) => {
    if (rest === '') throw unknownChoice('hub')
    const { kind, facts, name } = await findOnShelf(rest, options)
    if (kind === 'reranker') throw wrongKind(name, 'is a reranker; set it as reranker.model')
    const { localEmbedder } = await import('./local-embedder.ts')
    return localEmbedder(facts, options.local)
  },
  openai: async (rest, options) => {
    if (rest === '') throw unknownChoice('openai')
    const { openAiEmbedder } = await import('./openai.ts')
    return openAiEmbedder(rest, options.openai)
  },
  hash: async rest => {
    const dimensions = rest === '' ? undefined : Number(rest)
    if (dimensions !== undefined && !(Number.isInteger(dimensions) && dimensions >= 1 && dimensions <= 4096))
      throw unknownChoice(`hash:${rest}`)
    const { hashEmbedder } = await import('./hash.ts')
    return hashEmbedder(dimensions)
  },
} satisfies Record<string, Opening>

/**
 * `choice` is `gte-small` (part of the package), `hub:<id>` (added by `quire model add`), `onnx:/path/to/folder`,
 * `openai:<model>`, `hash` or `hash:<dimensions>`.
 */
export async function openEmbedder(choice: string, options: EmbedderOptions = {}): Promise<Embedder> {
  const colon = choice.indexOf(':')
  const name = colon < 0 ? choice : choice.slice(0, colon)
  const rest = colon < 0 ? '' : choice.slice(colon + 1)
  if (!isOpening(name)) throw unknownChoice(choice)
  return openings[name](rest, options)
}

/** `choice` is `hub:<id>` (added by `quire model add`), the id alone, or `onnx:/path/to/folder`. */
export async function openReranker(choice: string, options: EmbedderOptions = {}): Promise<Reranker> {
  const [, kind, rest] = /^(hub|onnx):(.+)$/.exec(choice.includes(':') ? choice : `hub:${choice}`) ?? []
  const { localReranker, onnxReranker } = await import('./local-reranker.ts')
  if (kind === 'onnx' && rest !== undefined) return onnxReranker(rest, options.local)
  if (kind === undefined || rest === undefined)
    throw new Failure('invalid', 'RERANKER_INVALID', `"${choice}" is not a reranker that can be opened.`, {
      hint: 'Use hub:<id> for a model that was added with quire model add, onnx:/path/to/folder, or none.',
    })
  const record = await findOnShelf(rest, options)
  if (record.kind === 'reranker') return localReranker(record.facts, options.local)
  throw wrongKind(record.name, 'is an embedding model; set it as embedder.model')
}

async function findOnShelf(rest: string, { shelf }: EmbedderOptions): Promise<ShelfRecord> {
  const { findShelved } = await import('./model-shelf.ts')
  return findShelved(shelf ?? '', rest)
}

function wrongKind(name: string, problem: string): Failure {
  return new Failure('invalid', 'MODEL_UNUSABLE', `The model "${name}" ${problem}.`, {
    hint: 'quire model list names the kind of each model.',
  })
}

function isOpening(name: string): name is keyof typeof openings {
  return Object.hasOwn(openings, name)
}

function unknownChoice(choice: string): Failure {
  return new Failure('invalid', 'EMBEDDER_INVALID', `"${choice}" is not an embedder that can be opened.`, {
    hint: 'Use gte-small, hub:<id>, onnx:/path/to/folder, openai:<model>, or hash:<dimensions> (1 to 4096) for tests.',
  })
}
