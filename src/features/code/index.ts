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
      'Facts with time, and code of repositories as a graph: searched, explored, drawn, and what scripts are checked against.',
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
})
