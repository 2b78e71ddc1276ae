import { stdin, stdout } from 'node:process'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import type { Log } from '../../core/ports/log.ts'
import { mcpServerFactory } from '../../surfaces/mcp/mcp-server-factory.ts'
import { serveMcpOverStdio } from '../../surfaces/mcp/serve-stdio.ts'
import type { App } from '../app.ts'
import { lazyResources, lazyTasks } from '../lazy-parts.ts'
import { extensionsOf } from '../load-features.ts'
import { loadViews } from '../load-views.ts'
import { openLog } from '../log.ts'
import { openClientBook } from '../open-client-book.ts'
import { resourceTemplates } from '../stored-resources.ts'
import { courtesyMs, warm } from '../warm-soon.ts'
import type { Wired } from '../wire.ts'
import { requireTransport } from './run.ts'

/** `quire mcp`: serves one client over stdin and stdout until it disconnects or the process is stopped. */
export async function mcp(app: App, { signal }: CommandCall): Promise<number> {
  const config = await app.config()
  // When `quire run` calls this, the transport is already stdio.
  requireTransport(config, 'mcp')
  const offer = await app.offer()
  const log = openLog(config, app.world, 'info')
  const clients = openClientBook(config.values.home)
  const open = () => app.open('info', { serves: true })
  const service = serveMcpOverStdio({
    createServer: mcpServerFactory({
      ...offer,
      table: offer.listed,
      runtime: async () => (await open()).runtime,
      resources: lazyResources(resourceTemplates(offer.features), async () => (await open()).resources),
      views: loadViews(offer.features, offer.listed),
      tasks: lazyTasks(async () => (await open()).tasks),
      extensions: await extensionsOf(offer.listed, offer.features),
      onClient: clients.note,
    }),
    input: stdin,
    output: stdout,
    onError: error => log.write('warn', 'mcp', { problem: error.message }),
  })
  signal.addEventListener('abort', () => void service.close(), { once: true })
  openSoon(open, log, app.world)
  await service.closed
  return 0
}

/**
 * Most clients list the tools and then wait for their user. That is answered first; the home is opened shortly after, or
 * by the first call. When it cannot be opened, every call returns the failure and tries again.
 */
function openSoon(open: () => Promise<Wired>, log: Log, world: App['world']): void {
  const attempt = async () => {
    try {
      await prepare(await open(), world)
    } catch (error) {
      log.write('error', 'open', { problem: String(error) })
    }
  }
  // The delay starts after the first messages were read: on a busy machine reading them may take longer than the delay.
  setImmediate(() => setTimeout(() => void attempt(), courtesyMs).unref())
}

async function prepare(wired: Wired, world: App['world']): Promise<void> {
  await warm(wired, { stays: false })
  await (await import('../generated-files.ts')).writeServers(wired, world)
}
