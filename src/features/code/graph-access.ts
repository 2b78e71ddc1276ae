import { join } from 'node:path'
import type { CodeGraphs } from './graph/code-graphs.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import type { GraphAccess } from '../services.ts'
import type { SettingValues } from '../../app/config/settings.ts'
import { httpOptions } from '../../app/http-options.ts'
import { openGraphQueries } from './open-graph-queries.ts'
import { openOnce } from '../../core/contract/open-once.ts'
import { storeUrl } from '../../app/store-url.ts'
import type { World } from '../../app/world.ts'

/** Where programs are when nobody says so. */
const usualPath = '/usr/local/bin:/usr/bin:/bin'

type Opened = { graphs: CodeGraphs; close(): Promise<void> }

/** The graph of code. Its store, parser and query engine are loaded by first use. */
export function graphAccess(
  values: SettingValues,
  context: Pick<World, 'cwd' | 'homedir' | 'env'> & { clock: Clock; embedder: Embedder },
): GraphAccess & { close(): Promise<void> } {
  const opened = openOnce(() => openGraphs(values, context))
  return {
    hasCode: values['graph.code'],
    open: async () => (await opened.get()).graphs,
    close: opened.close,
  }
}

async function openGraphs(
  values: SettingValues,
  { cwd, homedir, env, clock, embedder }: Parameters<typeof graphAccess>[1],
): Promise<Opened> {
  // What checking knows of standard libraries is large; most sessions never need it.
  const [{ codeGraphs }, { openGraphStore }, { codeParser }, { repositoryReader }] = await Promise.all([
    import('./graph/code-graphs.ts'),
    import('../../adapters/stores/index.ts'),
    import('./parse/code-parser.ts'),
    import('./git/repository-reader.ts'),
  ])
  const store = await openGraphStore(storeUrl(values), { clock })
  const queries = await openGraphQueries(store)
  const repositories = repositoryReader({
    home: homedir,
    workingDirectory: cwd,
    temporaryFolder: join(values.home, 'clones'),
    fetchAllow: values['fetch.allow'],
    maxBytes: values['graph.max_megabytes'] * 1_000_000,
    maxFiles: values['graph.max_files'],
    timeoutMs: values['graph.clone_seconds'] * 1000,
    path: env.PATH ?? usualPath,
    sshAgent: env.SSH_AUTH_SOCK ?? null,
    ...httpOptions(values),
  })
  return {
    graphs: codeGraphs({ store, parser: codeParser(), repositories, queries, clock, embedder }),
    async close() {
      await queries.close()
      await store.close()
    },
  }
}
