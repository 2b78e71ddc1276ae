import { errorEnvelope } from '../../core/contract/error-envelope.ts'
import { defineFeature } from '../../core/feature.ts'
import { settings } from './settings.ts'

/** Models in the home: fetched from a hub or imported from a folder, and used for embedding and reranking. */
export const models = defineFeature({
  name: 'models',
  toolset: {
    name: 'system',
    title: 'System',
    description: 'Choose the models that documents are searched with.',
    wordFailure: errorEnvelope,
  },
  words: ['model'],
  settings,
  homeFolders: ['models'],
  load: async () => (await import('./contents.ts')).contents,
  open: async ({ models, parts }) => ({
    services: { models, modelInUse: async () => (await parts.modelInUse?.()) ?? null },
  }),
})
