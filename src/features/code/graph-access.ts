import { join } from 'node:path'
import { httpOf } from '../../adapters/net/http.ts'
import { openOnce } from '../../core/contract/open-once.ts'
import type { OpeningHost } from '../../core/feature.ts'
import type { CodeGraphs } from './graph/code-graphs.ts'
import { openGraphQueries } from './open-graph-queries.ts'
import type { GraphAccess } from './services.ts'
import type { settings } from './settings.ts'
import { graphTables } from './tables/index.ts'

/** Where programs are when nobody says so. */
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
  // What checking knows of standard libraries is large; most sessions never need it.
  const [{ codeGraphs }, { codeParser }, { repositoryReader }] = await Promise.all([
    import('./graph/code-graphs.ts'),
    import('./parse/code-parser.ts'),
    import('./git/repository-reader.ts'),
  ])
  const store = await host.openTables(graphTables)
  const queries = await openGraphQueries(store)
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
      parser: codeParser(),
      repositories,
      queries,
      clock,
      embedder: host.parts.embedder,
    }),
    async close() {
      await queries.close()
      await store.close()
    },
  }
}
