import { defineFeature } from '../../core/feature.ts'
import { wordFailure } from './word-failure.ts'

/** Ingests files, pages and text, searches them, and reads, lists and deletes documents. */
export const documents = defineFeature({
  name: 'documents',
  toolset: {
    name: 'documents',
    title: 'Documents',
    description: 'Ingest files, pages and text; search them; read, list and delete documents.',
    firstCall: {
      tool: 'search',
      advice: 'Call search first; cite title, page_label (or "PDF p." page) and link.',
    },
    wordFailure,
  },
  words: [
    'ingest',
    'search',
    'list',
    'libraries',
    'show',
    'delete',
    'trash',
    'restore',
    'watch',
    'refresh',
    'pages',
    'title',
  ],
  calls: ['citations'],
  load: async () => (await import('./contents.ts')).contents,
  open: async host => ({
    services: {
      folderWatcher: host.folderWatcher,
      crawls: () => host.offered('crawls'),
      situate: () => host.offered('situate'),
    },
  }),
})
