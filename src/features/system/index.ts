import { errorEnvelope } from '../../core/contract/error-envelope.ts'
import { defineFeature } from '../../core/feature.ts'

/** Find and call any tool, read generated modules, look at long-running work and end it. */
export const system = defineFeature({
  name: 'system',
  toolset: {
    name: 'system',
    title: 'System',
    description:
      'Find and call any tool, read the modules generated for them, look at long-running work and end it.',
    wordFailure: errorEnvelope,
  },
  words: ['jobs'],
  load: async () => (await import('./contents.ts')).contents,
  async open(host) {
    const { toolDirectory } = await import('./tool-directory.ts')
    const { analyzer, embedder } = host.parts
    const tools = toolDirectory({ ...host, analyzer, embedder, vectors: host.vectorMemory })
    return { services: { tools, codeBlocks: () => host.offered('codeBlocks') } }
  },
})
