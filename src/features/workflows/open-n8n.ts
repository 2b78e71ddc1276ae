import { type HttpClient, httpClient, httpOf } from '../../adapters/net/http.ts'
import type { OpeningHost } from '../../core/feature.ts'
import { Failure } from '../../core/model/failure.ts'
import type { settings } from './settings.ts'
import type { WorkflowEngine } from './workflow-engine.ts'

export type WorkflowAccess = { open(): Promise<WorkflowEngine>; close(): Promise<void> }

/** Connects to the n8n of the settings on first use. */
export function workflowAccess({ settings: values, network }: OpeningHost<typeof settings>): WorkflowAccess {
  let http: HttpClient | null = null
  return {
    async open() {
      const key = values['n8n.key']
      if (key === null) throw notConfigured()
      const { n8nEngine } = await import('./n8n/n8n-engine.ts')
      http ??= httpClient(httpOf(network))
      return n8nEngine({ url: values['n8n.url'], key, http })
    },
    async close() {
      await http?.close()
    },
  }
}

function notConfigured(): Failure {
  return new Failure('unavailable', 'WORKFLOW_ENGINE_UNAVAILABLE', 'This server has no n8n configured.', {
    hint: 'Set N8N_API_URL (such as http://localhost:5678/api/v1) and N8N_API_KEY, then restart the server.',
  })
}
