import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Toolset } from '../core/contract/define-toolset.ts'
import { toolTable } from '../core/contract/tool-table.ts'
import type { Feature, Host } from '../core/feature.ts'
import { generatedMark } from '../surfaces/client/names.ts'
import { loadContents } from './load-features.ts'
import { courtesyMs } from './warm-soon.ts'
import type { Wired } from './wire.ts'
import type { World } from './world.ts'
import { writeGenerated } from './write-generated.ts'

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
    files ??= toolsets().then(filled => generateFiles(filled, features))
    return files
  }
}

async function generateFiles<Services>(
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
