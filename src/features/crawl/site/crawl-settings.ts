import type { Clock } from '../../../core/ports/clock.ts'
import type { Renderer } from './renderer.ts'
import type { RetryPolicy } from './retry-after.ts'
import type { Transport } from './transport.ts'
import type { TrapLimits } from './trap-detector.ts'

/** What holds for every crawl of a crawler. */
export type CrawlSettings = {
  transport: Transport
  renderer: Renderer
  clock: Clock
  userAgent: string
  /** Of one answer, packed and unpacked. */
  maxPageBytes: number
  maxRedirects: number
  /** Visits under way or waiting to be taken, over all hosts. */
  concurrency: number
  concurrencyPerHost: number
  /** Between two requests to a host that says nothing; none for hosts that were allowed by name. */
  politeDelayMs: number
  /** The longest Crawl-delay to keep. */
  maxDelayMs: number
  retry: RetryPolicy
  traps: TrapLimits
  /** Addresses that may wait. */
  maxQueued: number
  maxSitemaps: number
  /** In a row; then a host is left alone. */
  maxHostFailures: number
  /** A name that no page has. */
  makeName(): string
}
