import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { makeFolder } from '../adapters/files/make-folder.ts'
import { Failure } from '../core/model/failure.ts'
import { generatedMark } from '../surfaces/client/names.ts'

export type WrittenFiles = { files: number; written: number; removed: number }

export type WriteOptions = {
  /** How many levels of subfolders contain generated files. */
  depth?: number
  /** Only the owner has access: folders 0700, files 0600. */
  isPrivate?: boolean
  /** A parent folder that must exist: if it was moved, it is not created again. */
  below?: string
}

/**
 * Writes generated files to a folder. Unchanged files are skipped, and modules of tools that no longer exist are
 * removed. Files that Quire did not generate are never changed: if one has the path of a wanted file, throws before
 * anything is written. Files are replaced atomically, so several processes may do this at the same time.
 */
export async function writeGenerated(
  folder: string,
  wanted: ReadonlyMap<string, string>,
  { depth = 1, isPrivate = false, below }: WriteOptions = {},
): Promise<WrittenFiles> {
  const out = resolve(folder)
  const modes = isPrivate ? { folder: 0o700, file: 0o600 } : { folder: 0o777, file: 0o666 }
  try {
    const there = await readOurs(out, depth)
    // A package.json that Quire did not generate is kept.
    const files = new Map([...wanted].filter(([path]) => path !== 'package.json' || !there.foreign.has(path)))
    const foreign = [...files.keys()].filter(path => there.foreign.has(path))
    if (foreign.length > 0) throw inTheWay(out, foreign)
    const stale = [...files].filter(([path, text]) => there.ours.get(path) !== text)
    for (const [path, text] of stale) {
      makeFolder(dirname(join(out, path)), modes.folder, below)
      await replaceFile(join(out, path), text, modes.file)
    }
    const extensions = new Set([...files.keys()].map(extensionOf))
    const left = [...there.ours.keys()].filter(path => !files.has(path) && extensions.has(extensionOf(path)))
    for (const path of left) await rm(join(out, path), { force: true })
    return { files: files.size, written: stale.length, removed: left.length }
  } catch (error) {
    if (error instanceof Failure) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failure('invalid', 'CANNOT_WRITE', `${out} cannot be written: ${reason}`, {
      hint: 'Choose a folder that you may write to, with --out.',
      cause: error,
    })
  }
}

async function replaceFile(path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(draft, text, { mode, flag: 'wx' })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}

/** Reads the modules below a folder; generated ones contain a mark at their beginning. Skips files that disappear. */
async function readOurs(
  folder: string,
  depth: number,
): Promise<{ ours: Map<string, string>; foreign: Set<string> }> {
  const ours = new Map<string, string>()
  const foreign = new Set<string>()
  for (const path of await modulesIn(folder, depth)) {
    const text = await readFile(path, 'utf8').catch(() => null)
    const name = relative(folder, path).replaceAll(sep, '/')
    if (text?.slice(0, 200).includes(generatedMark)) ours.set(name, text)
    else if (text !== null) foreign.add(name)
  }
  return { ours, foreign }
}

async function modulesIn(folder: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const files = entries
    .filter(entry => entry.isFile() && /\.(ts|py|md)$|^package\.json$/.test(entry.name))
    .map(entry => join(folder, entry.name))
  if (depth === 0) return files
  const folders = entries.filter(entry => entry.isDirectory() && entry.name !== 'node_modules')
  const below = await Promise.all(folders.map(entry => modulesIn(join(folder, entry.name), depth - 1)))
  return [...files, ...below.flat()]
}

function extensionOf(path: string): string {
  return path.slice(path.lastIndexOf('.'))
}

function inTheWay(folder: string, paths: readonly string[]): Failure {
  return new Failure(
    'conflict',
    'FILE_EXISTS',
    `${folder} contains files that Quire did not generate: ${paths.join(', ')}.`,
    { hint: 'Choose another folder with --out, or move them away.' },
  )
}
