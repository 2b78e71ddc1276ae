import { constants, open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { listFiles } from '../../../adapters/files/list-files.ts'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { OpenRepository } from '../ports/repository-reader.ts'
import { ended, endGroup, runGit, startGit } from './git-process.ts'

/** The files of a folder on this machine. Links that lead out of it are not followed. */
export async function readFolder(
  folder: string,
  { maxFiles }: { maxFiles: number },
  signal: AbortSignal,
): Promise<OpenRepository> {
  const { files: found } = await listFiles(folder, { recursive: true, ownPaths: [] }, signal)
  refuseTooMany(folder, found.length, maxFiles)
  const sizes = new Map(found.map(({ path, bytes }) => [relativeTo(folder, path), bytes]))
  return {
    revision: null,
    files: [...sizes].map(([path, bytes]) => ({ path, bytes })).sort((a, b) => (a.path < b.path ? -1 : 1)),
    async *read(paths, until) {
      for (const path of paths) {
        throwIfAborted(until)
        yield { path, text: await readText(join(folder, path), sizes.get(path) ?? 0) }
      }
    },
    async close() {},
  }
}

function relativeTo(folder: string, path: string): string {
  return path.slice(folder.length + 1).replaceAll(sep, '/')
}

/** Reads at most the size that was listed, so that a growing file cannot fill the memory. */
async function readText(path: string, bytes: number): Promise<string | null> {
  try {
    // Links were resolved when the folder was listed; a link created since then is not followed.
    if ((await realpath(path)) !== path) return null
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
    const handle = await open(path, flags)
    try {
      const buffer = Buffer.alloc(bytes)
      const { bytesRead } = await handle.read(buffer, 0, bytes, 0)
      return decodeCode(buffer.subarray(0, bytesRead))
    } finally {
      await handle.close()
    }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) return null
    throw new Failure('internal', 'INTERNAL_ERROR', `${path} could not be read.`, { cause })
  }
}

type GitFolder = { folder: string; env: Readonly<Record<string, string>>; name: string }

/**
 * The files of a commit, read from git's object database. Nothing is checked out, so that links, filters and unusual
 * names have no effect on this machine.
 */
export async function readObjects(
  { folder, env, name }: GitFolder,
  { maxFiles }: { maxFiles: number },
  signal: AbortSignal,
): Promise<Omit<OpenRepository, 'close'>> {
  const git = (...args: string[]) =>
    runGit({ args: ['--git-dir', folder, ...args], env, cwd: folder, signal })
  const head = await git('rev-parse', '--verify', 'HEAD^{commit}')
  if (head.code !== 0)
    throw new Failure('invalid', 'REPOSITORY_EMPTY', `${name} has no commits.`, {
      hint: 'Choose a repository that has commits.',
    })
  const tree = await git('ls-tree', '-r', '-l', '-z', '--full-tree', 'HEAD')
  if (tree.code !== 0) throw incompleteClone(name)
  const entries = parseTree(tree.stdout.toString())
  refuseTooMany(name, entries.length, maxFiles)
  const ids = new Map(entries.map(({ path, id }) => [path, id]))
  return {
    revision: head.stdout.toString().trim(),
    files: entries.map(({ path, bytes }) => ({ path, bytes })),
    async *read(paths, until) {
      const known = paths.filter(path => ids.has(path))
      const args = ['--git-dir', folder, 'cat-file', '--batch']
      const child = startGit({ args, env, cwd: folder, signal: until })
      const end = ended(child, until)
      // Awaited below; a reader that stops early must not leave a rejection behind.
      end.catch(() => {})
      try {
        // SAFETY: startGit opens all three streams as pipes.
        const blobs = readBlobs(child.stdout as Readable)
        for (const path of known) {
          throwIfAborted(until)
          child.stdin?.write(`${ids.get(path)}\n`)
          const next = await blobs.next()
          if (next.done) throw incompleteClone(name)
          yield { path, text: decodeCode(next.value) }
        }
        child.stdin?.end()
        await end
      } finally {
        endGroup(child)
      }
    },
  }
}

type TreeEntry = { path: string; id: string; bytes: number }

/** Parses `100644 blob <id> <size>\t<path>`, separated by NUL. Links and submodules have other modes and are skipped. */
function parseTree(text: string): TreeEntry[] {
  return text
    .split('\0')
    .flatMap(line => {
      const [, id, bytes, path] = /^100(?:644|755) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line) ?? []
      return id && bytes && path ? [{ path, id, bytes: Number(bytes) }] : []
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Parses a sequence of `<id> blob <size>\n<bytes>\n`. */
async function* readBlobs(stream: Readable): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0)
  let wanted: number | null = null
  for await (const piece of stream) {
    // SAFETY: no encoding is set, so the stream emits buffers.
    held = Buffer.concat([held, piece as Buffer])
    while (true) {
      if (wanted === null) {
        const end = held.indexOf(10)
        if (end === -1) break
        const size = /^[0-9a-f]+ blob (\d+)$/.exec(held.subarray(0, end).toString())?.[1]
        if (size === undefined) return
        wanted = Number(size)
        held = held.subarray(end + 1)
      }
      if (held.length < wanted + 1) break
      const blob = held.subarray(0, wanted)
      held = held.subarray(wanted + 1)
      wanted = null
      yield blob
    }
  }
}

function incompleteClone(name: string): Failure {
  return new Failure('unavailable', 'CLONE_FAILED', `The clone of ${name} is incomplete.`, {
    hint: 'Try again.',
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const latin1 = new TextDecoder('latin1')

/** The text of a source file; null for binary files. Files that are not UTF-8 are decoded as Latin-1. */
function decodeCode(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null
  try {
    return utf8.decode(bytes)
  } catch {
    return latin1.decode(bytes)
  }
}

function refuseTooMany(what: string, files: number, maxFiles: number): void {
  if (files <= maxFiles) return
  throw new Failure(
    'too_large',
    'REPOSITORY_TOO_LARGE',
    `${what} has ${files} files; at most ${maxFiles} are allowed.`,
    { hint: 'Parse a subfolder of it as a folder, or raise graph.max_files.', details: { files, maxFiles } },
  )
}
