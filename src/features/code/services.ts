import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { Offers } from '../../core/ports/offers.ts'
import type { CodeGraphs } from './graph/code-graphs.ts'

/** The graph of code, opened by the first use and closed with the program. */
export type GraphAccess = {
  /** Whether tools about code are switched on. */
  hasCode: boolean
  open(): Promise<CodeGraphs>
}

/** What the tools for code work with. */
export type Services = Host & {
  graph: GraphAccess
  /** What is known of entities that are not code; null where the program reads no facts. */
  entityGraph(): Promise<Offers['entityGraph'] | null>
}

export const defineTool = featureTool<Services>()
