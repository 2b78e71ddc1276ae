import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unpackRuntime } from './unpack-runtime.ts'

export type Ort = typeof import('onnxruntime-node')

/** Only what was built has it; a checkout uses the npm package. */
const packed = fileURLToPath(new URL('../../onnxruntime/', import.meta.url))

/**
 * The npm package is not a dependency of ours, because its install script downloads libraries for GPUs and fails where
 * it cannot, and because it holds the binaries of every platform (300 MB).
 */
export async function loadOnnxRuntime(cacheFolder: string | null): Promise<Ort> {
  if (!existsSync(packed)) return import('onnxruntime-node')
  const folders = [join(packed, 'unpacked'), ...(cacheFolder === null ? [] : [cacheFolder])]
  const entry = unpackRuntime(packed, folders, `${process.platform}-${process.arch}`)
  return createRequire(import.meta.url)(entry)
}
