import { errorEnvelope } from '../../core/contract/error-envelope.ts'
import { defineFeature } from '../../core/feature.ts'

/** Finds and calls any tool, reads generated modules, lists and cancels jobs. */
export const system = defineFeature({
  name: 'system',
  toolset: {
    name: 'system',
    title: 'System',
    description: 'Find and call any tool, read the client modules generated for them, list and cancel jobs.',
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
