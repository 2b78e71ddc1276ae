import { errorEnvelope } from '../../core/contract/error-envelope.ts'
import { defineFeature } from '../../core/feature.ts'

/** Finds and calls any tool, reads generated modules, lists and cancels jobs. */
export const system = defineFeature({
  name: 'system',
  toolset: {
    name: 'system',
    title: 'System',
    description: 'Find and call any tool, read the client modules generated for them, list and cancel jobs.',
    firstCall: {
      tool: 'search_tools',
      advice: 'Find tools with search_tools, then run them with call_tool.',
    },
    wordFailure: errorEnvelope,
  },
  words: ['jobs'],
  load: async () => (await import('./contents.ts')).contents,
  async open(host) {
    const { toolDirectory } = await import('./tool-directory.ts')
    const { createCheckup } = await import('./checkup.ts')
    const { analyzer, embedder } = host.parts
    const tools = toolDirectory({ ...host, analyzer, embedder, vectors: host.vectorMemory })
    const { itemFolders, calls, clients, examine } = host.program
    return {
      services: {
        tools,
        itemFolders,
        codeBlocks: () => host.offered('codeBlocks'),
        activity: { calls, clients },
        checkup: createCheckup({ examine, clock: host.clock }),
      },
    }
  },
})
