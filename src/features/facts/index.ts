import { errorEnvelope } from '../../core/contract/error-envelope.ts'
import { defineFeature } from '../../core/feature.ts'
import { settings } from './settings.ts'

/** Extracts facts with dates from documents. */
export const facts = defineFeature({
  name: 'facts',
  toolset: {
    name: 'graph',
    title: 'Graph',
    description: 'Facts with time that documents state.',
    wordFailure: errorEnvelope,
  },
  settings,
  offers: ['entityGraph'],
  load: async () => (await import('./contents.ts')).contents,
  open: async host => (await import('./open-facts.ts')).open(host),
  async prepareTables(open) {
    const store = await open((await import('./tables/index.ts')).factTables)
    await store.listCorrections().finally(() => store.close())
  },
  moveTables: async move => (await import('./move-facts.ts')).moveFacts(move),
})
