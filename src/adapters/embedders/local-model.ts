import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Failure } from '../../core/model/failure.ts'

/** Everything a thread needs to know to run a model from files; plain values, so it can be sent to a worker. */
export type LocalModel = {
  /** What collections are bound to. */
  id: string
  dimensions: number
  /** Including the special tokens the model puts around a text. */
  maxTokens: number
  /** Languages it was made for; null: many, or not known. */
  languages: readonly string[] | null
  model: PinnedFile
  tokenizer: PinnedFile
  tokenizerConfig: PinnedFile | null
  pooling: 'mean' | 'cls'
  /** What the model was trained to see before a document, and before a question. */
  documentPrefix: string
  queryPrefix: string
}

/** What a thread is started with. */
export type WorkerData = { model: LocalModel; cacheFolder: string | null }

/** What a thread that holds a model is asked for. */
export type ModelOrder = {
  texts: readonly string[]
  /** Null: the vector of each text. Otherwise how near each of these comes to the words of each text. */
  words: readonly string[] | null
}

/** A file and what its content must hash to. */
export type PinnedFile = { path: string; sha256: string }

/** Throws MODEL_DAMAGED unless the file has the pinned content. Reads in pieces: models are large. */
export async function verifyFile(file: PinnedFile): Promise<void> {
  requireHash(file, await hashFile(file.path))
}

export function readVerifiedFile(file: PinnedFile): Buffer {
  let bytes: Buffer
  try {
    bytes = readFileSync(file.path)
  } catch (error) {
    throw unreadable(file.path, error)
  }
  requireHash(file, createHash('sha256').update(bytes).digest('hex'))
  return bytes
}

export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece)
  } catch (error) {
    throw unreadable(path, error)
  }
  return hash.digest('hex')
}

function requireHash(file: PinnedFile, found: string): void {
  if (found === file.sha256) return
  const name = basename(file.path)
  throw new Failure(
    'unavailable',
    'MODEL_DAMAGED',
    `The model file ${name} is damaged: its SHA-256 is ${found}, expected ${file.sha256}.`,
    {
      hint: 'Reinstall the package (or copy the model folder again), then restart.',
      details: { file: name, expected: file.sha256, found },
    },
  )
}

function unreadable(path: string, cause: unknown): Failure {
  const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
  return new Failure(
    'unavailable',
    'MODEL_UNREADABLE',
    `The model file ${basename(path)} cannot be read (${reason}).`,
    {
      hint: 'Reinstall the package, or check that the model folder is complete and readable, then restart.',
      details: { file: basename(path) },
      cause,
    },
  )
}
