import { Failure } from '../../core/model/failure.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { LocalEmbedderOptions } from './local-embedder.ts'
import type { OpenAiOptions } from './openai.ts'

export type EmbedderOptions = { local?: LocalEmbedderOptions; openai?: OpenAiOptions }

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
 * `choice` is `gte-small` (part of the package), `onnx:/path/to/folder`, `openai:<model>`, `hash` or
 * `hash:<dimensions>`.
 */
export async function openEmbedder(choice: string, options: EmbedderOptions = {}): Promise<Embedder> {
  const colon = choice.indexOf(':')
  const name = colon < 0 ? choice : choice.slice(0, colon)
  const rest = colon < 0 ? '' : choice.slice(colon + 1)
  if (!isOpening(name)) throw unknownChoice(choice)
  return openings[name](rest, options)
}

function isOpening(name: string): name is keyof typeof openings {
  return Object.hasOwn(openings, name)
}

function unknownChoice(choice: string): Failure {
  return new Failure('invalid', 'EMBEDDER_INVALID', `"${choice}" is not an embedder that can be opened.`, {
    hint: 'Use gte-small, onnx:/path/to/folder, openai:<model>, or hash:<dimensions> (1 to 4096) for tests.',
  })
}
