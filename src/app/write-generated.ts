import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Failure } from '../model/failure.ts'
import { generatedMark } from '../surfaces/client/names.ts'

export type WrittenFiles = { files: number; written: number; removed: number }

/**
 * Makes a folder hold these files. What is the same already is left alone, modules of tools that are gone are removed,
 * and a file that someone else wrote is never touched: one in the way is a Failure before anything is written.
 */
export async function writeGenerated(
  folder: string,
  wanted: ReadonlyMap<string, string>,
): Promise<WrittenFiles> {
  const out = resolve(folder)
  try {
    const there = await readOurs(out)
    // Someone’s own package has said already what its modules are.
    const files = new Map([...wanted].filter(([path]) => path !== 'package.json' || !there.foreign.has(path)))
    const foreign = [...files.keys()].filter(path => there.foreign.has(path))
    if (foreign.length > 0) throw inTheWay(out, foreign)
    const stale = [...files].filter(([path, text]) => there.ours.get(path) !== text)
    for (const [path, text] of stale) {
      await mkdir(dirname(join(out, path)), { recursive: true })
      await writeFile(join(out, path), text)
    }
    const extensions = new Set([...files.keys()].map(extensionOf))
    const left = [...there.ours.keys()].filter(path => !files.has(path) && extensions.has(extensionOf(path)))
    for (const path of left) await rm(join(out, path))
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

/** Modules below a folder, told apart by their first line. Only two levels deep: that is how deep ours lie. */
async function readOurs(folder: string): Promise<{ ours: Map<string, string>; foreign: Set<string> }> {
  const ours = new Map<string, string>()
  const foreign = new Set<string>()
  for (const path of await modulesIn(folder)) {
    const text = await readFile(join(folder, path), 'utf8')
    if (text.slice(0, 200).includes(generatedMark)) ours.set(path, text)
    else foreign.add(path)
  }
  return { ours, foreign }
}

async function modulesIn(folder: string): Promise<string[]> {
  const top = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const below = await Promise.all(
    top
      .filter(entry => entry.isDirectory() && entry.name !== 'node_modules')
      .map(entry => readdir(join(folder, entry.name), { withFileTypes: true })),
  )
  return [...top, ...below.flat()]
    .filter(entry => entry.isFile() && /\.(ts|py)$|^package\.json$/.test(entry.name))
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
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
