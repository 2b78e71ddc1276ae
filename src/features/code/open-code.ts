import type { ToolContext } from '../../core/contract/define-tool.ts'
import { Failure } from '../../core/model/failure.ts'
import type { CodeGraphs } from './graph/code-graphs.ts'
import type { RepositoryAccess } from './ports/repository-reader.ts'
import type { Services } from './services.ts'

/** The graph of code, or the contract's word that it is switched off. */
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
