import { defineToolset } from '../../core/contract/define-toolset.ts'
import type { Services } from '../services.ts'
import { wordFailure } from '../../core/contract/word-failure.ts'
import { activateWorkflow } from './activate-workflow.ts'
import { createWorkflow } from './create-workflow.ts'
import { deactivateWorkflow } from './deactivate-workflow.ts'
import { deleteWorkflow } from './delete-workflow.ts'
import { executeWorkflow } from './execute-workflow.ts'
import { getWorkflow } from './get-workflow.ts'
import { listWorkflows } from './list-workflows.ts'
import { updateWorkflow } from './update-workflow.ts'

export const workflows = defineToolset<Services>({
  name: 'workflows',
  title: 'Workflows',
  description: 'Make, change, switch and run automations in n8n.',
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
  wordFailure,
})
