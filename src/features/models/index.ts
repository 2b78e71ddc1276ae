import { defineFeature } from '../../core/feature.ts'
import { settings } from './settings.ts'

/** Models in the home: fetched from a hub or imported from a folder, and used for embedding and reranking. */
export const models = defineFeature({
  name: 'models',
  words: ['model'],
  settings,
  homeFolders: ['models'],
  load: async () => (await import('./contents.ts')).contents,
})
