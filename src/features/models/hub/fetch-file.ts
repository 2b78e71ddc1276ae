import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFolder } from '../../../adapters/files/make-folder.ts'
import { abortFailure, Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { Hub, HubFile } from './hub-client.ts'

export type FetchContext = {
  hub: Hub
  model: string
  commit: string
  /** Folder that the path of the file starts from. */
  folder: string
  signal: AbortSignal
  /** Called with the number of bytes of this file that are on disk. */
  onBytes(bytes: number): void
  /** How long a connection may send nothing before it is given up. */
  stallMs: number
  /** The pause after a broken connection. */
  backoffMs?: number
}

/** How often a connection may break without a single new byte. */
const mostIdleBreaks = 5

/**
 * Fetches a file and checks its hash. What an earlier attempt left is continued; a complete file is not fetched again. A
 * file that arrives damaged is fetched once more from its start.
 */
export async function fetchFile(file: HubFile, context: FetchContext): Promise<void> {
  const target = join(context.folder, file.path)
  if ((await sizeOf(target)) === file.size) return context.onBytes(file.size)
  makeFolder(dirname(target))
  const partial = `${target}.part`
  for (let isRepeated = false; ; isRepeated = true) {
    const found = await fetchPartial(file, partial, context)
    if (found === hashIn(file)) break
    await rm(partial, { force: true })
    if (isRepeated) throw damaged(file, found)
  }
  await rename(partial, target)
}

/** Fetches until the file is complete, over as many connections as that takes. Returns its hash. */
async function fetchPartial(file: HubFile, partial: string, context: FetchContext): Promise<string> {
  let idleBreaks = 0
  for (;;) {
    throwIfAborted(context.signal)
    const had = await sizeOf(partial)
    if (had > file.size) await rm(partial)
    else if (had === file.size && file.size > 0) return hashPartial(file, partial)
    const failure = await fetchRest(file, partial, context).then(
      () => null,
      (error: unknown) => error,
    )
    const has = await sizeOf(partial)
    if (failure === null && (has === file.size || file.size === 0)) return hashPartial(file, partial)
    if (failure !== null && !isBroken(failure)) throw failure
    idleBreaks = has > had ? 0 : idleBreaks + 1
    if (idleBreaks >= mostIdleBreaks) throw failure ?? cutShort(file, has)
    await wait((context.backoffMs ?? 1_000) * idleBreaks, undefined, { signal: context.signal }).catch(() => {
      throw abortFailure(context.signal)
    })
  }
}

async function fetchRest(file: HubFile, partial: string, context: FetchContext): Promise<void> {
  const { hub, model, commit, signal, stallMs } = context
  const stalled = new AbortController()
  const watch = setTimeout(() => stalled.abort(), stallMs)
  const handle = await open(partial, 'a+', 0o600)
  try {
    const from = (await handle.stat()).size
    let written = from
    let isFirst = true
    const answer = await hub.stream(
      {
        model,
        commit,
        path: file.path,
        from,
        size: file.size,
        async onPiece(piece, status, headers) {
          watch.refresh()
          if (status >= 300) return
          if (isFirst) written = await startAt(handle, { from, status, headers })
          isFirst = false
          await handle.write(piece)
          written += piece.length
          if (written > file.size) throw tooLong(file)
          context.onBytes(written)
        },
      },
      AbortSignal.any([signal, stalled.signal]),
    )
    // There is nothing after the bytes on disk, which the hash will show to be wrong.
    if (answer.status === 416) await handle.truncate(0)
  } catch (error) {
    throw stalled.signal.aborted && !signal.aborted ? silent(file, stallMs) : error
  } finally {
    clearTimeout(watch)
    await handle.close()
  }
}

/** A server that ignores the range sends the whole file; one that sends another range would mix two parts. */
async function startAt(
  handle: FileHandle,
  { from, status, headers }: { from: number; status: number; headers: Readonly<Record<string, string>> },
): Promise<number> {
  const start = Number(/^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1] ?? Number.NaN)
  if (status === 206 && start === from) return from
  await handle.truncate(0)
  if (status === 200) return 0
  throw new Failure(
    'unavailable',
    'HUB_FAILED',
    'The server sends another part of the file than requested.',
    {
      hint: 'Try again: the file is fetched from its start.',
    },
  )
}

/** The connection ended before the file did. */
function isBroken(error: unknown): boolean {
  return error instanceof Failure && error.code === 'HOST_UNREACHABLE'
}

async function hashPartial(file: HubFile, partial: string): Promise<string> {
  const hash = hashOf(file)
  for await (const piece of createReadStream(partial, { highWaterMark: 1 << 20 })) hash.update(piece)
  return hash.digest('hex')
}

/** Git hashes a file together with its length. */
function hashOf(file: HubFile): Hash {
  return 'sha256' in file ? createHash('sha256') : createHash('sha1').update(`blob ${file.size}\0`)
}

function hashIn(file: HubFile): string {
  return 'sha256' in file ? file.sha256 : file.gitHash
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

function damaged(file: HubFile, found: string): Failure {
  const name = basename(file.path)
  return new Failure(
    'unavailable',
    'MODEL_DAMAGED',
    `${name} arrived damaged twice: its hash is ${found}, expected ${hashIn(file)}.`,
    {
      hint: 'Nothing was added. A proxy or a mirror may be changing files: try again without it.',
      details: { file: name, expected: hashIn(file), found },
    },
  )
}

function tooLong(file: HubFile): Failure {
  return new Failure(
    'unavailable',
    'MODEL_DAMAGED',
    `${basename(file.path)} is longer than the ${file.size} bytes that the hub announced.`,
    { hint: 'Nothing was added. Try again later.' },
  )
}

function silent(file: HubFile, stallMs: number): Failure {
  return new Failure(
    'unavailable',
    'HOST_UNREACHABLE',
    `The server sent nothing of ${basename(file.path)} for ${stallMs / 1000} s.`,
    { hint: 'Try again later: what was fetched is kept.' },
  )
}

function cutShort(file: HubFile, has: number): Failure {
  return new Failure(
    'unavailable',
    'HOST_UNREACHABLE',
    `The server ends ${basename(file.path)} after ${has} of ${file.size} bytes.`,
    { hint: 'Try again later: what was fetched is kept.' },
  )
}
