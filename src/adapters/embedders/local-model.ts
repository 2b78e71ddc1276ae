import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Failure } from '../../core/model/failure.ts'
import type { QuestionTokens } from '../../core/ports/embedder.ts'

/** What a thread needs to run a cross-encoder from files, as plain values that can be sent to a worker. */
export type LocalReranker = {
  /** The id that collections are bound to. */
  id: string
  /** Including the special tokens that the model adds. */
  maxTokens: number
  /** Languages it was trained for; null: many, or unknown. */
  languages: readonly string[] | null
  model: PinnedFile
  tokenizer: PinnedFile
  tokenizerConfig: PinnedFile | null
}

/** The same for an embedding model. */
export type LocalModel = LocalReranker & {
  dimensions: number
  pooling: 'mean' | 'cls'
  /** Prefixes that the model was trained with, for documents and for queries. */
  documentPrefix: string
  queryPrefix: string
  /** The mean of the vectors of many tokens, as float32; measured on a few texts when absent. */
  tokenMean?: PinnedFile
}

/** Start data of a worker thread. */
export type WorkerData = { model: LocalModel; cacheFolder: string | null }

/** One order for a worker thread. */
export type ModelOrder =
  /** The vector of each text. */
  | { kind: 'vectors'; texts: readonly string[] }
  /** The similarity of each word to the words of each text. */
  | { kind: 'nearness'; texts: readonly string[]; words: readonly string[] }
  /** The vector of each text and the bits of its tokens. */
  | { kind: 'tokens'; texts: readonly string[] }
  /** The vector of one question and its tokens. */
  | { kind: 'question'; texts: readonly [string] }

/** `tokenBits` and `question` are present where they were ordered; null when the model returns no tokens. */
export type ModelAnswer = {
  values: Float32Array
  tokenBits?: Uint8Array | null
  question?: QuestionTokens | null
}

/** A file and the expected hash of its content. */
export type PinnedFile = { path: string; sha256: string }

/** Throws MODEL_DAMAGED unless the content has the expected hash. Reads in pieces, because models are large. */
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
  // One buffer for all pieces: a stream makes a new one each time and takes twice as long.
  const piece = Buffer.allocUnsafeSlow(4 << 20)
  let file: FileHandle | null = null
  try {
    file = await open(path)
    for (;;) {
      const { bytesRead } = await file.read(piece)
      if (bytesRead === 0) break
      hash.update(piece.subarray(0, bytesRead))
    }
  } catch (error) {
    throw unreadable(path, error)
  } finally {
    await file?.close()
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
