import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { makeFolder } from '../adapters/files/make-folder.ts'
import { Failure } from '../core/model/failure.ts'
import { generatedMark } from '../surfaces/client/names.ts'

export type WrittenFiles = { files: number; written: number; removed: number }

export type WriteOptions = {
  /** How many folders deep ours lie. */
  depth?: number
  /** For the user alone: folders 0700, files 0600. */
  isPrivate?: boolean
  /** A folder around it that must exist: one that was moved away is not made again. */
  below?: string
}

/**
 * Makes a folder hold these files. What is the same already is left alone, modules of tools that are gone are removed,
 * and a file that someone else wrote is never touched: one in the way is a Failure before anything is written. Every
 * file is replaced whole, so that several processes may do this at once and readers never see half of one.
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
    // Someone’s own package has said already what its modules are.
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

/** Modules below a folder, told apart by their first line. Another process may remove one meanwhile. */
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
    `${folder} holds files that Quire did not generate: ${paths.join(', ')}.`,
    { hint: 'Choose another folder with --out, or move them away.' },
  )
}
