import { Failure } from '../../model/failure.ts'
import type { StoredWorkflow, WorkflowEngine } from '../../ports/workflow-engine.ts'

/**
 * Switches a workflow that has just been written. It stays written when n8n will not switch it: that is a warning, and
 * the caller has its id.
 */
export async function setActive(
  engine: WorkflowEngine,
  workflow: StoredWorkflow,
  isActive: boolean,
  signal: AbortSignal,
): Promise<{ workflow: StoredWorkflow; warnings: string[] }> {
  if (workflow.summary.isActive === isActive) return { workflow, warnings: [] }
  try {
    return { workflow: await engine.setActive(workflow.summary.id, isActive, signal), warnings: [] }
  } catch (error) {
    if (!(error instanceof Failure) || signal.aborted) throw error
    const wish = isActive ? 'activated' : 'deactivated'
    return { workflow, warnings: [`The workflow is saved but was not ${wish}: ${error.message}`] }
  }
}
