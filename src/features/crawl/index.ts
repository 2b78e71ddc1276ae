import { errorEnvelope } from '../../core/contract/error-envelope.ts'
import { defineFeature } from '../../core/feature.ts'
import { settings } from './settings.ts'

/** Crawls web pages and sites, and ingests each page as it arrives. */
export const crawl = defineFeature({
  name: 'crawl',
  toolset: {
    name: 'crawl',
    codeFolder: 'crawl4ai_rag',
    title: 'Crawl',
    description: 'Web pages and whole sites, searchable as they arrive.',
    wordFailure: errorEnvelope,
  },
  settings,
  homeFolders: ['crawls'],
  offers: ['crawls'],
  load: async () => (await import('./contents.ts')).contents,
  async open(host) {
    const { crawlAccess } = await import('./crawl-access.ts')
    const { close, ...crawls } = crawlAccess(host)
    return { services: { crawls }, offers: { crawls }, close }
  },
})
