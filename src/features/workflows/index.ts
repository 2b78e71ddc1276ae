import { errorEnvelope } from '../../core/contract/error-envelope.ts'
import { defineFeature } from '../../core/feature.ts'
import { settings } from './settings.ts'

/** Creates, changes, activates and runs workflows in n8n. */
export const workflows = defineFeature({
  name: 'workflows',
  toolset: {
    name: 'workflows',
    title: 'Workflows',
    description: 'Create, change, activate and run automations in n8n.',
    wordFailure: errorEnvelope,
  },
  settings,
  load: async () => (await import('./contents.ts')).contents,
  async open(host) {
    const { workflowAccess } = await import('./open-n8n.ts')
    const { open, close } = workflowAccess(host)
    return { services: { workflows: open }, close }
  },
})
