import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { FolderWatcher } from '../../core/ports/folders.ts'
import type { CrawlAccess, Offers } from '../../core/ports/offers.ts'

/** What the tools for documents work with. */
export type Services = Host & {
  /** Fetches pages of crawled sites again; null where the program cannot crawl. */
  crawls(): Promise<CrawlAccess | null>
  folderWatcher: FolderWatcher
  /** How chunks of a library are embedded, where that is special. */
  situate(): Promise<Offers['situate'] | null>
}

export const defineTool = featureTool<Services>()
