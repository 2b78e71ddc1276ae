import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { CrawlAccess } from '../../core/ports/offers.ts'

/** What the crawl tools work with. */
export type Services = Host & { crawls: CrawlAccess }

export const defineTool = featureTool<Services>()
