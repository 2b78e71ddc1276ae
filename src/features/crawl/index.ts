import { defineToolset } from '../../core/contract/define-toolset.ts'
import type { Services } from '../services.ts'
import { wordFailure } from '../../core/contract/word-failure.ts'
import { crawlDeep } from './crawl-deep.ts'
import { crawlSinglePage } from './crawl-single-page.ts'

export const crawl = defineToolset<Services>({
  name: 'crawl',
  codeFolder: 'crawl4ai_rag',
  title: 'Crawl',
  description: 'Web pages and whole sites, made searchable as they arrive.',
  tools: [crawlSinglePage, crawlDeep],
  wordFailure,
})
