import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { FolderWatcher } from '../../core/ports/folders.ts'
import type { CrawlAccess, Offers } from '../../core/ports/offers.ts'

/** The host and what other features offer, as the document tools receive them. */
export type Services = Host & {
  /** Returns the crawler, to fetch crawled pages again; null if no feature offers one. */
  crawls(): Promise<CrawlAccess | null>
  folderWatcher: FolderWatcher
  /** Returns what adds context to the chunks of some libraries before they are embedded; null if no feature does. */
  situate(): Promise<Offers['situate'] | null>
}

export const defineTool = featureTool<Services>()
