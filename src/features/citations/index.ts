import { defineFeature } from '../../core/feature.ts'
import { manuscriptDesk } from './manuscript/manuscript-desk.ts'
import type { ReferenceReader } from './references/reference-reader.ts'
import { wordFailure } from './word-failure.ts'

/** Projects of papers and books: ingest them with their references, find passages, cite and verify. */
export const citations = defineFeature({
  name: 'citations',
  toolset: {
    name: 'citations',
    title: 'Citations',
    description:
      'Projects of papers and books: ingest them with their references, find passages, cite and verify.',
    firstCall: {
      tool: 'query_hybrid',
      advice: 'Call list_projects, then query_hybrid; cite citekey, title and page_span.',
    },
    wordFailure,
    stampValue: (value, correlationId) => ({ ...value, correlation_id: correlationId }),
  },
  words: ['query', 'cite', 'verify', 'check'],
  load: async () => (await import('./contents.ts')).contents,
  offers: ['readReferences'],
  open: async host => ({
    services: {
      references,
      async verify(request, signal) {
        const { verifyQuote } = await import('./verify/verify-quote.ts')
        return verifyQuote(request, host.parts, signal)
      },
      manuscripts: manuscriptDesk(host.parts),
      libraries: () => host.offered('referenceLibraries'),
      ocrLanguages: host.defaults.hasChosenLanguages ? host.defaults.ocrLanguages : ['en', 'de'],
    },
    offers: { readReferences: references.read },
  }),
})

/** Loads the format readers at the first file. */
const references: ReferenceReader = {
  async read(file, signal) {
    const { referenceReader } = await import('./references/reference-reader.ts')
    return referenceReader().read(file, signal)
  },
}
