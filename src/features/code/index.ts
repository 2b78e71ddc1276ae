import { errorEnvelope } from '../../core/contract/error-envelope.ts'
import { defineFeature } from '../../core/feature.ts'
import { settings } from './settings.ts'

/** Parses the code of repositories into a graph, to explore it, draw it and check scripts against it. */
export const code = defineFeature({
  name: 'code',
  toolset: {
    name: 'graph',
    title: 'Graph',
    description:
      'Facts with time, from English statements without a language model; code of repositories as a graph, explored, drawn, checked against.',
    wordFailure: errorEnvelope,
  },
  settings,
  homeFolders: ['clones'],
  load: async () => (await import('./contents.ts')).contents,
  async open(host) {
    const { graphAccess } = await import('./graph-access.ts')
    const { close, ...graph } = graphAccess(host)
    return { services: { graph, entityGraph: () => host.offered('entityGraph') }, close }
  },
  async prepareTables(open) {
    const store = await open((await import('./tables/index.ts')).graphTables)
    await store.version().finally(() => store.close())
  },
  moveTables: async move => (await import('./graph/move-graphs.ts')).moveGraphs(move),
})
