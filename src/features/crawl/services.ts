import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { CrawlAccess } from '../../core/ports/offers.ts'

/** The host and the crawler, as the crawl tools receive them. */
export type Services = Host & { crawls: CrawlAccess }

export const defineTool = featureTool<Services>()
