import { join } from 'node:path'
import { httpOf } from '../../adapters/net/http.ts'
import { openOnce } from '../../core/contract/open-once.ts'
import type { OpeningHost } from '../../core/feature.ts'
import type { CodeGraphs } from './graph/code-graphs.ts'
import type { CodeWork } from './ports/code-work.ts'
import type { GraphStore } from './ports/graph-store.ts'
import type { GraphAccess } from './services.ts'
import type { settings } from './settings.ts'
import { type GraphPlace, graphTables } from './tables/index.ts'

/** Where programs are searched if PATH is not set. */
const usualPath = '/usr/local/bin:/usr/bin:/bin'

type Opened = { graphs: CodeGraphs; close(): Promise<void> }

/** The graph of code. Its store, parser and query engine are loaded by first use. */
export function graphAccess(host: OpeningHost<typeof settings>): GraphAccess & { close(): Promise<void> } {
  const opened = openOnce(() => openGraphs(host))
  return {
    hasCode: host.settings['graph.code'],
    open: async () => (await opened.get()).graphs,
    close: opened.close,
  }
}

async function openGraphs(host: OpeningHost<typeof settings>): Promise<Opened> {
  const { settings: values, environment, network, clock } = host
  const [{ codeGraphs }, { cypherQueries }, { repositoryReader }] = await Promise.all([
    import('./graph/code-graphs.ts'),
    import('./cypher/cypher-queries.ts'),
    import('./git/repository-reader.ts'),
  ])
  const store = await host.openTables(graphTables)
  const queries = cypherQueries(store)
  const work = await openWork(host, store)
  const repositories = repositoryReader({
    home: environment.homedir,
    workingDirectory: environment.cwd,
    temporaryFolder: join(host.server.home, 'clones'),
    fetchAllow: network.fetchAllow,
    maxBytes: values['graph.max_megabytes'] * 1_000_000,
    maxFiles: values['graph.max_files'],
    timeoutMs: values['graph.clone_seconds'] * 1000,
    path: environment.path ?? usualPath,
    sshAgent: environment.sshAgent,
    ...httpOf(network),
  })
  return {
    graphs: codeGraphs({
      store,
      work,
      repositories,
      queries,
      clock,
    }),
    async close() {
      await work.close()
      await queries.close()
      await store.close()
    },
  }
}

/** Works on separate threads, unless the store is in memory, which other threads cannot access. */
async function openWork(host: OpeningHost<typeof settings>, store: GraphStore): Promise<CodeWork> {
  const model = host.parts.embedder
  const place = await host.openTables<GraphPlace>({
    sqlite: async ({ path }) => ({ kind: 'sqlite', path }),
    postgres: async ({ url }) => ({ kind: 'postgres', url }),
  })
  if (place.kind !== 'sqlite' || place.path !== ':memory:') {
    const { codeThreads } = await import('./work/code-threads.ts')
    return codeThreads({ place, model })
  }
  const [{ codeWork }, { codeParser }] = await Promise.all([
    import('./work/code-work.ts'),
    import('./parse/code-parser.ts'),
  ])
  return codeWork({ store, parser: codeParser(), model })
}
