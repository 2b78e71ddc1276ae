import type { FeatureContents } from '../../core/feature.ts'
import { crawlDeep } from './crawl-deep.ts'
import { crawlSinglePage } from './crawl-single-page.ts'
import type { Services } from './services.ts'

export const contents: FeatureContents<Services> = {
  tools: [crawlSinglePage, crawlDeep],
}
