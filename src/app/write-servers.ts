import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Host } from '../core/feature.ts'
import { courtesyMs } from './warm-soon.ts'
import type { Wired } from './wire.ts'
import type { World } from './world.ts'
import { writeGenerated } from './write-generated.ts'

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
