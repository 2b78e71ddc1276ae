import { createHash, randomUUID } from 'node:crypto'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { Failure } from '../../core/model/failure.ts'
import { makeFolder } from '../files/make-folder.ts'

export type Ort = typeof import('onnxruntime-node')

/** Exists in the built package only; a checkout uses the npm package. */
const packedFolder = fileURLToPath(new URL('../../onnxruntime/', import.meta.url))

/**
 * The npm package is not a dependency, because its install script downloads GPU libraries and fails without a network,
 * and because it contains the binaries of every platform (300 MB).
 */
export async function loadOnnxRuntime(cacheFolder: string | null): Promise<Ort> {
  if (!existsSync(packedFolder)) return import('onnxruntime-node')
  const folders = [join(packedFolder, 'unpacked'), ...(cacheFolder === null ? [] : [cacheFolder])]
  const entry = unpackRuntime(packedFolder, folders, `${process.platform}-${process.arch}`)
  return createRequire(import.meta.url)(entry)
}

type PackedFile = { path: string; file: string; sha256: string }

/** Contents of `packed.json`, beside the packed runtimes. */
export type PackedRuntime = { version: string; platforms: Record<string, PackedFile[]> }

/**
 * Unpacks the ONNX runtime of this platform once and returns the entry file of its package. Tries the `folders` in
 * order, because the package may belong to another user, then a private temporary folder.
 */
export function unpackRuntime(packed: string, folders: readonly string[], platform: string): string {
  // SAFETY: written by scripts/pack-onnxruntime.ts into the same package.
  const { version, platforms } = JSON.parse(
    readFileSync(join(packed, 'packed.json'), 'utf8'),
  ) as PackedRuntime
  const files = platforms[platform]
  if (files === undefined) throw unsupported(platform, Object.keys(platforms))
  const name = `onnxruntime-${version}-${platform}`
  const done = folders.map(folder => join(folder, name)).find(existsSync)
  if (done !== undefined) return entryOf(done)
  for (const folder of folders) {
    try {
      return entryOf(unpackInto(join(folder, name), packed, files))
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
  }
  const last = join(temporaryFolder(), name)
  return entryOf(existsSync(last) ? last : unpackInto(last, packed, files))
}

/** Atomic: several threads and processes may do this at the same time. */
function unpackInto(target: string, packed: string, files: readonly PackedFile[]): string {
  const partial = `${target}.${randomUUID()}`
  try {
    makeFolder(dirname(target))
    cpSync(join(packed, 'node_modules'), join(partial, 'node_modules'), { recursive: true })
    for (const { path, file, sha256 } of files) {
      const bytes = brotliDecompressSync(readFileSync(join(packed, file)))
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw damaged(basename(path))
      const place = join(partial, 'node_modules', 'onnxruntime-node', path)
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, bytes)
    }
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}

function entryOf(folder: string): string {
  return join(folder, 'node_modules', 'onnxruntime-node', 'dist', 'index.js')
}

/** The same for all threads and processes of a user; only this user may write to it. */
function temporaryFolder(): string {
  const { uid } = userInfo()
  const folder = join(tmpdir(), `quire-${uid}`)
  makeFolder(folder)
  const found = lstatSync(folder)
  const isPrivate = found.isDirectory() && (uid < 0 || (found.uid === uid && (found.mode & 0o077) === 0))
  if (isPrivate) return folder
  throw new Failure('unavailable', 'MODEL_UNUSABLE', `${folder} belongs to another user.`, {
    hint: 'Make the home of Quire writable (--home), or install Quire where you may write.',
  })
}

function isRefusal(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'ENOENT'].includes(code)
}

function damaged(name: string): Failure {
  return new Failure(
    'unavailable',
    'MODEL_DAMAGED',
    `The ONNX runtime is damaged: ${name} does not match its hash.`,
    {
      hint: 'Reinstall the package, then restart.',
    },
  )
}

function unsupported(platform: string, known: readonly string[]): Failure {
  return new Failure(
    'unavailable',
    'MODEL_UNUSABLE',
    `There is no ONNX runtime for ${platform} (only for ${known.join(', ')}).`,
    { hint: 'Choose a model that runs elsewhere: --embedder openai:<model> with --openai-url.' },
  )
}
