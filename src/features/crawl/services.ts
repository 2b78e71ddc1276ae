import { featureTool, type Host } from '../../core/feature.ts'
import type { CrawlAccess } from '../../core/ports/offers.ts'

/** What the crawl tools work with. */
export type Services = Host & { crawls: CrawlAccess }

export const defineTool = featureTool<Services>()
