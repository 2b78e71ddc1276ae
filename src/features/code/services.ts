import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Offers } from '../../core/ports/offers.ts'
import type { CodeGraphs } from './graph/code-graphs.ts'
import type { RepositoryAccess } from './ports/repository-reader.ts'

/** The graph of code. It is opened at the first use and closed with the program. */
export type GraphAccess = {
  /** Whether the tools for code are enabled. */
  hasCode: boolean
  open(): Promise<CodeGraphs>
}

/** The host and the graph, as the tools of this feature receive them. */
export type Services = Host & {
  graph: GraphAccess
  /** Returns the graph of entities that are not code; null if no feature offers one. */
  entityGraph(): Promise<Offers['entityGraph'] | null>
}

export const defineTool = featureTool<Services>()

/** Opens the graph of code. Throws FEATURE_DISABLED, with the wording of the contract, if it is disabled. */
export function openCode({ graph }: Pick<Services, 'graph'>): Promise<CodeGraphs> {
  if (graph.hasCode) return graph.open()
  throw new Failure(
    'unsupported',
    'FEATURE_DISABLED',
    'Knowledge graph functionality is disabled. Set USE_KNOWLEDGE_GRAPH=true in environment.',
    { hint: 'Set USE_KNOWLEDGE_GRAPH=true (or --graph-code) and start the server again.' },
  )
}

export function accessOf({ rootsFor, caller }: ToolContext<Services>): RepositoryAccess {
  return { roots: rootsFor(caller), isLocal: caller.isLocal }
}
