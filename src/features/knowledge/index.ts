import { errorEnvelope } from '../../core/contract/error-envelope.ts'
import { defineFeature } from '../../core/feature.ts'
import { settings } from './settings.ts'

/** A knowledge base of documents and web pages: passages, cited answers, code examples. */
export const knowledge = defineFeature({
  name: 'knowledge',
  toolset: {
    name: 'knowledge',
    codeFolder: 'mongo_rag',
    title: 'Knowledge',
    description:
      'Ask a knowledge base of documents and web pages: passages, cited answers, code examples, sources.',
    firstCall: {
      tool: 'search_knowledge_base',
      advice: 'Call search_knowledge_base first; cite the source of each result.',
    },
    wordFailure: errorEnvelope,
  },
  settings,
  offers: ['codeBlocks', 'situate'],
  load: async () => (await import('./contents.ts')).contents,
  open: async host => (await import('./open.ts')).open(host),
})
