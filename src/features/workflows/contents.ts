import type { FeatureContents } from '../../core/feature.ts'
import { activateWorkflow } from './activate-workflow.ts'
import { createWorkflow } from './create-workflow.ts'
import { deactivateWorkflow } from './deactivate-workflow.ts'
import { deleteWorkflow } from './delete-workflow.ts'
import { executeWorkflow } from './execute-workflow.ts'
import { getWorkflow } from './get-workflow.ts'
import { listWorkflows } from './list-workflows.ts'
import type { Services } from './services.ts'
import { workflowTemplates } from './templates/workflow-templates.ts'
import { updateWorkflow } from './update-workflow.ts'

export const contents: FeatureContents<Services> = {
  tools: [
    createWorkflow,
    updateWorkflow,
    listWorkflows,
    getWorkflow,
    activateWorkflow,
    deactivateWorkflow,
    executeWorkflow,
    deleteWorkflow,
  ],
  templateFiles: workflowTemplates,
}
