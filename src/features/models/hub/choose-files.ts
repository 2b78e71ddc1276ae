import { arch } from 'node:process'
import { Failure } from '../../../core/model/failure.ts'
import type { HubFile } from './hub-client.ts'

/** The files of a model that are needed to run it: small ones that describe it, and its network. */
export type ChosenFiles = { descriptions: HubFile[]; weights: HubFile[] }

const required = ['config.json', 'tokenizer.json']

const described =
  /^(config|tokenizer|tokenizer_config|special_tokens_map|modules|sentence_bert_config|config_sentence_transformers)\.json$|^\d+_\w+\/config\.json$|^(README\.md|LICENSE(\.txt|\.md)?)$/

/**
 * Exports in the order of preference: 8-bit numbers are a quarter of the size and about twice as fast on processors, at
 * nearly the same quality.
 */
const exports: readonly string[] = [
  'onnx/model_quantized.onnx',
  'onnx/model_int8.onnx',
  arch === 'arm64' ? 'onnx/model_qint8_arm64.onnx' : 'onnx/model_quint8_avx2.onnx',
  'onnx/model.onnx',
  'model.onnx',
]

/** Chooses what to fetch; `file` names another export than the preferred one. */
export function chooseFiles(model: string, files: readonly HubFile[], file: string | null): ChosenFiles {
  const missing = required.filter(name => !files.some(({ path }) => path === name))
  const network = findExport(model, files, file)
  if (missing.length > 0)
    throw new Failure('unsupported', 'MODEL_INCOMPLETE', `"${model}" has no ${missing.join(' and no ')}.`, {
      hint: 'Choose a model with a "fast" tokenizer.',
    })
  return {
    descriptions: files.filter(({ path }) => described.test(path)),
    // Exports above 2 GB keep their numbers in files beside them.
    weights: files.filter(({ path }) => path === network || path.startsWith(`${network}_data`)),
  }
}

function findExport(model: string, files: readonly HubFile[], file: string | null): string {
  const all = files.map(({ path }) => path).filter(path => path.endsWith('.onnx'))
  const found = file === null ? exports.find(path => all.includes(path)) : all.find(path => path === file)
  if (found !== undefined) return found
  const [, name = model] = model.split('/')
  throw new Failure(
    'unsupported',
    'MODEL_NO_ONNX',
    file === null ? `"${model}" has no ONNX export.` : `"${model}" has no file "${file}".`,
    {
      hint:
        all.length > 0
          ? `Choose one with --file: ${all.join(', ')}.`
          : `Look for one under Xenova/${name} or onnx-community/${name}, or export it with optimum-cli and add the folder.`,
      details: { exports: all },
    },
  )
}
