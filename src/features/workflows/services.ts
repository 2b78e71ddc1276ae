import type { Host } from '../../core/feature.ts'
import { featureTool } from '../../core/feature-tools.ts'
import type { WorkflowEngine } from './workflow-engine.ts'

/** The host and the workflow engine, as the workflow tools receive them. */
export type Services = Host & {
  /** Returns the engine that runs workflows; throws if none is configured. */
  workflows(): Promise<WorkflowEngine>
}

export const defineTool = featureTool<Services>()
