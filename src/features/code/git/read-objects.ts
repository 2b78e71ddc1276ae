import type { Readable } from 'node:stream'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { OpenRepository } from '../ports/repository-reader.ts'
import { decodeCode } from './decode-code.ts'
import { ended, endGroup, runGit, startGit } from './git-process.ts'
import { refuseTooMany } from './limits.ts'

export type GitFolder = { folder: string; env: Readonly<Record<string, string>>; name: string }

/**
 * The files of a commit straight from git's own database: nothing is checked out, so that no link, filter or odd name
 * can do anything on this machine.
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
      hint: 'Choose a repository with something in it.',
    })
  const tree = await git('ls-tree', '-r', '-l', '-z', '--full-tree', 'HEAD')
  if (tree.code !== 0) throw cutOff(name)
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
        const blobs = readBlobs(child.stdout as Readable)
        for (const path of known) {
          throwIfAborted(until)
          child.stdin?.write(`${ids.get(path)}\n`)
          const next = await blobs.next()
          if (next.done) throw cutOff(name)
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

/** `100644 blob <id> <size>\t<path>` with NUL between; links and submodules have other modes. */
function parseTree(text: string): TreeEntry[] {
  return text
    .split('\0')
    .flatMap(line => {
      const [, id, bytes, path] = /^100(?:644|755) blob ([0-9a-f]+) +(\d+)\t(.+)$/s.exec(line) ?? []
      return id && bytes && path ? [{ path, id, bytes: Number(bytes) }] : []
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** `<id> blob <size>\n<bytes>\n`, again and again. */
async function* readBlobs(stream: Readable): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0)
  let wanted: number | null = null
  for await (const piece of stream) {
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

function cutOff(name: string): Failure {
  return new Failure('unavailable', 'CLONE_FAILED', `The clone of ${name} is not complete.`, {
    hint: 'Try again.',
  })
}
