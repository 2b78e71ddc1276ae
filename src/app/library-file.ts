import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Failure } from '../core/model/failure.ts'

/** Writes lines as one compressed file. The file appears whole or not at all. Answers with its size. */
export async function writeLibraryFile(
  path: string,
  lines: AsyncIterable<string>,
  options: { mayReplace: boolean; signal: AbortSignal },
): Promise<number> {
  if (!options.mayReplace && (await stat(path).catch(() => null)) !== null)
    throw new Failure('conflict', 'FILE_EXISTS', `${path} exists already.`, {
      hint: 'Choose another name, or replace it with --force.',
    })
  const partial = `${path}.partial`
  try {
    const source = Readable.from(withLineEnds(lines))
    await pipeline(source, createGzip(), createWriteStream(partial), { signal: options.signal })
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error instanceof Failure ? error : cannot('written', path, error)
  }
  return (await stat(path)).size
}

/** The lines of such a file, read from the beginning. */
export async function* readLibraryFile(path: string): AsyncGenerator<string> {
  const raw = createReadStream(path)
  const gunzip = createGunzip()
  raw.on('error', error => gunzip.destroy(error))
  try {
    for await (const line of createInterface({
      input: raw.pipe(gunzip),
      crlfDelay: Number.POSITIVE_INFINITY,
    }))
      if (line !== '') yield line
  } catch (error) {
    throw cannot('read', path, error)
  } finally {
    raw.destroy()
    gunzip.destroy()
  }
}

async function* withLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

function cannot(what: 'written' | 'read', path: string, error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  if (code === 'ENOENT')
    return new Failure('not_found', 'FILE_NOT_FOUND', `${path} cannot be ${what}: there is no such place.`, {
      cause: error,
    })
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Failure('unavailable', 'DISK_FULL', `${path} cannot be ${what}: the disk is full.`, {
      hint: 'Free some space, or write to another disk.',
      cause: error,
    })
  const hint = code.startsWith('Z_')
    ? 'The file is damaged or was not written by quire export.'
    : 'Check the path and its permissions.'
  return new Failure('invalid', 'FILE_UNUSABLE', `${path} cannot be ${what}: ${code}.`, {
    hint,
    cause: error,
  })
}
