import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { makeFolder } from '../adapters/files/make-folder.ts'
import type { Toolset } from '../core/contract/define-toolset.ts'
import { toolTable } from '../core/contract/tool-table.ts'
import type { Feature, Host } from '../core/feature.ts'
import { Failure } from '../core/model/failure.ts'
import { generatedMark } from '../surfaces/client/names.ts'
import { loadContents } from './load-features.ts'
import { courtesyMs } from './warm-soon.ts'
import type { Wired } from './wire.ts'
import type { World } from './world.ts'

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

type Serving = Pick<Wired, 'config' | 'log' | 'runtime'>

/** The modules that `list_directory servers` shows, as files below the home, after the server is ready. */
export function writeServersSoon(wired: Serving, world: Pick<World, 'version'>): void {
  setTimeout(() => void writeServers(wired, world), courtesyMs).unref()
}

/**
 * What a server of the same version has written is left as it is; a checkout, whose tools may change without its
 * version, compares every file. A home that cannot be written to never stops a server.
 */
export async function writeServers(
  { config, log, runtime }: Serving,
  { version }: Pick<World, 'version'>,
): Promise<void> {
  const { home, default_library: library } = config.values
  const folder = join(home, 'servers')
  const stampFile = join(folder, '.version')
  const isCheckout = import.meta.filename.endsWith('.ts')
  const stamp = JSON.stringify([version, library])
  try {
    const known = await readFile(stampFile, 'utf8').catch(() => null)
    if (known === stamp && !isCheckout) return
    const { written, removed } = await writeGenerated(folder, await serversOf(await runtime.services({})), {
      depth: 2,
      isPrivate: true,
      below: resolve(home),
    })
    if (known !== stamp) await writeFile(stampFile, stamp, { mode: 0o600 })
    log.write(written + removed > 0 ? 'info' : 'debug', 'generated', { folder, written, removed })
  } catch (error) {
    log.write('warn', 'generated', { problem: error instanceof Error ? error.message : String(error) })
  }
}

async function serversOf({ generated }: Pick<Host, 'generated'>): Promise<Map<string, string>> {
  const below = 'servers/'
  const files = [...(await generated())].filter(([path]) => path.startsWith(below))
  return new Map(files.map(([path, text]) => [path.slice(below.length), text]))
}

/**
 * What this server generates about itself, always current because it is written from the tools it serves: client
 * modules below `servers`, workflows below `templates`. Made by the first look.
 */
export function generatedFiles<Services>(
  toolsets: () => Promise<readonly Toolset<Services>[]>,
  features: readonly Feature[],
): () => Promise<ReadonlyMap<string, string>> {
  let files: Promise<ReadonlyMap<string, string>> | null = null
  return () => {
    files ??= toolsets().then(filled => write(filled, features))
    return files
  }
}

async function write<Services>(
  toolsets: readonly Toolset<Services>[],
  features: readonly Feature[],
): Promise<ReadonlyMap<string, string>> {
  const [{ writeTypescript }, { writePython, writePythonAliases }, contents] = await Promise.all([
    import('../surfaces/client/typescript.ts'),
    import('../surfaces/client/python.ts'),
    Promise.all(features.map(loadContents)),
  ])
  const table = toolTable(toolsets.filter(toolset => toolset.isHidden !== true))
  return new Map([
    ['servers/README.md', readme],
    ...below('servers', writePythonAliases(table)),
    ...below('servers/typescript', writeTypescript(table)),
    ...below('servers/python', writePython(table)),
    ...contents.flatMap(({ templateFiles }) => below('templates', templateFiles?.() ?? new Map())),
  ])
}

function below(folder: string, files: ReadonlyMap<string, string>): [string, string][] {
  return [...files].map(([path, text]) => [`${folder}/${path}`, text])
}

const readme = `<!-- ${generatedMark}. Do not edit. -->

# Tools as code

One typed module per tool: \`typescript/<toolset>/<tool>.ts\`, \`python/<toolset>/<tool>.py\`. Read the one you need,
import it, call it; answers stay in your program. The folder is a Python package too: \`servers.mongo_rag\` has the tools of
the toolset knowledge, \`servers.crawl4ai_rag\` those of crawl. A server writes these files to \`servers\` in its home when
it starts; to have them elsewhere:

    quire generate --lang typescript --out servers/
    quire generate --lang python --out servers/

The client reads QUIRE_URL (default http://127.0.0.1:8321) and QUIRE_TOKEN. A failure is an exception:
\`MCP tool '<name>' failed with <CODE>: <message>\`.
`
