import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Offers } from '../../core/ports/offers.ts'
import type { CodeGraphs } from './graph/code-graphs.ts'
import type { RepositoryAccess } from './ports/repository-reader.ts'

/** The graph of code, opened by the first use and closed with the program. */
export type GraphAccess = {
  /** Whether tools about code are switched on. */
  hasCode: boolean
  open(): Promise<CodeGraphs>
}

/** What the tools of this feature use. */
export type Services = Host & {
  graph: GraphAccess
  /** The graph of entities that are not code; null when the program reads no facts. */
  entityGraph(): Promise<Offers['entityGraph'] | null>
}

export const defineTool = featureTool<Services>()

/** Opens the graph of code. Throws FEATURE_DISABLED, in the contract's words, when it is switched off. */
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
