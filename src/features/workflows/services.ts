import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { WorkflowEngine } from './workflow-engine.ts'

/** What the tools for workflows work with. */
export type Services = Host & {
  /** Where workflows run; a Failure when none is set up. */
  workflows(): Promise<WorkflowEngine>
}

export const defineTool = featureTool<Services>()
