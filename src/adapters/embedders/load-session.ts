import type { InferenceSession, Tensor } from 'onnxruntime-node'
import { Failure } from '../../core/model/failure.ts'
import { type LocalReranker, verifyFile } from './local-model.ts'
import { loadTokenizer, type TextTokenizer } from './tokenizer.ts'
import { loadOnnxRuntime, type Ort } from './unpack-runtime.ts'

export type LoadedSession = { ort: Ort; session: InferenceSession; tokenizer: TextTokenizer }

/** Loads a model on a worker thread, after checking that its file is undamaged. */
export async function loadSession(facts: LocalReranker, cacheFolder: string | null): Promise<LoadedSession> {
  await verifyFile(facts.model)
  const tokenizer = loadTokenizer(facts)
  const ort = await loadOnnxRuntime(cacheFolder)
  try {
    const session = await ort.InferenceSession.create(facts.model.path, {
      // The pool has one worker per core: more threads in one worker would compete with the others.
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
    })
    return { ort, session, tokenizer }
  } catch (cause) {
    throw new Failure('unavailable', 'MODEL_UNUSABLE', `ONNX Runtime cannot load ${facts.id}.`, {
      hint: 'Check that the folder contains a complete ONNX export of a text model.',
      cause,
    })
  }
}

/** The inputs of the network for one sequence; `types` says which of two texts each token belongs to. */
export function feedsFor(
  { ids, types }: { ids: readonly number[]; types: readonly number[] | null },
  { ort, session }: Pick<LoadedSession, 'ort' | 'session'>,
): Record<string, Tensor> {
  const shape = [1, ids.length]
  const columns: Record<string, BigInt64Array> = {
    input_ids: BigInt64Array.from(ids, BigInt),
    attention_mask: new BigInt64Array(ids.length).fill(1n),
    token_type_ids: types === null ? new BigInt64Array(ids.length) : BigInt64Array.from(types, BigInt),
  }
  return Object.fromEntries(
    session.inputNames.map(name => {
      const values = columns[name]
      if (values) return [name, new ort.Tensor('int64', values, shape)]
      throw new Failure('unavailable', 'MODEL_UNUSABLE', `The model requires the unknown input "${name}".`, {
        hint: 'Only text models with input_ids, attention_mask and token_type_ids can be run.',
      })
    }),
  )
}
